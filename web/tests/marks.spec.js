// The colour of a square is the rule of the game: no mark may make it look like another. All marks
// on all colours are drawn by the page's own code, and measured as they are on the screen.

import { expect, test } from './fixtures.js';
import { Player } from './player.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {'red' | 'yellow' | 'green' | 'blue'} Colour */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {'middle' | 'corners'} Where where a square is measured: within a frame or about a dot, or outside a ring */
/** @typedef {{ mark: string, colour: Colour, where: Where, plain: Box, marked: Box }} Pair a square without and with a mark */
/** @typedef {{ mark: string, colour: Colour, difference: number, nearest: Colour, kept: number }} Measure kept: how much of the square's own colour, as seen without the mark, is seen with it */

/** How far, by CIE76, a colour may be from that of the plain square. */
const MOST = 5;
/** How much of what is seen of a square's colour a mark must leave, as a share. */
const LEAST = 0.5;

/** @type {Record<string, (page: Page) => Promise<unknown>>} */
const LOOKS = {
  light: (page) => dress(page, 'light'),
  dark: (page) => dress(page, 'dark'),
  contrast: (page) => dress(page, 'contrast'),
  greyscale: (page) => dress(page, 'light', 'grayscale(1)'),
  'greyscale, dark': (page) => dress(page, 'dark', 'grayscale(1)'),
  'forced colours': async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await dress(page, 'light');
  },
};

/** @type {(page: Page, theme: string, filter?: string) => Promise<void>} */
const dress = (page, theme, filter = '') =>
  page.evaluate(([theme = '', filter = '']) => {
    document.documentElement.dataset['theme'] = theme;
    document.body.style.filter = filter;
  }, [theme, filter]);

/**
 * Lays out boards with all marks on all colours: of each a plain one and a marked one.
 * @param {Page} page
 * @returns {Promise<void>}
 */
