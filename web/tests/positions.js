// Games and positions that the tests begin with.

/** Cornered, won by White with 3 points. */
export const WON = `[Game "cornered"]
[Board "2a0"]

1. d1 b2 2. a1 white+3`;

/** Big Bang, in which Black can oust the pawn on g8, from e7 or f7, to some forty squares. */
export const OUSTING = `[Game "big-bang"]
[Board "1a0-2a0-3a0-4a0"]

1. f6-g7 c4-b5 2. g7-c7 e6-e7 3. c3-b1 b5-a7 4. c7-e8 f3-h1 5. e5-f6 e4-e6
6. f6-g7 f5-f7 7. e3-c1 e6-f5 8. c1-b2 d5-e6 9. g7-g8 *`;

/** Katarenga, in which White has eight captures, of six pawns. */
export const CAPTURES = `[Game "katarenga"]
[Board "1a0-2a0-3a0-4a0"]

1. f1-f2 c8-b7 2. g1-h2 d8-f7 3. h2-f1 f8-g7 4. a1-b3 g7-g4 5. h1-g2 b8-e5
6. f2-e4 a8-a7 7. c1-e3 b7-c7 8. e4-a4 g4-g5 9. b3-c4 f7-g6 10. e3-f4 c7-d5
11. f4-e6 e5-f6 12. a4-a1 e8-d8 13. e6-e5 f6-f5 14. c4-b5 g5-f4 15. b5-d6 d5-b3 *`;

/** Katarenga, in which White can win by entering a camp. */
export const CAMPS = 'katarenga 1a0-2a0-3a0-4a0 w6w/8/8/8/8/8/8/b5bb w w camps=1/0';

/** Cornered on a board on which White, who begins, wins 7 points with d4 and loses with a1. */
export const SOLVABLE = { kind: 'cornered', board: '2a0' };

/** Battle Stations, in which White can only pass, and the game goes on. */
export const PASSING = `[Game "battle-stations"]
[Board "1a0-2a0-3a0-4a0"]

1. c2 e6 2. h1 g6 3. g3 a5 4. c3 b1 5. e4 h2 6. e1 e5 7. g2 d5 8. b8 a8
9. e4xe5 a8xb8 10. g2xh2 g6xe5 11. c3xb1 e5xg3 *`;
