/**
 * The objects of the server, as `docs/programs.md` describes them.
 *
 * @typedef {"left" | "right" | "either"} Player
 * @typedef {"win" | "loss" | "draw"} Result
 *
 * @typedef {{kind: "free" | "gone"}
 *   | {kind: "reserved" | "coloured", player: Player}
 *   | {kind: "domino", direction: "up" | "down" | "left" | "right"}
 *   | {kind: "piece", player: Player, sign: string}
 *   | {kind: "coin", heads: boolean}} Cell
 * @typedef {{kind: "chess" | "pair"} | {kind: "strip", first: number}} CellNames
 * @typedef {{kind: "grid", columns: number, cells: Cell[], names: CellNames, is_chequered: boolean}} Grid
 * @typedef {{kind: "heaps", heaps: {tokens: number | string, label: string}[], lie_in_rows: boolean}} Heaps
 * @typedef {{name: string, content: Cell, place: [number, number] | null}} Vertex
 * @typedef {{from: number, to: number, player: Player, is_directed: boolean}} Edge
 * @typedef {{kind: "graph", vertices: Vertex[], edges: Edge[], ground: number | null}} Graph
 * @typedef {{kind: "staircase", steps: (number | string)[], first: number}} Staircase
 * @typedef {{kind: "digits", signs: string[], between: string, captions: string[]}} Digits
 * @typedef {Grid | Heaps | Graph | Staircase | Digits} Figure
 * @typedef {{figures: Figure[]}} View
 *
 * @typedef {[number, number]} Touch  The number of a figure, and of an element in it.
 * @typedef {{player: Player, from: string, to: string, text: string, touches?: Touch[], outcome?: Result | null,
 *   value?: string | null, remoteness?: number | null}} Move
 * @typedef {{game: string, position: string, play?: string, view: View | null, moves: Move[], move_count: number,
 *   complete?: boolean, stopped?: string | null}} Moves
 * @typedef {{game: string, position: string, play: string, outcome: "N" | "P" | "L" | "R" | "D" | null, value: string | null,
 *   value_kind: string | null, mean: string | null, temperature: string | null, remoteness: number | null, moves: Move[],
 *   move_count: number | null, method: {kind: string, name: string, nodes: number} | null, explanation: string[],
 *   complete: boolean, stopped: string | null}} Solved
 *
 * @typedef {{name: string, title: string, other_names?: string[], aliases?: string[], parameter: string | null, rules: string,
 *   notation: string, example: string, ranks?: any, kind?: string, has_view?: boolean}} Game
 *
 * @typedef {{bytes: [number, number], characters: [number, number], line: number, column: number}} Span
 * @typedef {{kind?: string, message: string, expected?: string | null, label?: string | null, help?: string | null,
 *   in?: string | null, span?: Span | null}} Fault
 *
 * @typedef {string | {rules: string}} GameRef  A name with its parameters, a code, or the text of a rule file.
 */
export {};
