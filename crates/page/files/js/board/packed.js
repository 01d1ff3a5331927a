/** Encodes a game as compact text for an address, with its moves, edits, variations and notes. */

import { Course, isSameGame } from "./record.js";

/** The first character of a text, which shows whether the rest is compressed. */
const [COMPRESSED, PLAIN] = ["1", "0"];
/** Limits for untrusted texts. */
const [MOST_BYTES, MOST_NODES] = [2 ** 20, 5000];
const PLAYERS = /** @type {(Turn | null)[]} */ ([null, "left", "right"]);

/**
 * A row describes a node: the number of its parent's row, its position, its text, a number that combines its mover and the player to
 * move, its note, and its game if the game differs from the parent's game.
 * @typedef {[parent: number, position: string, text: string, players: number, note?: string, game?: string | 0]} Row
 */

/**
 * Lists the nodes of a record.
 * @param {Course} record
 * @param {(node: Ply) => string} noteOf
 */
export function rowsOf(record, noteOf) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {[node: Ply, parent: number][]} */
  const stack = [[record.root, -1]];
  let current = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, parent] = next;
    const number = rows.length;
    if (node === record.current) current = number;
    const game = node.parent && isSameGame(node.parent.game, node.game) ? 0 : String(node.game);
    const row = /** @type {Row} */ ([parent, node.position, node.text, PLAYERS.indexOf(node.mover) * 2 + (node.turn === "right" ? 1 : 0), noteOf(node), game]);
    while (row.length > 4 && !row.at(-1)) row.pop();
    rows.push(row);
    // The line last viewed comes first.
    const children = node.children.filter((child) => child !== node.next);
    for (const child of [...children.reverse(), ...(node.next ? [node.next] : [])]) stack.push([child, number]);
  }
  return { current, rows };
}

/**
 * Builds a record from rows. Throws an error if the rows do not describe a record.
 * @param {any} packed
 * @param {(node: Ply, note: string) => void} note  Receives the notes.
 */
export function recordOf({ current, rows }, note) {
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MOST_NODES) throw new Error("no rows");
  /** @type {Ply[]} */
  const nodes = [];
  for (const [parent, position, text, players, said = "", game = 0] of rows) {
    const mover = PLAYERS[players >> 1];
    const isValid = [position, text, said].every((one) => typeof one === "string") && mover !== undefined && (game === 0 || typeof game === "string");
    const above = nodes[parent] ?? null;
    if (!isValid || (!above && (nodes.length > 0 || !game))) throw new Error("a wrong row");
    /** @type {Ply} */
    const node = { game: game || above.game, position, turn: players % 2 ? "right" : "left", text, mover, parent: above, children: [], next: null, known: null };
    if (above) {
      above.children.push(node);
      above.next ??= node;
    }
    nodes.push(node);
    if (said) note(node, said);
  }
  const record = new Course("", "left");
  record.root = nodes[0];
  record.go(nodes[current] ?? nodes[0]);
  return record;
}

/** Sends bytes through a stream. Throws an error if the output is longer than `MOST_BYTES`. @param {BlobPart} bytes @param {CompressionStream | DecompressionStream} through */
async function piped(bytes, through) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  /** @type {BlobPart[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST_BYTES) throw new Error("too long");
    parts.push(value);
  }
}

/** Packs an object into characters that addresses keep unchanged. @param {unknown} what */
export async function pack(what) {
  const bytes = new TextEncoder().encode(JSON.stringify(what));
  const isCompressed = "CompressionStream" in window;
  const packed = isCompressed ? await piped(bytes, new CompressionStream("deflate-raw")) : bytes;
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return (isCompressed ? COMPRESSED : PLAIN) + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Unpacks an object. @param {string} text @returns {Promise<any>} */
export async function unpack(text) {
  const kind = text[0];
  if (kind !== COMPRESSED && kind !== PLAIN) throw new Error("unknown");
  const bytes = Uint8Array.from(atob(text.slice(1).replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const plain = kind === COMPRESSED ? await piped(bytes, new DecompressionStream("deflate-raw")) : bytes;
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
}
