// The shapes of the API, as `/api/openapi.json` describes them, and of the page's own parts.

export type Side = 'white' | 'black';
export type Colour = 'red' | 'yellow' | 'green' | 'blue';
export type Language = 'en' | 'fr';

/** Why something is refused: `error.<code>` in the locales, with `details` as parameters. */
export interface Refusal {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/** One of several things that are wrong with a record. */
export interface Fault extends Refusal {
  line: number | null;
}

export interface Board {
  code: string;
  size: number;
  /** The letters R, Y, G, B of all squares: the north row first, each from west to east. */
  colours: string;
  /** North-west, north-east, south-west, south-east; none for a board of one's own squares. */
  quarters: string[];
}

export interface SuitedBoard {
  board: Board;
  unsuitable: Refusal | null;
}

export interface Quarter {
  code: string;
  /** From north to south, each from west to east. */
  rows: string[];
}

export interface Kind {
  name: string;
  size: number;
  /** The default first; empty when there is but one. */
  layouts: string[];
  /** The points to which a match is played by the rules. */
  target: number | null;
  board: string;
  colours: string;
  sample: Position;
}

export type Seat = { player: 'human' } | { player: 'computer'; level: number };

export interface LastMove {
  path: string[];
  text: string;
  side: Side;
}

export interface Mark {
  kind: 'goal' | 'home' | 'forced' | 'answer' | 'area';
  side: Side | null;
  squares: string[];
}

export interface Counter {
  kind: 'hand' | 'camp';
  side: Side;
  count: number;
  of: number;
}

export interface Position {
  ply: number;
  turn: Side;
  /** The task of the side to move: `task.<key>`; null once the game is over. */
  task: string | null;
  /** A square stands twice where two pawns of the side are. */
  pawns: Record<Side, string[]>;
  last: LastMove | null;
  marks: Mark[];
  counters: Counter[];
  targets: Record<Side, Colour | null>;
  repeated: number;
  /** The legal moves step by step: squares, `camp` or `pass`. */
  paths?: string[][];
}

export interface Outcome {
  winner: Side | null;
  points: number;
  reason: string;
}

export interface Can {
  move: boolean;
  undo: boolean;
  redo: boolean;
  /** The sides that may give up. */
  resign: Side[];
  /** Whether the game can be left without loss: not both have moved. */
  abort: boolean;
  /** What may be proposed to the other player. */
  offer: Proposal[];
  /** Whether there is a proposal of the other player to be answered. */
  answer: boolean;
  /** Whether another game of the match can begin. */
  next: boolean;
  /** Whether the analyst may be asked. */
  analyse: boolean;
  /** Whether this visitor may write in the chat. */
  chat: boolean;
}

export type Proposal = 'draw' | 'takeback' | 'rematch-same' | 'rematch-random';

/** What one player proposes to the other. */
export interface Offer {
  side: Side;
  what: Proposal;
}

/** Minutes for the game and seconds that each move adds, or days for each move. */
export type Pace = { kind: 'fischer'; minutes: number; seconds: number } | { kind: 'days'; days: number };

export interface Clock {
  pace: Pace;
  /** What each side had left in milliseconds as the answer was given. */
  left: Record<Side, number>;
  running: Side | null;
  /** How long the first move may still take in milliseconds, before the game is aborted. */
  begin: number | null;
}

/** Who is at a game. */
export interface Presence extends Record<Side, boolean> {
  watchers: number;
}

/** Something that a player wrote. */
export interface Message {
  /** From 1. */
  number: number;
  side: Side;
  /** Plain text on one line. */
  text: string;
  at: number;
}

/** A message of a game's WebSocket. */
export type News =
  | { type: 'game'; game: Game }
  | ({ type: 'presence' } & Presence)
  | { type: 'messages'; messages: Message[] }
  | { type: 'beat' | 'gone' | 'bye' };

export interface Match {
  number: number;
  target: number | null;
  white: number;
  black: number;
  winner: Side | null;
  previous: string | null;
  next: string | null;
}

export interface Game {
  id: string;
  kind: string;
  /** The number of the game's events. */
  revision: number;
  /** Another one when the server was started again: revisions of different epochs can't be compared. */
  epoch: string;
  board: Board;
  first: Side;
  layout: string | null;
  white: Seat;
  black: Seat;
  /** Of players who have one. */
  names: Record<Side, string | null>;
  /** Whether two people play it, each from a place of their own. */
  online: boolean;
  /** The sides that this visitor plays. */
  you: Side[];
  /** Whether this visitor may act in it. */
  yours: boolean;
  /** As they are written. */
  moves: string[];
  /** How many moves that were taken back can be played again. */
  undone: number;
  position: Position;
  outcome: Outcome | null;
  clock: Clock | null;
  offer: Offer | null;
  /** The last proposal, if it was declined, or withdrawn, and no event followed. */
  declined: (Offer & { by: Side }) | null;
  can: Can;
  /** Whether the computer is to move. */
  thinking: boolean;
  match: Match;
  /** Milliseconds since 1970, as all times. */
  created: number;
  updated: number;
}

export interface GameHistory {
  revision: number;
  /** The start first; without legal moves. */
  positions: Position[];
}

export interface Summary {
  id: string;
  kind: string;
  white: Seat;
  black: Seat;
  /** What the players call themselves. */
  names: Record<Side, string | null>;
  /** Whether two people play it, each from a place of their own. */
  online: boolean;
  /** The sides that this visitor plays. */
  you: Side[];
  pace: Pace | null;
  plies: number;
  turn: Side;
  outcome: Outcome | null;
  updated: number;
  /** When the time of the side to move is up, in milliseconds since 1970. */
  deadline: number | null;
  board: string;
  colours: string;
  position: Position;
}

export interface GameList {
  games: Summary[];
  pages: number;
}

export interface Invitation {
  id: string;
  state: 'open' | 'taken' | 'withdrawn' | 'expired';
  /** Whether this visitor made it. */
  yours: boolean;
  /** The maker's name. */
  name: string | null;
  /** Whether its maker has it open. */
  here: boolean;
  kind: string;
  board: Board;
  position: Position;
  first: Side;
  /** The maker's side; null for a random one. */
  side: Side | null;
  target: number | null;
  clock: Pace | null;
  public: boolean;
  chat: boolean;
  created: number;
  expires: number;
  /** The id of the game that came of it. */
  game: string | null;
}

export interface Lobby extends GameList {
  invitations: Invitation[];
}

/** The visitor. */
export interface Me {
  /** Whether they have been here before. */
  known: boolean;
  name: string | null;
  /** The longest that can be taken, in characters. */
  longest_name: number;
}

/** What a pasted text holds. */
export interface ReadText {
  what: 'record' | 'position';
  kind: string;
  plies: number;
  board: Board;
  position: Position;
  outcome?: Outcome | null;
}

/** One of the records of a text. */
export interface Part {
  /** Where its faults begin. */
  line: number;
  /** By itself; null where it can't be read. */
  text: string | null;
  kind: string | null;
  plies: number;
  white: string | null;
  black: string | null;
  date: string | null;
  refused: Refusal | null;
}

export interface Figure {
  board: Board;
  position: Position;
  /** Pointed at. */
  squares: string[];
  /** HTML. */
  caption: string;
}

export interface Rules {
  title: string;
  /** HTML with `<figure data-figure="0"></figure>` where the figures go. */
  html: string;
  figures: Figure[];
}

export interface AnalysisLine {
  path: string[];
  moves: string[];
  /** For White; null when decided. */
  score: number | null;
  wins: { side: Side; points: number; plies: number | null } | null;
}

export interface Verdict {
  path: string[];
  /** For the side that moves. */
  wins: boolean;
  points: number;
}

export interface Analysis {
  ply: number;
  depth: number;
  nodes: number;
  done: boolean;
  proven: { winner: Side; points: number; first: boolean } | null;
  lines: AnalysisLine[];
  verdicts: Verdict[];
}

/** White's chance from 0 to 1 after a ply. */
export interface GraphPoint {
  ply: number;
  share: number;
  wins: Side | null;
  done?: boolean;
}

/** What a screen is given. */
export interface Context {
  /** The parts of the address, such as the kind of game. */
  params: Record<string, string>;
  query: URLSearchParams;
  navigate: (path: string, options?: { replace?: boolean }) => void;
  /** Gives the page another title than the one it began with. */
  setTitle: (title: string) => void;
  /** Survives a change of language, when the screen is made anew. */
  memory: Record<string, unknown>;
}

/** What a screen makes. */
export interface Screen {
  /** Has its `h1` from the beginning: it is focused. */
  element: HTMLElement;
  title: string;
  /** The screen is left: nothing may go on. */
  leave?: () => void;
  /** Only the query of the address changed; without this the screen is made anew. */
  onQuery?: (query: URLSearchParams) => void;
  /** Once this is done the screen has its whole height, and scrolling can be restored. */
  ready?: Promise<unknown>;
}
