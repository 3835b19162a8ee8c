// The addresses of the page's screens. A server has a path for each; in a folder that any web host serves
// there is one file, and the address of a screen is its fragment.

import { isStatic } from './local/scope.js';

/** The address of the present screen. */
export function here() {
  const { pathname, search, hash } = isStatic ? inside(location.hash) : location;
  return { pathname, search, hash };
}

/** The address in a fragment; one that makes no sense is that of nothing. @param {string} fragment */
function inside(fragment) {
  try {
    return new URL(fragment.slice(1) || '/', location.origin);
  } catch {
    return new URL('/missing', location.origin);
  }
}

/** What a link to an address of the page has in its `href`. @param {string} address with a slash at its start */
export const hrefOf = (address) => (isStatic && address.startsWith('/') ? `#${address}` : address);

/** The whole link to an address of the page, to be sent to others. @param {string} address */
export const linkTo = (address) => new URL(hrefOf(address), location.href).href;

/** The part of the present screen that a link leads to, where the fragment doesn't say so. @param {HTMLAnchorElement} link */
export function placeOf(link) {
  const href = link.getAttribute('href') ?? '';
  return isStatic && /^#[^/]/.test(href) ? document.getElementById(href.slice(1)) : null;
}

/** The address that a link leads to; null where it leads out of the page. @param {HTMLAnchorElement} link */
export function addressOf(link) {
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  if (origin !== location.origin) return null;
  if (!isStatic) return { pathname, search, hash };
  if (pathname !== location.pathname || !hash.startsWith('#/')) return null;
  const address = inside(hash);
  return { pathname: address.pathname, search: address.search, hash: address.hash };
}
