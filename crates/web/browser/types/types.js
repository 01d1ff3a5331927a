/**
 * Types of the page's objects, and short names for types of the server's answers, which are in the namespace `Api` (`generate.mjs`
 * writes them to `api.d.ts`). All are global. The browser does not load this file.
 *
 * @typedef {Api.Move["player"]} Player
 * @typedef {"win" | "loss" | "draw"} Result
 *
 * @typedef {Api.View["figures"][number]} Figure
 * @typedef {Extract<Figure, {cells: unknown}>} Grid
 * @typedef {Extract<Figure, {kind: "heaps"}>} Heaps
 * @typedef {Heaps["heaps"][number]} Heap
 * @typedef {Extract<Figure, {kind: "graph"}>} Graph
 * @typedef {Graph["vertices"][number]} Vertex
 * @typedef {Graph["edges"][number]} Edge
 * @typedef {Extract<Figure, {kind: "staircase"}>} Staircase
 * @typedef {Extract<Figure, {kind: "digits"}>} Digits
 * @typedef {Grid["cells"][number]} Cell
 * @typedef {Api.View} View
 * @typedef {NonNullable<View["sizes"]>[number]} Size  A number in the parameter of a game.
 * @typedef {NonNullable<View["alphabet"]>["letters"][number]} Letter  A letter for a cell, in the text of a position.
 *
 * @typedef {Api.ListedMove["touches"][number]} Touched  The index of a figure, and the index of an element in that figure.
 * @typedef {Api.ListedMove} Move
 * @typedef {Api.Moves} Moves
 * @typedef {Api.Analysis} Solved
 *
 * @typedef {Api.Game} Game  A game in the catalogue.
 * @typedef {Api.Theorem | Api.Claim} Statement
 * @typedef {Api.Page} GamePage  The page of a game.
 *
 * @typedef {Api.Span} Span
 * @typedef {Pick<Api.Error, "detail"> & Partial<Api.Error>} Fault  An error of the server or of the page.
 *
 * @typedef {Api.Line} Line  Best play from a position on.
 * @typedef {Api.Picture} Picture
 * @typedef {string | {rules: string}} GameRef  A name with its parameters, a code, or the text of a rule file.
 *
 * @typedef {Api.Database} Table
 * @typedef {Api.Database | Api.UnreadTable} ListedTable
 * @typedef {Api.ListedPosition} Entry
 * @typedef {Api.Judged} Exercise
 * @typedef {Api.Puzzle} Puzzle
 * @typedef {{date: string} | {seed: number, rating?: number, game?: string}} Asked  The puzzle to fetch.
 * @typedef {{rating: number, seen: number, solved: number, streak: number, best: number, days: number, last: string}} Score  The puzzle score: `streak` counts right answers in a row, and `days` daily puzzles in a row, the latest on the date `last`.
 * @typedef {Api.Follower} Follower
 *
 * A piece of an expression. A value has parts, brackets have contents, and everything else is a sign or a name.
 * @typedef {{kind: "value", number: string, ups: number, nimber: string | null}
 *   | {kind: "group", open: string, inside: Piece[], close: string}
 *   | {kind: "bars", count: number} | {kind: "sign", text: string} | {kind: "name", text: string} | {kind: "text", text: string}} Piece
 *
 * A section of the page. It shows an address until the signal is aborted.
 * @typedef {{section: string, parts: string[], options: URLSearchParams}} Address
 * @typedef {{element: HTMLElement, show: (address: Address, wanted: AbortSignal) => void | Promise<void>, leave?: () => void}} Section
 *
 * Options for waiting for an answer.
 * @typedef {{signal?: AbortSignal, stop?: AbortSignal, progress?: (event: any) => void}} How
 *
 * @typedef {"impartial" | "partizan" | "ranked"} Kind  The kind of a game.
 * @typedef {"none" | "winning" | "all" | "values"} Marking  The moves that are marked on a board.
 * @typedef {{kind: string, fields: [string, string][]}} Fence  A fenced block in the file of a lesson.
 *
 * A node of a game record.
 * @typedef {"left" | "right"} Turn  The player to move; in impartial games `left` is the first player.
 * @typedef {object} Ply
 * @property {GameRef} game
 * @property {string} position  The position, in the form of a request.
 * @property {Turn} turn
 * @property {string} text  The move that led here; empty at the root.
 * @property {Turn | null} mover  The player who made the move; null at the root and after an edit.
 * @property {Ply | null} parent
 * @property {Ply[]} children
 * @property {Ply | null} next  The child last viewed.
 * @property {{winner: Turn | "draw", remoteness: number | null} | null} known  The winner from here, and the number of moves to the end.
 *
 * A move that was made: the node that it leads to, and the view before it.
 * @typedef {{node: Ply, move: Move, view: View}} Made
 *
 * The start of a small board. The visitor, by default Left, moves first.
 * @typedef {object} Live
 * @property {GameRef} game
 * @property {string} position
 * @property {Turn} [you]
 * @property {boolean} [misere]
 * @property {number} [level]  The level of the opponent.
 * @property {boolean} [once]  True if the board takes only one move.
 * @property {string} [says]  The text that invites the visitor to move.
 * @property {number} [tallest]  The height to which a small board is scaled up.
 *
 * The spot of an element, for clicks, marks and the keyboard.
 * @typedef {object} Spot
 * @property {number} x  Its centre.
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {"box" | "disc" | "line"} shape
 * @property {string} name  Its name: `a1`, `heap 2`.
 * @property {string} says  A description of its contents.
 * @property {string} [path]  The path of a line.
 * @property {{y: number, h: number, x: number, w: number, rest: number}[]} [tokens]  The tokens of a heap that can be clicked
 *   individually: the box of each, and the number left if it is taken with the tokens above (or right of) it.
 *
 * A part of the picture of a view, and the area of an element.
 * @typedef {NonNullable<Api.View["scene"]>["parts"][number]} Part
 * @typedef {NonNullable<Api.View["scene"]>["hits"][number]} Hit
 *
 * The subject of an editor, and the callback for the result.
 * @typedef {object} Subject
 * @property {string} name  The name of the game, without parameters.
 * @property {string} game  The name of the game, with parameters.
 * @property {string} position
 * @property {View} view
 * @property {GamePage} entry
 * @property {(position: string, game?: string) => void} set  Receives the edited position, with the game if its parameters are edited.
 *
 * @typedef {object} Editor
 * @property {HTMLElement} element  Its controls.
 * @property {(element: string) => void} [cell]  Handles a click on an element of the board. If it is missing, the editor gets no clicks.
 * @property {() => void} [clear]  Removes everything from the board that can be removed.
 * @property {() => [position: string, game?: string]} [random]  Returns a random position, which the game may reject.
 * @property {(from: string, to: string) => void} [link]  Handles a drag from one element to another.
 *
 * @typedef {(subject: Subject) => Editor | null} Editing  Returns the editor for a kind of positions, or null for another kind.
 *
 * @typedef {{entry: GamePage, game: string, position: string, view: View | null}} Board  A board of a sum.
 *
 * A graph being edited.
 * @typedef {{name: string, letter: string}} Dot
 * @typedef {{from: Dot, to: Dot, player: Player}} Joint
 * @typedef {{vertices: Dot[], edges: Joint[]}} Drawing
 *
 * The features of a kind of graph, and the notation of its text.
 * @typedef {object} Scheme
 * @property {Player[]} colours  The colours of edges.
 * @property {Letter[]} letters  The letters of vertices, the blank letter first. Empty if vertices have no letters.
 * @property {"none" | "one" | "many"} tokens  The number of tokens on vertices.
 * @property {boolean} lonely  True if a vertex may have no edge.
 * @property {(drawing: Drawing) => [position: string, game?: string]} write
 *
 * An exact fraction in lowest terms, with a positive denominator.
 * @typedef {{above: bigint, below: bigint}} Fraction
 *
 * A point of a wall: exact texts, and numbers for drawing.
 * @typedef {{value: string, temperature: string, x: number, y: number}} Corner
 * @typedef {{mean: string, temperature: string, left: Corner[], right: Corner[]}} Thermograph
 *
 * @typedef {{from: number, values: number[], preperiod: number | null, period: number | null, title: string}} Plotted
 * @typedef {{from: number, values: (number | bigint | null)[][], title: string}} Mapped
 * @typedef {{name: string, title: string, about: string}} Lesson
 * @typedef {{name: string, insert: string, about: string}} Offer  A completion of a name.
 * @typedef {Node | string | number | bigint | null | undefined | false | Child[]} Child  A child of an element.
 * @typedef {Record<string, string>} Texts
 * @typedef {Record<string, string | number | boolean | null | undefined>} Options  The options of an address.
 * @typedef {{question: string, choices: string[], right: (solved: Solved, turn: Turn) => string}} Question
 * @typedef {{isRight: boolean, said: string, right: string, why: string[], next: HTMLElement}} Judged
 * @typedef {[name: string, sign: string, letter: string]} Colour
 * @typedef {[string, () => void] | [string, () => void, boolean]} Action  The label of a button, its action, and true if it is disabled.
 * @typedef {{sign: string, says: string, wins: string}} Relation
 * @typedef {{name: string, call: string, about: string}} Known  A function of the calculator.
 * @typedef {{nodes: Ply[], current: Ply, name: (turn: Turn) => string, go: (node: Ply) => void}} Moments
 * @typedef {{turn: Turn, kind: Kind, legal: number, names: [string, string]}} State  The state of a board, for its answer.
 * @typedef {{list: string[], ready: Promise<unknown>}} NextSum  The boards of a sum, and a promise that resolves when they are known.
 * @typedef {Api.DatabasePositions} Entries
 * @typedef {{outcome: string, remoteness: string, from: string}} Listed  The filter of a list of positions of a table.
 *
 * Zoomable charts. `draw` draws the visible part, and `at` returns the value at a fraction of the width, from 0 to 1.
 * @typedef {{from: number, to: number, draw: (from: number, to: number) => {figure: HTMLElement, at: (x: number) => number}}} ZoomedLine
 * @typedef {{size: number, columns: number, draw: (size: number) => HTMLElement}} ZoomedCells
 */
