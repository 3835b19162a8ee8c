// What a visitor has typed or chosen, put back when a screen is made anew in another language.

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */
/** @typedef {Map<string, string | boolean>} Typed by the ids of the fields */

/** The fields that a visitor can change and that have an id. @param {Element} place @returns {Field[]} */
const fieldsIn = (place) =>
  [.../** @type {NodeListOf<Field>} */ (place.querySelectorAll('input[id], textarea[id], select[id]'))].filter(
    (field) => field.type !== 'file' && !('readOnly' in field && field.readOnly),
  );

/** @param {Field} field @returns {field is HTMLInputElement} */
const isBox = (field) => field.type === 'checkbox';

/** @param {Field} field */
const contentOf = (field) => (isBox(field) ? field.checked : field.value);

/** @param {Element} place @returns {Typed} */
export const readFields = (place) => new Map(fieldsIn(place).map((field) => [field.id, contentOf(field)]));

/**
 * Fills the fields that have come back otherwise, as if the visitor did.
 * @param {Element} place
 * @param {Typed} typed
 */
export function fillFields(place, typed) {
  for (const field of fieldsIn(place)) {
    const wanted = typed.get(field.id);
    if (wanted === undefined || wanted === contentOf(field)) continue;
    if (isBox(field)) field.checked = wanted === true;
    else field.value = String(wanted);
    const isTyped = !isBox(field) && !(field instanceof HTMLSelectElement);
    field.dispatchEvent(new Event(isTyped ? 'input' : 'change', { bubbles: true }));
  }
}
