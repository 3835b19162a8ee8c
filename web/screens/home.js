import { h } from '../dom.js';

/** @returns {import('../types.js').Screen} */
export const screen = () => ({ element: h('section', {}, h('h1', {}, 'home')), title: 'home' });
