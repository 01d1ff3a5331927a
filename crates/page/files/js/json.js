/** JSON with exact integers, since a `Number` rounds integers beyond 2^53. */

/** The fields whose large integers become a `BigInt`, also in arrays. Other large integers are rounded, so that they can be used in calculations. */
const EXACT = new Set(["nimber", "tokens", "values", "from", "to", "preperiod", "period", "saltus"]);

/** The strings and the numbers of a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns true for a token that is an integer beyond 2^53. @param {string} token */
const isLarge = (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

/** Returns a mark that does not occur in a text. @param {string} text */
function unused(text) {
  let mark = "#";
  while (text.includes(mark)) mark += "#";
  return mark;
}

/**
 * Replaces the marked texts in a value, which stand for large integers.
 * @param {any} value
 * @param {string} mark
 * @param {boolean} isExact
 * @returns {any}
 */
function restored(value, mark, isExact) {
  if (typeof value === "string" && value.startsWith(mark)) {
    const digits = value.slice(mark.length);
    return isExact ? BigInt(digits) : Number(digits);
  }
  if (typeof value !== "object" || value === null) return value;
  for (const [name, field] of Object.entries(value)) {
    const next = restored(field, mark, Array.isArray(value) ? isExact : EXACT.has(name));
    if (next !== field) value[name] = next;
  }
  return value;
}

/** Parses JSON. In some fields, an integer beyond 2^53 becomes a `BigInt`. Not all browsers pass the text of a number to `JSON.parse`, so such integers are marked first. @param {string} text @returns {any} */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = unused(text);
  const marked = text.replace(TOKENS, (token) => (isLarge(token) ? `"${mark}${token}"` : token));
  return restored(JSON.parse(marked), mark, false);
}

/** Writes JSON. A `BigInt` becomes an integer. @param {unknown} value @param {number} [indent] */
export function stringify(value, indent) {
  const write = (/** @type {string} */ mark) => JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${mark}${one}` : one), indent);
  const mark = unused(write(""));
  return write(mark).replaceAll(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

/** Returns the sum of an integer and an index, exactly. @param {number | bigint} from @param {number} index */
export function plus(from, index) {
  const sum = BigInt(from) + BigInt(index);
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
}
