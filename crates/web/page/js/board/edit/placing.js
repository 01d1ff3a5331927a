/** Pieces that are placed, each of which is there once: chess, the chase, cops and a robber. */

import { h, quiet } from "../../dom.js";
import { actions, palette, place } from "./palette.js";

/**
 * @param {Subject} subject
 * @returns {Editor | null}
 */
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

/**
 * @param {HTMLElement} pieces
 * @param {HTMLElement} [more]
 */
function controls(pieces, more) {
  return h("div", null, quiet("Choose a piece, then click where it is to stand."), pieces, more);
}

/** Who is to move, by a press. @param {Subject["set"]} set @param {[string, string][]} positions */
function toMove(set, positions) {
  return actions("Who is to move", positions.map(([text, position]) => [`${text} to move`, () => set(position)]));
}

/**
 * The pieces in FEN.
 * @param {Subject} subject
 * @returns {Editor | null}
 */
function chess({ game, position, set }) {
  const [ranks, turn = "w"] = position.trim().split(/\s+/);
  const board = [...ranks.replace(/\d/g, (count) => ".".repeat(Number(count)))].filter((sign) => sign !== "/");
  if (board.length !== 64) return null;
  const material = /\((K.*)(K[^K]*)\)$/.exec(game);
  const pieces = material ? [...material[1], ...material[2].toLowerCase()].filter((sign) => /[a-z]/i.test(sign)) : board.filter((sign) => sign !== ".");
  const fen = (/** @type {string[]} */ squares, to = turn) => {
    const lines = Array.from({ length: 8 }, (_, rank) => squares.slice(rank * 8, rank * 8 + 8).join("").replace(/\.+/g, (run) => String(run.length)));
    return `${lines.join("/")} ${to}`;
  };
  const brush = palette("Piece", [...new Set(pieces)].map((sign) => [sign, `${sign === sign.toUpperCase() ? "White" : "Black"} ${sign.toUpperCase()}`]));
  return {
    element: controls(brush.element, toMove(set, [["White", fen(board, "w")], ["Black", fen(board, "b")]])),
    byCell: true,
    cell(element) {
      const { index } = place(element);
      const piece = brush.current();
      const next = [...board];
      const most = pieces.filter((one) => one === piece).length;
      // The table is of one material: a piece that is put down was somewhere else before.
      if (board.filter((one) => one === piece).length >= most) next[board.indexOf(piece)] = ".";
      next[index] = piece;
      set(fen(next));
    },
  };
}

/**
 * Side, row and column of White, row and column of Black, who is to move.
 * @param {Subject} subject
 * @returns {Editor | null}
 */
function chase({ position, set }) {
  const [, numbers, who = "white"] = /^([\d\s,]+?)[\s,]*(white|black)?$/.exec(position.trim()) ?? [];
  const list = (numbers ?? "").split(/[\s,]+/).map(Number);
  if (list.length !== 5) return null;
  const [side] = list;
  const write = (/** @type {number[]} */ next, to = who) => set([...next, to].join(" "));
  const brush = palette("Piece", [["1", "White"], ["3", "Black"]]);
  const size = (/** @type {number} */ by) => write([side + by, ...list.slice(1).map((one) => Math.min(one, side + by))]);
  const sizes = actions("Size", [["Board +", () => size(1)], ["Board −", () => size(-1), side < 2]]);
  return {
    element: controls(h("div", null, brush.element, sizes), toMove((next) => set(next), [["White", [...list, "white"].join(" ")], ["Black", [...list, "black"].join(" ")]])),
    byCell: true,
    cell(element) {
      const { index } = place(element);
      const next = [...list];
      next[Number(brush.current())] = Math.floor(index / side) + 1;
      next[Number(brush.current()) + 1] = (index % side) + 1;
      write(next);
    },
  };
}

/**
 * The vertices of the cops, that of the robber, who is to move.
 * @param {Subject} subject
 * @returns {Editor | null}
 */
function cops({ position, view, set }) {
  const words = position.trim().split(/\s+/);
  const who = words.pop() ?? "";
  const [figure] = view.figures;
  if (!/^(cops|robber)$/.test(who) || figure?.kind !== "graph" || words.length < 2) return null;
  const robber = words.length - 1;
  const brush = palette("Piece", words.map((_, index) => [String(index), index === robber ? "Robber" : `Cop ${index + 1}`]));
  return {
    element: controls(brush.element, toMove(set, [["The cops", `${words.join(" ")} cops`], ["The robber", `${words.join(" ")} robber`]])),
    byCell: true,
    cell(element) {
      const vertex = figure.vertices[place(element).index];
      if (vertex) set([...words.map((word, index) => (index === Number(brush.current()) ? vertex.name : word)), who].join(" "));
    },
  };
}
