// The shapes of the API, by the names that the page has for them, and of the page's own parts. The
// first are generated from the server's document: `openapi.d.ts` describes their fields.

import type { components } from './openapi.js';

type Schemas = components['schemas'];

export type Language = 'en' | 'fr';

export type Side = Schemas['SideName'];
export type Board = Schemas['Board'];
export type SuitedBoard = Schemas['BoardCheck'];
export type Quarter = Schemas['Quarter'];
export type Kind = Schemas['Kind'];
export type Limits = Schemas['Limits'];
export type Range = Schemas['Range'];

/** Why something is refused: `error.<code>` in the locales, with `details` as parameters. */
export type Refusal = Schemas['ErrorBody'];
/** One of several things that are wrong with a record. */
export type Fault = Schemas['Fault'];

export type Seat = Schemas['Seat'];
export type Position = Schemas['Position'];
export type Mark = Schemas['Mark'];
export type Counter = Schemas['Counter'];
export type Outcome = Schemas['Outcome'];
export type Colour = Schemas['ColourName'];

export type Game = Schemas['Game'];
export type Pace = Schemas['Pace'];
export type Offer = Schemas['Offer'];
export type Proposal = Schemas['ProposalName'];
export type GameHistory = Schemas['History'];
export type Summary = Schemas['Summary'];
export type GameList = Schemas['Page'];

/** A message of a game's WebSocket. */
export type News = Schemas['LiveMessage'];
/** Who is at a game. */
export type Presence = Omit<Extract<News, { type: 'presence' }>, 'type'>;
/** Something that a player wrote. */
export type Message = Schemas['Message'];

export type Invitation = Schemas['Invitation'];
export type Lobby = Schemas['Lobby'];
export type Me = Schemas['Me'];

export type Rating = Schemas['Rating'];
export type PuzzleRatings = Schemas['PuzzleRatings'];
/** What came of a first try at a puzzle. */
export type Tried = Schemas['Tried'];

/** What a pasted text holds. */
export type ReadText = Schemas['Read'];
/** One of the records of a text. */
export type Part = Schemas['Part'];

export type Figure = Schemas['Figure'];
export type Rules = Schemas['Rules'];

export type Analysis = Schemas['Report'];
export type AnalysisLine = Schemas['Line'];
/** White's chance from 0 to 1 after a ply, or that no more follow. */
export type GraphEvent = Schemas['GraphEvent'];

/** What a screen is given. */
export interface Context {
  /** The parts of the address, such as the kind of game. */
  params: Record<string, string>;
  query: URLSearchParams;
  navigate: (path: string, options?: { replace?: boolean }) => void;
  /** Gives the page another title than the one it began with. */
  setTitle: (title: string) => void;
  /**
   * Survives a change of language, when the screen is made anew, and is there again when the visitor
   * comes back to it. What is typed into a field with an id survives a change of language by itself.
   */
  memory: Record<string, unknown>;
  /** Whether the screen is the one before, made anew in another language. */
  isRemade: boolean;
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