async function layOut(page) {
  await page.goto('/about');
  await page.evaluate(async () => {
    const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
    const { createBoard } = await import(entry.replace(/[^/]*$/, 'board/board.js'));
    /** Four ranks in which each colour stands once on each file. */
    const board = { code: '', size: 4, colours: 'RYGBYGBRGBRYBRYG', quarters: [] };
    const squares = { red: 'a4', yellow: 'b4', green: 'c4', blue: 'd4' };
    /** @type {any} */
    const bare = { ply: 1, turn: 'white', task: null, pawns: { white: [], black: [] }, last: null, marks: [], counters: [], targets: { white: null, black: null }, repeated: 1, paths: [] };
    const none = { white: [], black: [] };
    /** Marks of which a board can have many: on all squares at once. @type {Record<string, (on: string[]) => { pawns?: any, position?: any, overlays?: any, steps?: string[], where?: string, plain?: string, reach?: string[], from?: string | undefined }>} */
    const together = {
      movable: (on) => ({ where: 'corners', pawns: { white: on, black: [] }, position: { paths: on.map((square) => [square, 'a1']) } }),
      destination: (on) => ({ position: { pawns: { white: ['a1'], black: [] }, paths: on.map((square) => ['a1', square]) }, steps: ['a1'] }),
      'place for a pawn': (on) => ({ position: { paths: on.map((square) => [square]) } }),
      'destination on a pawn': (on) => ({ where: 'corners', pawns: { white: ['a1'], black: on }, position: { paths: on.map((square) => ['a1', square]) }, steps: ['a1'] }),
      'square to put a pawn on': (on) => ({ position: { pawns: { white: ['a1'], black: ['b1'] }, paths: on.map((square) => ['a1', 'b1', square]) }, steps: ['a1', 'b1'] }),
      'goal of White': (on) => ({ position: { marks: [{ kind: 'goal', side: 'white', squares: on }] } }),
      'goal of Black': (on) => ({ position: { marks: [{ kind: 'goal', side: 'black', squares: on }] } }),
      'goal of both': (on) => ({ position: { marks: [{ kind: 'goal', side: null, squares: on }] } }),
      home: (on) => ({ where: 'corners', pawns: { white: on, black: [] }, position: { marks: [{ kind: 'home', side: 'white', squares: on }] } }),
      'must move': (on) => ({ pawns: { white: on, black: [] }, position: { marks: [{ kind: 'forced', side: 'white', squares: on }] } }),
      closed: (on) => ({ position: { marks: [{ kind: 'closed', side: 'white', squares: on }] } }),
      safe: (on) => ({ where: 'corners', pawns: { white: on, black: [] }, position: { marks: [{ kind: 'safe', side: 'white', squares: on }] } }),
      exposed: (on) => ({ where: 'corners', pawns: { white: [], black: on }, position: { marks: [{ kind: 'exposed', side: 'black', squares: on }] } }),
      'within the block': (on) => ({ position: { marks: [{ kind: 'area', side: null, squares: on }] } }),
      'outside the block': () => ({ position: { marks: [{ kind: 'area', side: null, squares: ['a2', 'b2'] }] } }),
      'pointed at': (on) => ({ overlays: { squares: on } }),
      'in reach': (on) => ({ reach: on }),
      'pawn in reach': (on) => ({ where: 'corners', pawns: { white: [], black: on }, reach: on }),
      star: (on) => ({ overlays: { stars: on } }),
      'arrow to': (on) => ({ overlays: { arrows: on.map((square, rank) => ({ path: [`${square[0]}1`, square], rank, side: 'white' })) } }),
      'arrow from a pawn': (on) => ({ pawns: { white: on, black: [] }, overlays: { arrows: on.map((square) => ({ path: [square, `${square[0]}1`], rank: 0, side: 'white' })) } }),
      'ring of the analyst': (on) => ({ where: 'corners', overlays: { arrows: on.map((square) => ({ path: [square], rank: 0, side: 'white' })) } }),
      'verdict, wins': (on) => ({ overlays: { verdicts: on.map((square) => ({ path: [square], wins: true, draws: false, points: 9 })) } }),
      'verdict, loses': (on) => ({ overlays: { verdicts: on.map((square) => ({ path: [square], wins: false, draws: false, points: 9 })) } }),
      'verdict, draws': (on) => ({ overlays: { verdicts: on.map((square) => ({ path: [square], wins: false, draws: true, points: 0 })) } }),
    };
    /** Marks of which a board has one. @type {typeof together} */
    const alone = {
      'last move, from': ([square]) => ({ position: { last: { path: [square, 'a1'], text: '', side: 'black' } } }),
      'last move, to': (on) => ({ pawns: { white: [], black: on }, position: { last: { path: ['a1', ...on], text: '', side: 'black' } } }),
      'last placed': (on) => ({ pawns: { white: [], black: on }, position: { marks: [{ kind: 'answer', side: 'black', squares: on }], last: { path: on, text: '', side: 'black' } } }),
      'whose reach is shown': ([square]) => ({ reach: [], from: square }),
      chosen: ([square]) => ({ pawns: { white: [square], black: [] }, position: { paths: [[square, 'a1'], [square, 'b1']] }, steps: [square ?? ''] }),
      'pawn to be put': ([square]) => ({ plain: 'both', pawns: { white: ['a1'], black: [square] }, position: { paths: [['a1', square, 'b1'], ['a1', square, 'c1']] }, steps: ['a1', square ?? ''] }),
    };
    const sheet = document.createElement('div');
    sheet.style.cssText = 'display: grid; grid-template-columns: repeat(8, 155px); gap: 3px';
    /** Boards on which a key asks for the reach of a square. @type {[Element, string][]} */
    const pressed = [];
    /** @type {(state: any, steps: string[], data: Record<string, string>, shown?: any) => void} */
    const mount = (state, steps, data, shown = null) => {
      const view = createBoard({ state, label: '', reach: async () => shown.squares });
      view.resume(steps);
      if (shown) pressed.push([view.element, shown.from]);
      Object.assign(view.element.dataset, data);
      view.element.querySelector('.board-tools').remove();
      view.element.querySelector('.board-drawing').style.filter = 'none';
      sheet.append(view.element);
    };
    const all = Object.values(squares);
    /** @type {(mark: string, on: string[], made: (on: string[]) => any) => void} */
    const show = (mark, on, made) => {
      const { pawns = none, position = {}, overlays = {}, steps = [], where = 'middle', plain, reach, from = 'a1' } = made(on);
      const pawn = plain ?? (pawns.white.includes(on[0]) ? 'white' : pawns.black.includes(on[0]) ? 'black' : 'bare');
      mount({ board, position: { ...bare, pawns, ...position }, overlays, interactive: true }, steps, { mark, squares: on.join(' '), where, pawn, kind: 'marked' }, reach && { from, squares: reach });
    };
    for (const [mark, made] of Object.entries(together)) show(mark, all, made);
    for (const [mark, made] of Object.entries(alone)) for (const square of all) show(mark, [square], made);
    mount({ board, position: bare }, [], { kind: 'bare' });
    mount({ board, position: { ...bare, pawns: { white: all, black: [] } } }, [], { kind: 'white' });
    mount({ board, position: { ...bare, pawns: { white: [], black: all } } }, [], { kind: 'black' });
    mount({ board, position: { ...bare, pawns: { white: all, black: all } } }, [], { kind: 'both' });
    document.body.replaceChildren(sheet);
    for (const [element, from] of pressed) {
      const cell = element.querySelector(`[data-place="${from}"]`);
      // None has the focus, which would be seen.
      cell?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    }
  });
}

