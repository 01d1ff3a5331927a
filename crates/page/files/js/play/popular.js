/** The games of the start page, with positions of several sizes. */

/** @param {number} columns @param {number} rows @param {(column: number, row: number) => string} [cell] */
function grid(columns, rows, cell = () => ".") {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(column, row)).join("")).join("|");
}

/** @param {number} columns @param {number} rows */
const chequers = (columns, rows) => grid(columns, rows, (column, row) => ((column + row) % 2 === 0 ? "x" : "o"));

/** A start position: its label, and the game if its parameters depend on the size. @typedef {{label: string, position: string, game?: string}} Start */

/** @param {(columns: number, rows: number) => string} draw @param {[number, number][]} sizes @returns {Start[]} */
const boards = (draw, sizes) => sizes.map(([columns, rows]) => ({ label: `${columns} × ${rows}`, position: draw(columns, rows) }));

/** @param {string[]} texts @returns {Start[]} */
const heaps = (texts) => texts.map((position) => ({ label: position.split(" ").join(", "), position }));

/** `picture` is the position to draw, if the first starting position is empty. @type {{name: string, title?: string, goal: string, picture?: string, starts: Start[]}[]} */
export const POPULAR = [
  { name: "domineering", picture: "v.hh|v...|..v.|hhv.", goal: "Place dominoes: Left upright, Right flat. The last to place one wins.", starts: boards(grid, [[4, 4], [5, 5], [6, 6], [8, 8]]) },
  { name: "nim", goal: "Take any number of tokens from one heap. The last to take wins.", starts: heaps(["3 4 5", "1 3 5 7", "7 8 9"]) },
  { name: "mnk", title: "Noughts and crosses", picture: "x.o|.x.|..o", goal: "Three in a row wins.", starts: [{ label: "3 × 3", game: "mnk(3,3,3)", position: grid(3, 3) }, { label: "4 × 3", game: "mnk(4,3,3)", position: grid(4, 3) }, { label: "4 × 4, four in a row", game: "mnk(4,4,4)", position: grid(4, 4) }] },
  { name: "clobber", goal: "Left has the stones x, Right o. Move a stone onto a neighbouring stone of the opponent. The last to move wins.", starts: boards(chequers, [[4, 3], [4, 4], [5, 5], [6, 6]]) },
  { name: "hackenbush", goal: "Left cuts blue edges, Right red, both green. Edges no longer joined to the ground fall. The last to cut wins.", starts: [{ label: "A house", position: "0-1:b 0-2:b 1-2:g 1-3:r 2-3:r 3-4:r 3-5:b 0-6:r 6-7:b 6-8:r" }, { label: "A flower", position: "0-1:g 1-2:b 1-3:r 3-4:b" }, { label: "Trees", position: "0-1:b 1-2:r 1-3:b 0-4:r 4-5:b 4-6:r 0-7:g 7-8:b 7-9:r" }] },
  { name: "chomp", goal: "Bite off a square with all squares above it and to its right. Whoever eats the poisoned square, bottom left, loses.", starts: [{ label: "3 × 4", position: "3 4" }, { label: "4 × 5", position: "4 5" }, { label: "5 × 7", position: "5 7" }] },
  { name: "connect-four", picture: "....|xo..|xo..|xoxo", goal: "Drop discs into columns. Four in a row win.", starts: [[4, 4], [5, 4], [6, 5]].map(([columns, rows]) => ({ label: `${columns} × ${rows}`, game: `connect-four(${columns}x${rows})`, position: "" })) },
  { name: "hare-and-hounds", goal: "The hounds surround the hare, and the hare slips past them.", starts: [{ label: "Small", game: "hare-and-hounds(3)", position: "" }, { label: "Large", game: "hare-and-hounds(5)", position: "" }] },
  { name: "kayles", goal: "Knock down one pin, or two neighbouring ones. The last pin wins.", starts: heaps(["5 7", "4 9", "13"]) },
  { name: "amazons", goal: "Move an amazon like a queen and shoot an arrow, which blocks its cell. The last to move wins.", starts: [{ label: "4 × 4", position: ".x..|....|....|..o." }, { label: "5 × 5", position: ".x.x.|.....|.....|.....|.o.o." }] },
  { name: "toads-and-frogs", goal: "Toads go right, frogs go left, one step or a jump over one of the others. The last to move wins.", starts: ["ttt..fff", "ttt..fff|tt..ff", "tttt...ffff"].map((position) => ({ label: position.split("|").map((row) => row.length).join(" + "), position })) },
  { name: "cram", picture: "hh.|..v|..v", goal: "Place dominoes, upright or flat. The last to place one wins.", starts: boards(grid, [[3, 3], [4, 3], [5, 5], [7, 5]]) },
];
