/**
 * The objects of the server, as `docs/programs.md` describes them, and those that several
 * modules of the page share. All are global; nothing of this is loaded by a browser.
 *
 * @typedef {"left" | "right" | "either"} Player
 * @typedef {"win" | "loss" | "draw"} Result
 *
 * @typedef {{is: "free" | "gone"}
 *   | {is: "reserved" | "coloured", player: Player}
 *   | {is: "domino", other_half: "up" | "down" | "left" | "right"}
 *   | {is: "piece", player: Player, sign: string}
 *   | {is: "coin", heads: boolean}} Cell
 * @typedef {{kind: "grid" | "strip", columns: number, rows: number, cells: (Cell & {name: string})[], chequered: boolean}} Grid
 * @typedef {{tokens: number | string, label: string}} Heap
 * @typedef {{kind: "heaps", heaps: Heap[], in_rows: boolean}} Heaps
 * @typedef {Cell & {name: string, place: [number, number] | null}} Vertex
 * @typedef {{from: number, to: number, player: Player, directed: boolean}} Edge
 * @typedef {{kind: "graph", vertices: Vertex[], edges: Edge[], ground: number | null}} Graph
 * @typedef {{kind: "staircase", steps: (number | string)[], first: number}} Staircase
 * @typedef {{kind: "digits", signs: string[], between: string, captions: string[]}} Digits
 * @typedef {Grid | Heaps | Graph | Staircase | Digits} Figure
 * @typedef {{figures: Figure[]}} View
 *
 * @typedef {[number, number]} Touched  The number of a figure, and of an element in it.
 * @typedef {{player: Player, from: string, to: string, text: string, touches?: Touched[], outcome?: Result | null,
 *   value?: string | null, remoteness?: number | null}} Move
 * @typedef {{game: string, position: string, play?: string, view: View | null, moves: Move[], move_count: number,
 *   complete?: boolean, stopped?: string | null}} Moves
 * @typedef {{game: string, position: string, play: string, outcome: "N" | "P" | "L" | "R" | "D" | null, value: string | null,
 *   value_kind: string | null, mean: string | null, temperature: string | null, remoteness: number | null, moves: Move[],
 *   move_count: number | null, method: {kind: string, name: string, nodes: number} | null, explanation: string[],
 *   complete: boolean, stopped: string | null}} Solved
 *
 * @typedef {{name: string, title: string, kind: string, other_names: string[], parameter: string | null, about: string,
 *   players?: "impartial" | "partizan" | "ranked", example: {game: string, position: string}}} Game  A game in the catalogue.
 * @typedef {{name: string, statement: string, play?: string}} Statement
 * @typedef {{name: string, title: string, rules: string, notation: string, example: string, ranks: unknown,
 *   theorems: Statement[], claims: Statement[], sources: string[]}} GamePage  All there is about a game.
 *
 * @typedef {{bytes: [number, number], characters: [number, number], line: number, column: number}} Span
 * @typedef {{kind?: string, message: string, expected?: string | null, label?: string | null, help?: string | null,
 *   in?: string | null, span?: Span | null}} Fault
 *
 * @typedef {{to_move: "left" | "right", winner: "left" | "right" | "draw" | null, complete: boolean, stopped: string | null,
 *   moves: (Move & {outcome: Result, remoteness: number | null})[]}} Line  Best play from a position on.
 * @typedef {{format: string, media_type: string, text: string | null, base64: string | null}} Picture
 * @typedef {string | {rules: string}} GameRef  A name with its parameters, a code, or the text of a rule file.
 *
 * @typedef {{directory: string | null, error?: string, game: string, board: string, play: string, records: string, ranks: number,
 *   complete: boolean, bytes: number, positions: number, drawn: number, won: number[], lost: number[], remoteness: number | null,
 *   points: number | null, farthest: string | null}} Table
 * @typedef {{rank: number, position: string, outcome: string, remoteness: number | null, points: number | null}} Entry
 *
 * @typedef {{topic: string, game: string, position: string, to_move: string | null, question: string, answer: string, hints: string[],
 *   explanation: string[], judgement: "right" | "wrong" | "not understood" | null, expected: string | null}} Exercise
 *
 * A follower: a number plus ups plus a nimber, or the places of its options in the list.
 * @typedef {{number: string, ups: number, nimber: number} | {left: number[], right: number[]}} Follower
 *
 * A piece of an expression. A value has its parts, brackets have what is inside, all else is a sign or a name.
 * @typedef {{kind: "value", number: string, ups: number, nimber: number | null}
 *   | {kind: "group", open: string, inside: Piece[], close: string}
 *   | {kind: "bars", count: number} | {kind: "sign", text: string} | {kind: "name", text: string} | {kind: "text", text: string}} Piece
 *
 * A section of the page: shows an address, and says whether a later address is its own too.
 * @typedef {{section: string, parts: string[], options: URLSearchParams}} Address
 * @typedef {{element: HTMLElement, show: (address: Address) => void | Promise<void>, leave?: () => void}} Section
 *
 * How an answer is waited for.
 * @typedef {{signal?: AbortSignal, stop?: AbortSignal, progress?: (event: any) => void}} How
 *
 * @typedef {"impartial" | "partizan" | "ranked"} Kind  Of a game.
 * @typedef {"none" | "winning" | "all"} Marking  Of moves on a board.
 * @typedef {"perfect" | "strong" | "casual" | "random"} Level  Of the opponent.
 * @typedef {{kind: string, fields: [string, string][]}} Fence  In the file of a lesson.
 *
 * A node of the course of a game.
 * @typedef {"left" | "right"} Turn  Who is to move; in impartial games `left` is the first player.
 * @typedef {object} Ply
 * @property {string} position  As it is asked for.
 * @property {Turn} turn
 * @property {string} text  The move that led here; empty at the root.
 * @property {Turn | null} mover
 * @property {Ply | null} parent
 * @property {Ply[]} children
 * @property {Ply | null} next  The child that was looked at last.
 * @property {{winner: Turn | "draw", remoteness: number | null} | null} known  Who wins from here, and in how many moves.
 *
 * @typedef {{x: number, y: number}} Point
 *
 * Where an element is, for clicks, marks and the keyboard.
 * @typedef {object} Spot
 * @property {number} x  Its centre.
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {"box" | "disc" | "line"} shape
 * @property {string} name  Its name: `a1`, `heap 2`.
 * @property {string} says  What is on it, in words.
 * @property {string} [path]  The path of a line.
 * @property {{y: number, h: number, x: number, w: number, rest: number}[]} [tokens]  Of a heap whose tokens can be clicked one by
 *   one: where each is, and how many are left if it is taken with those above (or right of) it.
 *
 * What the drawing of a figure gives: shapes, and where its elements are.
 * @typedef {{width: number, height: number, shapes: SVGElement[], spots: Map<number, Spot>}} Drawn
 *
 * What is edited, and what is done with the result.
 * @typedef {object} Subject
 * @property {string} name  Of the game, without parameters.
 * @property {string} game  With parameters.
 * @property {string} position
 * @property {View} view
 * @property {GamePage} entry
 * @property {(position: string, game?: string) => void} set  With a game where its parameters are edited.
 *
 * @typedef {object} Editor
 * @property {HTMLElement} element  Its controls.
 * @property {boolean} byCell  Whether clicks on the board go to it.
 * @property {(element: string) => void} [cell]  A click on an element of the board.
 * @property {(from: string, to: string) => void} [link]  A drag from one element to another.
 *
 * @typedef {(subject: Subject) => Editor | null} Editing  The editor of a kind of positions, or null for another kind.
 */
