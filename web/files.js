// Files of the page that are no code: what is taught.

import { ApiError, Offline } from './api.js';

/** A file that is there. @param {URL} address */
export async function fetchFile(address) {
  const answer = await fetch(address).catch(() => {
    throw new Offline();
  });
  if (answer.status === 404) throw new ApiError(404, { code: 'not-found' });
  if (!answer.ok) throw new Offline();
  return answer;
}

/**
 * Loads each thing once, by its name; what could not be loaded now can be later.
 * @template T
 * @param {(name: string) => Promise<T>} load
 * @returns {(name: string) => Promise<T>}
 */
export function once(load) {
  /** @type {Map<string, Promise<T>>} */
  const known = new Map();
  return (name) => {
    const loaded = known.get(name) ?? load(name);
    known.set(name, loaded);
    loaded.catch(() => known.delete(name));
    return loaded;
  };
}
