// Generated from /api/openapi.json by `cargo xtask types`; types.d.ts names what the page uses.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A board. */
        Board: {
            /**
             * @description Its code: quarters or letters.
             * @example 1a0-2a0-3a0-4a0
             */
            code: string;
            /** @description The letters R, Y, G, B of all squares: the north row first, each from west to east. */
            colours: string;
            /** @description The quarters, north-west, north-east, south-west, south-east; none for a board of letters. */
            quarters: string[];
            /**
             * Format: int32
             * @description How many files and ranks it has: 8 or 4.
             */
            size: number;
        };
        /** @description A board, and whether a game can be played on it. */
        BoardCheck: {
            /** @description The board. */
            board: components["schemas"]["Board"];
            start: components["schemas"]["Position"] | null;
            unsuitable: components["schemas"]["ErrorBody"] | null;
        };
        /** @description What the requesting visitor may do now. */
        Can: {
            /** @description Whether the game can be left without loss: two people play it, and not both have moved. */
            abort: boolean;
            /** @description Whether the analyst may be asked. */
            analyse: boolean;
            /** @description Whether there is a proposal of the other player to be answered. */
            answer: boolean;
            /** @description Whether the requesting visitor is a player, and the players may write to each other. */
            chat: boolean;
            /** @description Whether they may delete the game. */
            delete: boolean;
            /** @description Whether they may play a move. */
            move: boolean;
            /** @description Whether another game of the match can begin. */
            next: boolean;
            /** @description What may be proposed to the other player. */
            offer: components["schemas"]["ProposalName"][];
            /** @description Whether they may play again what was taken back. */
            redo: boolean;
            /** @description The sides that may give up. */
            resign: components["schemas"]["SideName"][];
            /** @description Whether they may take back a move. */
            undo: boolean;
        };
        /** @description How much time is left, as the answer is given. */
        Clock: {
            /**
             * Format: int64
             * @description How long whose turn it is may take for the first move before the game is aborted, in
             *     milliseconds; null once both sides have moved.
             */
            begin: number | null;
            /** @description What each side has left, in milliseconds. */
            left: components["schemas"]["Sides_i64"];
            /** @description How much time there is in all. */
            pace: components["schemas"]["Pace"];
            running: components["schemas"]["SideName"] | null;
        };
        /** @description A layout that is made by two colours of squares. */
        ColourLayout: {
            /**
             * @description The name of the layout.
             * @example green-red
             */
            layout: string;
            /** @description The colour of the squares where pawns start. */
            start: components["schemas"]["ColourName"];
            /** @description The colour of the squares where they are to go. */
            target: components["schemas"]["ColourName"];
        };
        /**
         * @description The colour of a square.
         * @enum {string}
         */
        ColourName: "red" | "yellow" | "green" | "blue";
        /** @description A command in a game. */
        CommandBody: components["schemas"]["CommandDto"] & {
            /**
             * @description A text of one's own, up to 64 characters: the same command sent again has the same, and is
             *     carried out once.
             */
            request: string;
            /**
             * Format: int64
             * @description The revision of the game that it answers to.
             */
            revision: number;
        };
        /** @description What is to be done in a game. */
        CommandDto: {
            /** @enum {string} */
            do: "move";
            /** @description One of the legal paths. */
            path: string[];
        } | {
            /** @enum {string} */
            do: "undo";
        } | {
            /** @enum {string} */
            do: "redo";
        } | {
            /** @enum {string} */
            do: "resign";
            /** @description Which side does. */
            side: components["schemas"]["SideName"];
        } | {
            /** @enum {string} */
            do: "abort";
        } | {
            /** @enum {string} */
            do: "offer";
            /** @description `draw`, `takeback`, or once the game is over `rematch-same` and `rematch-random`. */
            what: components["schemas"]["ProposalName"];
        } | {
            /** @enum {string} */
            do: "accept";
        } | {
            /** @enum {string} */
            do: "decline";
        };
        /** @description Pawns that are not on the board. */
        Counter: {
            /**
             * Format: int32
             * @description How many there are.
             */
            count: number;
            /** @description Where they are. */
            kind: components["schemas"]["CounterName"];
            /**
             * Format: int32
             * @description How many there can be.
             */
            of: number;
            /** @description Whose they are. */
            side: components["schemas"]["SideName"];
        };
        /**
         * @description Where pawns off the board are.
         * @enum {string}
         */
        CounterName: "hand" | "camp";
        /** @description A proposal that came to nothing. */
        Declined: components["schemas"]["Offer"] & {
            /** @description Who declined it; the side that proposed it has withdrawn it. */
            by: components["schemas"]["SideName"];
        };
        /** @description The end of the graph of a game. */
        Done: {
            /** @description Nothing more follows. */
            done: boolean;
        };
        /** @description The secret of a recovery link. */
        EnterBody: {
            /** @description What stands behind `#` in the link. */
            secret: string;
        };
        /** @description What a refusal says: `code` finds the text in the visitor's language, `details` go into it. */
        ErrorBody: {
            /**
             * @description Lower-case words joined by hyphens, which stay the same for good.
             * @example stale
             */
            code: string;
            /** @description What the text is about. */
            details: Record<string, unknown>;
            /** @description The same in English, for a log. */
            message: string;
        };
        /**
         * @description One of several things that are wrong with a record: among the `faults` in the details of the code
         *     `record`.
         */
        Fault: {
            /** @description As that of a refusal. */
            code: string;
            /** @description Where on the line it begins, in characters, counted from 1. */
            column: number;
            /** @description What the text of the code is about. */
            details: Record<string, unknown>;
            /** @description The line in the text, counted from 1. */
            line: number;
            /** @description The same in English. */
            message: string;
        };
        /** @description A figure. */
        Figure: {
            /** @description The board. */
            board: components["schemas"]["Board"];
            /** @description What is said of it, as HTML. */
            caption: string;
            /** @description The position. */
            position: components["schemas"]["Position"];
            /** @description The squares that it points at. */
            squares: string[];
        };
        /**
         * @description The side that shall be first.
         * @enum {string}
         */
        First: "white" | "black" | "random";
        /** @description A game as a page shows it. */
        Game: {
            /** @description Who plays Black. */
            black: components["schemas"]["Seat"];
            /** @description The board. */
            board: components["schemas"]["Board"];
            /** @description What the requesting visitor may do now. */
            can: components["schemas"]["Can"];
            clock: components["schemas"]["Clock"] | null;
            /**
             * Format: int64
             * @description In milliseconds since 1970, as all times.
             */
            created: number;
            declined: components["schemas"]["Declined"] | null;
            /**
             * @description Another one when the games may have been put back to a backup, as when a server with a file was
             *     started again: revisions of different epochs can't be compared.
             */
            epoch: string;
            /** @description Who moved first. */
            first: components["schemas"]["SideName"];
            /** @description The id of the game. */
            id: string;
            /**
             * @description The name of the kind of game.
             * @example congress
             */
            kind: string;
            /** @description The layout, where the game has several; null where it began with a position that has none. */
            layout: string | null;
            /** @description The match that the game belongs to. */
            match: components["schemas"]["Match"];
            /** @description The moves as they are written. */
            moves: string[];
            /** @description The names of the players, where they have some. */
            names: components["schemas"]["Sides_Option_String"];
            offer: components["schemas"]["Offer"] | null;
            /** @description Whether two people play it, each from a place of their own. */
            online: boolean;
            outcome: components["schemas"]["Outcome"] | null;
            /** @description The position now, with its legal moves. */
            position: components["schemas"]["Position"];
            /**
             * Format: int64
             * @description Grows by one with everything that is done.
             */
            revision: number;
            /** @description Whether the computer is to move. */
            thinking: boolean;
            /** @description How many moves that were taken back can be played again. */
            undone: number;
            /**
             * Format: int64
             * @description When something was done last, in milliseconds since 1970.
             */
            updated: number;
            /** @description Who plays White. */
            white: components["schemas"]["Seat"];
            /** @description The sides that the requesting visitor plays. */
            you: components["schemas"]["SideName"][];
            /** @description Whether the requesting visitor may act in it. */
            yours: boolean;
        };
        /** @description An event of the graph of a game. */
        GraphEvent: components["schemas"]["Point"] | components["schemas"]["Done"];
        /**
         * @description A group of kinds of games, by what their players do.
         * @enum {string}
         */
        GroupName: "race" | "gather" | "place" | "capture";
        /** @description All positions of a game. */
        History: {
            /** @description The start first; without legal moves. */
            positions: components["schemas"]["Position"][];
            /**
             * Format: int64
             * @description The revision of the game.
             */
            revision: number;
        };
        /** @description An invitation as a page shows it. */
        Invitation: {
            /** @description The board. */
            board: components["schemas"]["Board"];
            /** @description Whether the players may write to each other. */
            chat: boolean;
            clock: components["schemas"]["Pace"] | null;
            /**
             * Format: int64
             * @description When it was created, in milliseconds since 1970.
             */
            created: number;
            /**
             * Format: int64
             * @description Until when it is open, in milliseconds since 1970.
             */
            expires: number;
            /** @description Who will move first. */
            first: components["schemas"]["SideName"];
            /** @description The id of the game that came of it. */
            game: string | null;
            /** @description Whether its creator is present. */
            here: boolean;
            /** @description The id of the invitation. */
            id: string;
            /** @description The name of the kind of game. */
            kind: string;
            /** @description The layout, where the game has several. */
            layout: string | null;
            /** @description The name of its creator, if they have one. */
            name: string | null;
            /** @description The position at the start. */
            position: components["schemas"]["Position"];
            /** @description Whether everybody finds the invitation, and may watch the game. */
            public: boolean;
            side: components["schemas"]["SideName"] | null;
            /** @description What can be done with it. */
            state: components["schemas"]["InvitationState"];
            /**
             * Format: int32
             * @description The points to which a match is played.
             */
            target: number | null;
            /** @description Whether the requesting visitor created it. */
            yours: boolean;
        };
        /** @description What a game between two people is to be. */
        InvitationBody: {
            /** @description The code of the board, or `random`. */
            board?: string | null;
            /** @description Whether the players may write to each other. */
            chat?: boolean;
            clock?: components["schemas"]["Pace"] | null;
            /** @description The side that moves first. */
            first?: components["schemas"]["First"];
            /** @description The kind of game. */
            kind: string;
            /** @description The layout, where the game has several. */
            layout?: string | null;
            /** @description Whether everybody finds the invitation, and may watch the game. */
            public?: boolean;
            side?: components["schemas"]["SideName"] | null;
            /**
             * Format: int32
             * @description The points to which a match is played.
             */
            target?: number | null;
        };
        /**
         * @description What can be done with an invitation.
         * @enum {string}
         */
        InvitationState: "open" | "taken" | "withdrawn" | "expired";
        /** @description Invitations. */
        Invitations: {
            /** @description The open invitations. */
            invitations: components["schemas"]["Invitation"][];
        };
        /** @description A kind of game. */
        Kind: {
            /** @description The code of the board on which it is shown. */
            board: string;
            /** @description Those of its layouts that are made by two colours; empty when it has no such layouts. */
            colour_layouts: components["schemas"]["ColourLayout"][];
            /** @description The colours of that board. */
            colours: string;
            /** @description What its players do; the kinds of a group are listed together. */
            group: components["schemas"]["GroupName"];
            /** @description The names of its layouts, the default first; empty when there is but one. */
            layouts: string[];
            /** @description The limits of what players may ask for; the same for every kind. */
            limits: components["schemas"]["Limits"];
            /**
             * @description Its name, by which the page finds its title and texts.
             * @example congress
             */
            name: string;
            /** @description A position to draw a picture from: the start, or one with pawns where the board begins empty. */
            sample: components["schemas"]["Position"];
            /**
             * Format: int32
             * @description How many files and ranks its board has: 8 or 4.
             */
            size: number;
            /**
             * Format: int32
             * @description The points to which a match is played, where the rules name them.
             */
            target: number | null;
        };
        /** @description The move that led to a position. */
        LastMove: {
            /** @description Its steps. */
            path: string[];
            /** @description Who played it. */
            side: components["schemas"]["SideName"];
            /**
             * @description The move as it is written.
             * @example e4-f6
             */
            text: string;
        };
        /** @description The limits of what players may ask for. */
        Limits: {
            /** @description The largest body of a request, in bytes; in it the texts of records and positions. */
            body: number;
            /** @description The days of a clock for each move. */
            days: components["schemas"]["Range"];
            /** @description The levels of the computer, from the weakest to the strongest. */
            levels: components["schemas"]["Range"];
            /** @description The longest message to the other player, in characters. */
            message: number;
            /** @description The minutes of a clock for the whole game. */
            minutes: components["schemas"]["Range"];
            /** @description The longest name of a visitor, in characters. */
            name: number;
            /** @description The longest game, in plies. */
            plies: number;
            /** @description The seconds that each move adds to a clock of minutes. */
            seconds: components["schemas"]["Range"];
            /** @description The points to which a match can be played. */
            target: components["schemas"]["Range"];
        };
        /** @description A line. */
        Line: {
            /** @description Whether it is proven that the game is drawn. */
            draws: boolean;
            /** @description Its moves as they are written. */
            moves: string[];
            /** @description The steps of its first move. */
            path: string[];
            /**
             * Format: int32
             * @description What it is worth to White, where 200 stands for odds of e; null where the game is decided.
             */
            score: number | null;
            wins: components["schemas"]["Win"] | null;
        };
        /** @description A secret for a link. */
        Link: {
            /** @description Goes to `/enter#SECRET`: the part behind `#` is sent to nobody. */
            secret: string;
        };
        /**
         * @description Which games are listed.
         * @enum {string}
         */
        List: "going" | "ended" | "archived";
        /** @description A message on the `WebSocket` of a game. */
        LiveMessage: {
            /** @description The game. */
            game: components["schemas"]["Game"];
            /** @enum {string} */
            type: "game";
        } | {
            /** @description Whether Black is. */
            black: boolean;
            /** @enum {string} */
            type: "presence";
            /**
             * Format: int32
             * @description How many look on.
             */
            watchers: number;
            /** @description Whether White is. */
            white: boolean;
        } | {
            /** @description By their numbers. */
            messages: components["schemas"]["Message"][];
            /** @enum {string} */
            type: "messages";
        } | {
            /** @enum {string} */
            type: "beat";
        } | {
            /** @enum {string} */
            type: "gone";
        } | {
            /** @enum {string} */
            type: "bye";
        };
        /** @description Where strangers meet. */
        Lobby: components["schemas"]["Page"] & {
            /**
             * @description Those that everybody may take; first those whose makers wait. With minutes to play these
             *     alone: the others come back with their makers. Where there are more than 50, every address has
             *     one of its own shown before any has two.
             */
            invitations: components["schemas"]["Invitation"][];
        };
        /** @description Squares that mean something. */
        Mark: {
            /** @description The meaning. */
            kind: components["schemas"]["MarkName"];
            side: components["schemas"]["SideName"] | null;
            /** @description The squares. */
            squares: string[];
        };
        /**
         * @description What marked squares mean.
         * @enum {string}
         */
        MarkName: "goal" | "home" | "forced" | "answer" | "area" | "closed" | "safe" | "exposed";
        /** @description The match that a game belongs to. */
        Match: components["schemas"]["Sides_u32"] & {
            /** @description The id of the game after. */
            next: string | null;
            /**
             * Format: int32
             * @description Which game of it this one is, from 1.
             */
            number: number;
            /** @description The id of the game before. */
            previous: string | null;
            /**
             * Format: int32
             * @description The points to which it is played.
             */
            target: number | null;
            winner: components["schemas"]["SideName"] | null;
        };
        /** @description The requesting visitor. */
        Me: {
            /** @description Whether they have been here before. */
            known: boolean;
            /** @description The longest name that can be taken, in characters. */
            longest_name: number;
            /** @description The name that others see. */
            name: string | null;
        };
        /** @description Something that a player wrote. */
        Message: {
            /**
             * Format: int64
             * @description When it was sent, in milliseconds since 1970.
             */
            at: number;
            /**
             * Format: int64
             * @description From 1.
             */
            number: number;
            /** @description The side of its author. */
            side: components["schemas"]["SideName"];
            /** @description Plain text on one line. */
            text: string;
        };
        /** @description What was written. */
        Messages: {
            /** @description The messages in their order. */
            messages: components["schemas"]["Message"][];
        };
        /** @description The name of a visitor. */
        NameBody: {
            /** @description One line of no more characters than `limits.name` of `/api/kinds`; empty for no name. */
            name: string;
        };
        /** @description What a game begins with: a kind and a board, or the text of a record or a position. */
        NewGame: {
            /** @description Who plays Black. */
            black: components["schemas"]["Seat"];
            /** @description The code of the board, or `random`. */
            board?: string | null;
            /** @description The side that moves first. */
            first?: components["schemas"]["First"];
            /** @description The kind of game. */
            kind?: string | null;
            /** @description The layout, where the game has several. */
            layout?: string | null;
            /**
             * Format: int32
             * @description The points to which a match is played.
             */
            target?: number | null;
            /** @description A record or a position text instead of all that. */
            text?: string | null;
            /** @description Who plays White. */
            white: components["schemas"]["Seat"];
        };
        /**
         * @description The board of the next game.
         * @enum {string}
         */
        NextBoard: "same" | "random";
        /** @description What the next game of a match is to be. */
        NextBody: {
            /** @description The board of the next game. */
            board?: components["schemas"]["NextBoard"];
        };
        /** @description What one player proposes to the other. */
        Offer: {
            /** @description Who proposes it. */
            side: components["schemas"]["SideName"];
            /** @description What. */
            what: components["schemas"]["ProposalName"];
        };
        /** @description The result of a game. */
        Outcome: {
            /**
             * Format: int32
             * @description What the win is worth in a match.
             */
            points: number;
            /**
             * @description Why the game ended, as a key; `aborted` when it was left before both sides had moved.
             * @example repetition
             */
            reason: string;
            winner: components["schemas"]["SideName"] | null;
        };
        /** @description How much time the players have. */
        Pace: {
            /** @enum {string} */
            kind: "fischer";
            /**
             * Format: int32
             * @description For the whole game, within `limits.minutes` of `/api/kinds`.
             */
            minutes: number;
            /**
             * Format: int32
             * @description Added by each move, within `limits.seconds`.
             */
            seconds: number;
        } | {
            /**
             * Format: int32
             * @description For each move, within `limits.days`.
             */
            days: number;
            /** @enum {string} */
            kind: "days";
        };
        /** @description A page of a list. */
        Page: {
            /**
             * Format: int32
             * @description How many games all pages have together.
             */
            count: number;
            /** @description The games of the page. */
            games: components["schemas"]["Summary"][];
            /**
             * Format: int32
             * @description How many pages there are.
             */
            pages: number;
            /**
             * Format: int32
             * @description How many games a page has, but for the last one.
             */
            size: number;
        };
        /** @description One of the records of a text. */
        Part: {
            /** @description The name of Black in its tags. */
            black: string | null;
            /** @description The date in its tags. */
            date: string | null;
            /** @description The name of the kind of game; null where it can't be read. */
            kind: string | null;
            /** @description The line at which its faults begin, where it can't be read; else 0. */
            line: number;
            /** @description How many moves it has. */
            plies: number;
            refused: components["schemas"]["ErrorBody"] | null;
            /** @description The record by itself, as it would be opened; null where it can't be read. */
            text: string | null;
            /** @description The name of White in its tags. */
            white: string | null;
        };
        /** @description The records of a text. */
        Parts: {
            /** @description The records in their order. */
            records: components["schemas"]["Part"][];
        };
        /** @description A point of the graph of a game. */
        Point: {
            /** @description How many moves were played before the position. */
            ply: number;
            /**
             * Format: double
             * @description White's chances, from 0 to 1.
             */
            share: number;
            wins: components["schemas"]["SideName"] | null;
        };
        /** @description A position as a page shows it. */
        Position: {
            /** @description Pawns off the board. */
            counters: components["schemas"]["Counter"][];
            last: components["schemas"]["LastMove"] | null;
            /** @description Squares that mean something, in the order in which they are drawn. */
            marks: components["schemas"]["Mark"][];
            /**
             * @description The legal moves, step by step: squares, `camp` or `pass`. One step places a pawn; of several
             *     the first is the pawn that moves, the second where it goes, a third where the pawn that stood
             *     there is put. Empty when there is nothing to be played.
             */
            paths: string[][];
            /** @description The squares of each side's pawns. A square stands twice where two pawns of the side are. */
            pawns: components["schemas"]["Sides_Vec_String"];
            /** @description How many moves were played before. */
            ply: number;
            /** @description How often this position has stood in the game. */
            repeated: number;
            /** @description The colour each side aims at, if one. */
            targets: components["schemas"]["Sides_Option_ColourName"];
            /**
             * @description What is asked of them, as a key; null once the game is over.
             * @example move-or-capture
             */
            task: string | null;
            /** @description Whose turn it is, or would be. */
            turn: components["schemas"]["SideName"];
        };
        /**
         * @description What one player can propose to the other.
         * @enum {string}
         */
        ProposalName: "draw" | "takeback" | "rematch-same" | "rematch-random";
        /** @description A proven verdict. */
        Proven: {
            /** @description Whether the side that moved first in the game wins. */
            first: boolean;
            /**
             * Format: int32
             * @description The points of the win; 0 for a draw.
             */
            points: number;
            winner: components["schemas"]["SideName"] | null;
        };
        /** @description The rating of a puzzle. */
        PuzzleRating: components["schemas"]["Rating"] & {
            /** @description The id of the puzzle. */
            id: string;
        };
        /** @description The ratings of puzzles. */
        PuzzleRatings: {
            /** @description Those that somebody has tried, in the order of their ids. */
            ratings: components["schemas"]["PuzzleRating"][];
        };
        /** @description One face of a quarterboard. */
        Quarter: {
            /**
             * @description Its code.
             * @example 1a0
             */
            code: string;
            /** @description Its rows from north to south, each from west to east. */
            rows: string[];
        };
        /** @description A range, with both ends. */
        Range: {
            /**
             * Format: int32
             * @description The most.
             */
            max: number;
            /**
             * Format: int32
             * @description The least.
             */
            min: number;
        };
        /** @description A Glicko-2 rating. */
        Rating: {
            /**
             * Format: int64
             * @description Its standard deviation: the less, the more certain the rating is.
             */
            deviation: number;
            /**
             * Format: int64
             * @description 400 points of difference stand for odds of ten to one.
             */
            rating: number;
            /**
             * Format: int64
             * @description How many first tries made it.
             */
            tries: number;
        };
        /** @description What a text holds. */
        Read: {
            /** @description The board. */
            board: components["schemas"]["Board"];
            /** @description The name of the kind of game. */
            kind: string;
            outcome: components["schemas"]["Outcome"] | null;
            /** @description How many moves it has. */
            plies: number;
            /** @description The last position, without its legal moves. */
            position: components["schemas"]["Position"];
            /** @description What the text is. */
            what: components["schemas"]["TextKind"];
        };
        /** @description What is known of a position so far. */
        Report: {
            /**
             * Format: int32
             * @description How many plies were looked at.
             */
            depth: number;
            /** @description Whether nothing more follows. */
            done: boolean;
            /** @description The best lines, the best first. */
            lines: components["schemas"]["Line"][];
            /**
             * Format: int64
             * @description How many positions were looked at.
             */
            nodes: number;
            /** @description How many moves were played before the position. */
            ply: number;
            proven: components["schemas"]["Proven"] | null;
            /** @description What each legal move is worth, where that is proven. */
            verdicts: components["schemas"]["Verdict"][];
        };
        /** @description The rules of a game. */
        Rules: {
            /** @description The figures of the text, in their order. */
            figures: components["schemas"]["Figure"][];
            /**
             * @description The text without its title. Figures have their place there:
             *     `<figure data-figure="0"></figure>`.
             */
            html: string;
            /** @description The title of the game. */
            title: string;
        };
        /** @description A message to the other player. */
        SayBody: {
            /**
             * @description A text of one's own, up to 64 characters: the same message sent again has the same, and
             *     stands once.
             */
            request: string;
            /** @description One line of no more characters than `limits.message` of `/api/kinds`. */
            text: string;
        };
        /** @description Who plays a side. */
        Seat: {
            /** @enum {string} */
            player: "human";
        } | {
            /**
             * Format: int32
             * @description How strong it is, within `limits.levels` of `/api/kinds`.
             */
            level: number;
            /** @enum {string} */
            player: "computer";
        };
        /**
         * @description White or Black.
         * @enum {string}
         */
        SideName: "white" | "black";
        /** @description Something for each side. */
        Sides_Option_ColourName: {
            /** @description Black's. */
            black: null | ("red" | "yellow" | "green" | "blue");
            /** @description White's. */
            white: null | ("red" | "yellow" | "green" | "blue");
        };
        /** @description Something for each side. */
        Sides_Option_String: {
            /** @description Black's. */
            black: null | string;
            /** @description White's. */
            white: null | string;
        };
        /** @description Something for each side. */
        Sides_Vec_String: {
            /** @description Black's. */
            black: string[];
            /** @description White's. */
            white: string[];
        };
        /** @description Something for each side. */
        Sides_i64: {
            /**
             * Format: int64
             * @description Black's.
             */
            black: number;
            /**
             * Format: int64
             * @description White's.
             */
            white: number;
        };
        /** @description Something for each side. */
        Sides_u32: {
            /**
             * Format: int32
             * @description Black's.
             */
            black: number;
            /**
             * Format: int32
             * @description White's.
             */
            white: number;
        };
        /** @description A game in a list. */
        Summary: {
            /** @description Who plays Black. */
            black: components["schemas"]["Seat"];
            /** @description The code of the board. */
            board: string;
            /** @description The letters of all squares of the board, as in `Board`. */
            colours: string;
            /**
             * Format: int64
             * @description When the time of the side to move is up, in milliseconds since 1970; null where none runs.
             */
            deadline: number | null;
            /** @description The id of the game. */
            id: string;
            /** @description The name of the kind of game. */
            kind: string;
            /** @description The layout, where the game has several; null where it began with a position that has none. */
            layout: string | null;
            /** @description The names of the players, where they have some. */
            names: components["schemas"]["Sides_Option_String"];
            /** @description Whether two people play it, each from a place of their own. */
            online: boolean;
            outcome: components["schemas"]["Outcome"] | null;
            pace: components["schemas"]["Pace"] | null;
            /** @description How many moves were played. */
            plies: number;
            /** @description The last position, without its legal moves. */
            position: components["schemas"]["Position"];
            /** @description The side to move. */
            turn: components["schemas"]["SideName"];
            /**
             * Format: int64
             * @description When something was done last, in milliseconds since 1970.
             */
            updated: number;
            /** @description Who plays White. */
            white: components["schemas"]["Seat"];
            /** @description The sides that the requesting visitor plays. */
            you: components["schemas"]["SideName"][];
        };
        /** @description A text to be read. */
        TextBody: {
            /** @description A record or a position text. */
            text: string;
        };
        /**
         * @description What a text is.
         * @enum {string}
         */
        TextKind: "record" | "position";
        /** @description What came of a visitor's first try at a puzzle. */
        Tried: {
            /** @description The rating of the puzzle now. */
            puzzle: components["schemas"]["Rating"];
            /** @description Whether the first try solved it. */
            solved: boolean;
            /** @description The rating of the visitor now. */
            visitor: components["schemas"]["Rating"];
        };
        /** @description A try at a puzzle. */
        TryBody: {
            /** @description Whether every move was the right one, without help. */
            solved: boolean;
        };
        /** @description What a move is worth. */
        Verdict: {
            /** @description Whether the game is drawn with it. */
            draws: boolean;
            /** @description The steps of the move. */
            path: string[];
            /**
             * Format: int32
             * @description The points of the winner; 0 for a draw.
             */
            points: number;
            /** @description Whether the side that moves wins with it. */
            wins: boolean;
        };
        /** @description A game that is decided. */
        Win: {
            /**
             * Format: int32
             * @description In how many plies, where that was seen.
             */
            plies: number | null;
            /**
             * Format: int32
             * @description The points of the win.
             */
            points: number;
            /** @description The side that wins. */
            side: components["schemas"]["SideName"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