/** Where the squares are. @param {Page} page @returns {Promise<{ pairs: Pair[], bare: Record<Colour, Box> }>} */
const boxes = (page) =>
  page.evaluate(() => {
    /** @param {Element} board @param {string} square */
    const box = (board, square) => {
      const { x, y, width, height } = /** @type {Element} */ (board.querySelector(`[data-place="${square}"]`)).getBoundingClientRect();
      return { x: x + scrollX, y: y + scrollY, width, height };
    };
    const of = (/** @type {string} */ kind) => [...document.querySelectorAll(`[data-kind=${kind}]`)].map((board) => /** @type {HTMLElement} */ (board));
    /** @type {Record<string, any>} */
    const colours = { a4: 'red', b4: 'yellow', c4: 'green', d4: 'blue' };
    const pairs = of('marked').flatMap((board) => {
      const { mark = '', where, squares = '', pawn = '' } = board.dataset;
      return squares.split(' ').map((square) => ({ mark, colour: colours[square], where: /** @type {any} */ (where), plain: box(/** @type {Element} */ (of(pawn)[0]), square), marked: box(board, square) }));
    });
    const bare = /** @type {Element} */ (document.querySelector('[data-kind=bare]'));
    return { pairs, bare: { red: box(bare, 'a4'), yellow: box(bare, 'b4'), green: box(bare, 'c4'), blue: box(bare, 'd4') } };
  });

/**
 * Measures squares on pictures of the screen. Counted is what shows the square's own colour without
 * the mark, neither pawn nor sign: in the middle four fifths of the square, or near its corners. Where
 * there are no colours, one in which there are says which places these are: the edge of a pawn can have
 * the grey of a square.
 * @param {Page} page
 * @param {{ plain: Buffer, marked: Buffer, coloured?: Buffer }} pictures
 * @param {{ pairs: Pair[], bare: Record<Colour, Box> }} places
 * @param {number} scale pixels of the pictures for one of the page
 * @returns {Promise<Measure[]>}
 */
function measure(page, { plain, marked, coloured = plain }, places, scale = 1) {
  const most = MOST;
  const pictures = [plain, marked, coloured].map((picture) => picture.toString('base64'));
  return page.evaluate(
    async ({ pictures, pairs, bare, scale, most }) => {
      const decoded = await Promise.all(pictures.map(async (text) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d'));
        context.drawImage(bitmap, 0, 0);
        return context;
      }));
      /** @type {(value: number) => number} */
      const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      /** @type {(value: number) => number} */
      const root = (value) => (value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27 * value + 16) / 116);
      /** CIELAB of a colour of the screen. @type {(rgb: number[]) => number[]} */
      const lab = (rgb) => {
        const [r = 0, g = 0, b = 0] = rgb.map((value) => linear(value / 255));
        const x = root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
        const y = root(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
        const z = root((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
        return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
      };
      /** @type {(one: number[], other: number[]) => number} */
      const distance = (one, other) => Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)));
      /** @type {(values: number[]) => number} */
      const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
      /** @type {(colours: number[][]) => number[]} */
      const middle = (colours) => [0, 1, 2].map((i) => median(colours.map((colour) => colour[i] ?? 0)));
      /** The colours of a square where it is measured, row by row. @type {(picture: number, box: Box, where: Where) => number[][]} */
      const colours = (picture, { x, y, width, height }, where) => {
        const [left = 0, top = 0, wide = 0, high = 0] = [x, y, width, height].map((value) => Math.round(value * scale));
        const { data } = /** @type {OffscreenCanvasRenderingContext2D} */ (decoded[picture]).getImageData(left, top, wide, high);
        return Array.from({ length: wide * high }, (_, i) => i).flatMap((i) => {
          const [across, down] = [((i % wide) + 0.5) / wide - 0.5, (Math.floor(i / wide) + 0.5) / high - 0.5];
          const edge = Math.max(Math.abs(across), Math.abs(down));
          const isCounted = where === 'middle' ? edge < 0.4 : edge < 0.48 && Math.hypot(across, down) > 0.46;
          return isCounted ? [lab([...data.slice(4 * i, 4 * i + 3)])] : [];
        });
      };
      const grounds = Object.entries(bare).map(([colour, box]) => ({ colour: /** @type {Colour} */ (colour), ground: middle(colours(0, box, 'middle')) }));
      /** Which of the places where a square is measured show its own colour. @type {(colour: Colour, plain: Box, where: Where) => boolean[]} */
      const own = (colour, plain, where) => {
        const ground = middle(colours(2, bare[colour], 'middle'));
        return colours(2, plain, where).map((seen) => distance(seen, ground) < most);
      };
      return pairs.map(({ mark, colour, where, plain, marked }) => {
        const ground = /** @type {number[]} */ (grounds.find((one) => one.colour === colour)?.ground);
        const counted = own(colour, plain, where);
        const after = colours(1, marked, where).filter((_, i) => counted[i]);
        const seen = middle(after);
        const [nearest] = [...grounds].sort((one, other) => distance(seen, one.ground) - distance(seen, other.ground));
        const kept = after.filter((one) => distance(one, ground) < most).length / after.length;
        return { mark, colour, difference: distance(seen, ground), nearest: /** @type {Colour} */ (nearest?.colour), kept };
      });
    },
    { pictures, ...places, scale, most },
  );
}

