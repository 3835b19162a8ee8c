// Typographic faults, and words that the texts avoid.

/** No-break spaces. */
const NO_BREAK = '\u00a0\u202f';

/** @typedef {[fault: string, pattern: RegExp]} Fault */

/** @type {Fault[]} */
const OF_BOTH = [
  ['a straight apostrophe', /'/],
  ['a straight quotation mark', /"/],
  ['three dots for an ellipsis', /\.\.\./],
];

/** @type {Fault[]} */
export const FAULTS_OF_ENGLISH = [...OF_BOTH, ['a blank before ? ! ; or :', /\s[?!;:]/]];

/** @type {Fault[]} */
export const FAULTS_OF_FRENCH = [
  ...OF_BOTH,
  ['a blank that can break before ? ! ; : or »', /[^\S\u00a0\u202f][?!;:»]/],
  ['no blank before ? ! ; or :', new RegExp(`[^\\s${NO_BREAK}?!;:][?!;:](?=\\s|$)`)],
  ['« without its no-break space', new RegExp(`«(?![${NO_BREAK}])`)],
  ['» without its no-break space', new RegExp(`(?<![${NO_BREAK}])»`)],
];

/** @type {Fault[]} */
export const WORDS_OF_ENGLISH = [
  ['say the person, or “anyone who”', /\bwhoever\b/i],
  ['say who says what', /\b(?:is|are|be|was|were) told\b/i],
  ['say “Loading…”', /\bbeing fetched\b/i],
  ['a position occurs', /\b(?:has|position) stood\b/i],
];

/** @type {Fault[]} */
export const WORDS_OF_FRENCH = [
  ['the page says vous', /(?<!\p{L})(?:tu|toi|tes)(?!\p{L})/iu],
  ['a participle that takes the visitor for a man', /\bvous (?:êtes|serez) \p{L}+é\b|\bêtre prévenu\b|\bvous seul\b/iu],
  ['a colour is no place: “la case rouge”', /(?<!case )\b(?:[Dd]u|[Dd]epuis le|[Ss]ur le|[Pp]ar le|[Ll]e) (?:rouge|jaune|vert|bleu) [a-h][1-8]\b/],
  ['“jusqu’à la prochaine case rouge”', /\bprochain (?:rouge|jaune|\{)/],
  ['a pawn is placed: “poser un pion”', /\b(?:peut (?:pas|plus) poser|faut poser|dernier à poser)\b(?! (?:un|de) pion)/],
];

/** In prose; a label may well ask “Qui commence”. @type {Fault[]} */
export const WORDS_OF_FRENCH_PROSE = [
  ...WORDS_OF_FRENCH,
  ['a sentence needs its subject: “le joueur qui”', /(?:^|[.:;|-]\s)[Qq]ui (?:a|n’a|ne|peut|commence)\b/],
];

/**
 * The faults of a text.
 * @param {string} text
 * @param {...Fault} kinds
 */
export const faultsIn = (text, ...kinds) =>
  kinds.flatMap(([fault, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${fault}: …${text.slice(Math.max(0, found.index - 30), found.index + 30)}…`] : [];
  });
