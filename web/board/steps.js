// A move is built step by step: at each step, what the legal paths go on with.

/** Follows the paths of a position while a visitor chooses. */
export class Steps {
  /** @param {string[][]} paths */
  constructor(paths) {
    this.paths = paths;
    /** @type {string[]} */
    this.chosen = [];
  }

  /** The steps that can come next. */
  get next() {
    const depth = this.chosen.length;
    return new Set(this.#open().map((path) => /** @type {string} */ (path[depth])));
  }

  /** The steps with which a path can begin. */
  get starts() {
    return new Set(this.paths.map((path) => /** @type {string} */ (path[0])));
  }

  /** Whether a first step stands for a move of several steps. @param {string} step */
  isOrigin(step) {
    return this.paths.some((path) => path[0] === step && path.length > 1);
  }

  /**
   * Takes a step. The answer is the whole path once it is complete.
   * @param {string} step one of `next`
   * @returns {string[] | null}
   */
  choose(step) {
    this.chosen = [...this.chosen, step];
    const complete = this.paths.find((path) => path.join() === this.chosen.join());
    return complete ?? null;
  }

  /** Takes the last step back. */
  back() {
    this.chosen = this.chosen.slice(0, -1);
  }

  /** Begins again. */
  reset() {
    this.chosen = [];
  }

  #open() {
    const { chosen } = this;
    return this.paths.filter(
      (path) => path.length > chosen.length && chosen.every((step, i) => path[i] === step),
    );
  }
}