/** @type {(look: string, measures: Measure[]) => void} */
function print(look, measures) {
  const rows = measures.map(({ mark, colour, difference, nearest, kept }) => `${look.padEnd(15)} | ${mark.padEnd(23)} | ${colour.padEnd(6)} | ${difference.toFixed(1).padStart(4)} | ${nearest.padEnd(6)} | ${Math.round(100 * kept)} %`);
  console.log(rows.join('\n'));
}

/** @type {(measures: Measure[]) => Measure[]} */
const wrong = (measures) => measures.filter(({ colour, difference, nearest, kept }) => !(difference < MOST) || nearest !== colour || !(kept > LEAST));

/** What is on the screen, without a filter. @param {Page} page */
async function colouredPicture(page) {
  const filter = await page.evaluate(() => document.body.style.filter);
  const filtered = (/** @type {string} */ filter) => page.evaluate((filter) => void (document.body.style.filter = filter), filter);
  await filtered('');
  const picture = await page.screenshot({ fullPage: true });
  await filtered(filter);
  return picture;
}

for (const [look, put] of Object.entries(LOOKS)) {
  test(`F18: marks leave each square its colour, ${look}`, async ({ page }) => {
    await layOut(page);
    await put(page);
    const coloured = await colouredPicture(page);
    const places = await boxes(page);
    expect(places.pairs.length).toBe(31 * 4);
    const picture = await page.screenshot({ path: `tests/screenshots/marks-${look}.png`, fullPage: true });
    const measures = await measure(page, { plain: picture, marked: picture, coloured }, places);
    print(look, measures);
    expect(wrong(measures)).toEqual([]);
  });
}

test('F18: the chosen pawn of a real game, under the pointer and the keyboard', async ({ page, words }) => {
  test.setTimeout(180_000);
  const player = new Player(page, words);
  await player.begin({ kind: 'katarenga', board: '1a0-2a0-3a0-4a0' });
  const box = async (/** @type {string} */ square) => {
    const found = await player.cell(square).boundingBox();
    if (!found) throw new Error(`${square} is not on the screen`);
    return found;
  };
  /** The first rank has a square of each colour. @type {Record<Colour, string>} */
  const squares = { red: 'b1', yellow: 'c1', green: 'a1', blue: 'd1' };
  // Of the same board, empty.
  const bare = { red: await box('a4'), yellow: await box('d4'), green: await box('b4'), blue: await box('c4') };
  for (const theme of ['light', 'dark', 'contrast']) {
    await dress(page, theme);
    const plain = await page.screenshot();
    for (const [colour, square] of Object.entries(squares)) {
      await player.cell(square).click();
      await player.cell(square).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await expect(player.cell(square)).toHaveAccessibleName(words.within('board.chosen'));
      const marked = await page.screenshot();
      const pair = { mark: 'chosen, by keyboard', colour: /** @type {Colour} */ (colour), where: /** @type {const} */ ('middle'), plain: await box(square), marked: await box(square) };
      const measures = await measure(page, { plain, marked }, { pairs: [pair], bare });
      print(theme, measures);
      expect(wrong(measures)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  }
});
