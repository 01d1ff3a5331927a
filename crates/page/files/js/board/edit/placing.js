/** An editor for games with a fixed set of pieces: chess, the chase, cops and robber. */

import { h, quiet } from "../../dom.js";
import { actions, palette, place, random, stepper } from "./palette.js";

/** @type {Editing} */
export function placing(subject) {
  switch (subject.name) {
    case "chess":
      return chess(subject);
    case "chase":
      return chase(subject);
    case "cops":
      return cops(subject);
    default:
      return null;
  }
}

/** @param {HTMLElement} pieces @param {HTMLElement} [more] */
function controls(pieces, more) {
  return h("div", null, quiet("Choose a piece, then click where to place it."), pieces, more);
}

/** Creates buttons that set the player to move. @param {(turn: string) => void} set @param {[string, string][]} turns */
function toMove(set, turns) {
  return actions("Player to move", turns.map(([text, turn]) => [`${text} to move`, () => set(turn)]));
}

/** Edits the pieces in FEN. @type {Editing} */
function chess({ game, position, set }) {
  let [ranks, turn = "w"] = position.trim().split(/\s+/);
  const board = [...ranks.replace(/\d/g, (count) => ".".repeat(Number(count)))].filter((sign) => sign !== "/");
  if (board.length !== 64) return null;
  const material = /\((K.*)(K[^K]*)\)$/.exec(game);
  const pieces = material ? [...material[1], ...material[2].toLowerCase()].filter((sign) => /[a-z]/i.test(sign)) : board.filter((sign) => sign !== ".");
  const write = (to = turn) => {
    const lines = Array.from({ length: 8 }, (_, rank) => board.slice(rank * 8, rank * 8 + 8).join("").replace(/\.+/g, (run) => String(run.length)));
    set(`${lines.join("/")} ${(turn = to)}`);
  };
  const brush = palette("Piece", [...new Set(pieces)].map((sign) => [sign, `${sign === sign.toUpperCase() ? "White" : "Black"} ${sign.toUpperCase()}`]));
  return {
    element: controls(brush.element, toMove(write, [["White", "w"], ["Black", "b"]])),
    random() {
      const free = [...Array(64).keys()];
      const next = Array(64).fill(".");
      for (const piece of pieces) next[free.splice(random(free.length), 1)[0]] = piece;
      return [`${Array.from({ length: 8 }, (_, rank) => next.slice(rank * 8, rank * 8 + 8).join("").replace(/\.+/g, (run) => String(run.length))).join("/")} ${turn}`];
    },
    cell(element) {
      const { index } = place(element);
      const piece = brush.current();
      const most = pieces.filter((one) => one === piece).length;
      // The material is fixed, so the piece moves here from another square.
      if (board.filter((one) => one === piece).length >= most) board[board.indexOf(piece)] = ".";
      board[index] = piece;
      write();
    },
  };
}

/** Edits side, row and column of White, row and column of Black, and the player to move. @type {Editing} */
function chase({ position, set }) {
  let [, numbers, who = "white"] = /^([\d\s,]+?)[\s,]*(white|black)?$/.exec(position.trim()) ?? [];
  const list = (numbers ?? "").split(/[\s,]+/).map(Number);
  if (list.length !== 5) return null;
  const [side] = list;
  const write = (to = who) => set([...list, (who = to)].join(" "));
  const brush = palette("Piece", [["1", "White"], ["3", "Black"]]);
  const fit = () => list.forEach((one, index) => (list[index] = Math.min(one, list[0])));
  const size = (/** @type {number} */ by) => {
    list[0] = Math.max(list[0] + by, 1);
    fit();
    write();
  };
  const sizes = stepper("Rows", side, size);
  return {
    element: controls(h("div", null, brush.element, sizes), toMove(write, [["White", "white"], ["Black", "black"]])),
    random: () => [[side, ...Array.from({ length: 4 }, () => random(side) + 1), who].join(" ")],
    cell(element) {
      const { index } = place(element);
      list[Number(brush.current())] = Math.floor(index / side) + 1;
      list[Number(brush.current()) + 1] = (index % side) + 1;
      fit();
      write();
    },
  };
}

/** Edits the vertices of the cops, the vertex of the robber, and the player to move. @type {Editing} */
function cops({ position, view, set }) {
  const words = position.trim().split(/\s+/);
  let who = words.pop() ?? "";
  const [figure] = view.figures;
  if (!/^(cops|robber)$/.test(who) || figure?.kind !== "graph" || words.length < 2) return null;
  const robber = words.length - 1;
  const write = (to = who) => set([...words, (who = to)].join(" "));
  const brush = palette("Piece", words.map((_, index) => [String(index), index === robber ? "Robber" : `Cop ${index + 1}`]));
  return {
    element: controls(brush.element, toMove(write, [["The cops", "cops"], ["The robber", "robber"]])),
    random: () => [[...words.map(() => figure.vertices[random(figure.vertices.length)].name), who].join(" ")],
    cell(element) {
      const vertex = figure.vertices[place(element).index];
      if (!vertex) return;
      words[Number(brush.current())] = vertex.name;
      write();
    },
  };
}
