/** QR codes (ISO/IEC 18004): text as bytes, with the lowest level of error correction. */

import { s } from "../dom.js";

/** The number of error-correction bytes per block, and the number of blocks, for versions 1 to 40 at level L. */
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, ...Array(14).fill(30)];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
/** The quiet zone around a code. */
const MARGIN = 4;

/** Returns the positions of the alignment patterns along one side. @param {number} version */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - (count - 2 - index) * step)];
}

/** Returns the number of bytes of a version, including the error-correction bytes. @param {number} version */
function bytesOf(version) {
  const count = alignments(version).length;
  const patterns = count > 0 ? (25 * count - 10) * count - 55 + (version >= 7 ? 36 : 0) : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns) / 8);
}

/** Multiplies in the field of 256 elements. @param {number} x @param {number} y */
function times(x, y) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((y >> bit) & 1) * x);
  return product;
}

/** Returns the Reed-Solomon check bytes of a block. @param {number[]} data @param {number} count */
function checks(data, count) {
  const divisor = [...Array(count - 1).fill(0), 1];
  for (let [round, root] = [0, 1]; round < count; round += 1, root = times(root, 2)) {
    for (let at = 0; at < count; at += 1) divisor[at] = times(divisor[at], root) ^ (divisor[at + 1] ?? 0);
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let at = 0; at < count; at += 1) rest[at] ^= times(divisor[at], factor);
  }
  return rest;
}

/** Returns all bytes of a code in the order of their placement. @param {Uint8Array} text @param {number} version */
function codewords(text, version) {
  const [total, count, check] = [bytesOf(version), BLOCKS[version - 1], CHECKS[version - 1]];
  const room = total - count * check;
  // The mode takes 4 bits and the length 8 or 16 bits, so the text is shifted by half a byte.
  const digits = [4, ...(version < 10 ? [] : [text.length >> 12, (text.length >> 8) & 15]), (text.length >> 4) & 15, text.length & 15, ...[...text].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: Math.ceil(digits.length / 2) }, (_, at) => (digits[2 * at] << 4) | (digits[2 * at + 1] ?? 0)).slice(0, room);
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(total / count) - check;
  let start = 0;
  const blocks = Array.from({ length: count }, (_, block) => data.slice(start, (start += short + (block < count - (total % count) ? 0 : 1))));
  const ends = blocks.map((block) => checks(block, check));
  const woven = (/** @type {number[][]} */ lists, /** @type {number} */ length) => Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...woven(blocks, short + 1), ...woven(ends, check)];
}

/** Appends `size` check bits: the remainder of the polynomial division by `by`. @param {number} bits @param {number} size @param {number} by */
function checked(bits, size, by) {
  let rest = bits;
  for (let round = 0; round < size; round += 1) rest = (rest << 1) ^ ((rest >> (size - 1)) * by);
  return (bits << size) | rest;
}

/**
 * Returns the rows of a code, true for dark, or null if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = (/** @type {number} */ version) => bytes.length + (version < 10 ? 2 : 3) <= bytesOf(version) - BLOCKS[version - 1] * CHECKS[version - 1];
  const version = Array.from(BLOCKS, (_, index) => index + 1).find(fits);
  if (!version) return null;
  const size = version * 4 + 17;
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => rows[y] && x >= 0 && x < size && (rows[y][x] = isDark);
  for (let at = 0; at < size; at += 1) for (const [x, y] of [[6, at], [at, 6]]) set(x, y, at % 2 === 0);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dx = -4; dx <= 4; dx += 1) for (let dy = -4; dy <= 4; dy += 1) set(x + dx, y + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
  const marks = alignments(version);
  for (const x of marks) {
    for (const y of marks) {
      const isCorner = (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
      for (let dx = -2; dx <= 2 && !isCorner; dx += 1) for (let dy = -2; dy <= 2; dy += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  // Level L and mask 0.
  const format = checked(8, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((format >> bit) & 1) === 1;
    set(bit < 8 ? 8 : bit === 8 ? 7 : 14 - bit, bit < 6 ? bit : bit < 8 ? bit + 1 : 8, isDark);
    set(bit < 8 ? size - 1 - bit : 8, bit < 8 ? 8 : size - 15 + bit, isDark);
  }
  set(8, size - 8, true);
  const about = checked(version, 12, 0x1f25);
  for (let bit = 0; bit < 18 && version >= 7; bit += 1) {
    const [one, other] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    for (const [x, y] of [[one, other], [other, one]]) set(x, y, ((about >> bit) & 1) === 1);
  }
  const words = codewords(bytes, version);
  let next = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < 2 * size; step += 1) {
      const x = right - (step % 2);
      const y = ((right + 1) & 2) === 0 ? size - 1 - (step >> 1) : step >> 1;
      if (rows[y][x] !== undefined) continue;
      rows[y][x] = (((words[next >> 3] ?? 0) >> (7 - (next & 7))) & 1) === 1 !== ((x + y) % 2 === 0);
      next += 1;
    }
  }
  return /** @type {boolean[][]} */ (rows);
}

/** Draws the code of a text, or returns null if the text is too long. @param {string} text @param {string} says */
export function drawCode(text, says) {
  const rows = encode(text);
  if (!rows) return null;
  const size = rows.length + 2 * MARGIN;
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : [])));
  return s("svg", { viewBox: `0 0 ${size} ${size}`, class: "code", role: "img", "aria-label": says }, s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d: path.join(""), fill: "#000" }));
}
