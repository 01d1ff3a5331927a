/** Typesetting of typed values, such as `{4||1|-2} + ^*`, as MathML and as LaTeX. */

/** Matches a value. An empty match means that there is no value here. */
const VALUE = /(?<number>\d+(?:\/\d+|\.\d+)?)?(?:(?<ups>\^+|v+(?![A-Za-z_]))(?<upCount>\d*))?(?:(?<star>\*)(?<nimber>\d*))?/uy;
const OTHER = /\s+|"[^"]*"|\|+|[A-Za-z_]\w*|==|!=|<=|>=|<>|\.\.|\+-|[^]/uy;

const CLOSING = /** @type {Texts} */ ({ "{": "}", "(": ")", "[": "]" });

/** Parses an expression. Text that is not value notation becomes signs and names. @param {string} text @returns {Piece[]} */
export function parse(text) {
  /** @type {{close: string, pieces: Piece[]}[]} */
  const stack = [{ close: "", pieces: [] }];
  for (let at = 0; at < text.length; ) {
    VALUE.lastIndex = OTHER.lastIndex = at;
    const value = VALUE.exec(text);
    const all = value?.[0] || (OTHER.exec(text)?.[0] ?? text[at]);
    at += all.length;
    const top = stack[stack.length - 1];
    if (/^\s+$/.test(all)) continue;
    if (value?.[0]) {
      const { number = "", ups, upCount, star, nimber } = value.groups ?? {};
      const arrows = ups ? (upCount ? Number(upCount) : ups.length) : 0;
      top.pieces.push({ kind: "value", number, ups: ups?.startsWith("v") ? -arrows : arrows, nimber: star ? nimber || "1" : null });
    } else if (Object.hasOwn(CLOSING, all)) {
      stack.push({ close: CLOSING[all], pieces: [] });
    } else if (all === top.close) {
      stack.pop();
      const open = Object.keys(CLOSING).find((one) => CLOSING[one] === all) ?? "(";
      stack[stack.length - 1].pieces.push({ kind: "group", open, inside: top.pieces, close: all });
    } else if (/^\|+$/.test(all)) {
      top.pieces.push({ kind: "bars", count: all.length });
    } else {
      top.pieces.push({ kind: all.startsWith('"') ? "text" : /^[A-Za-z_]/.test(all) ? "name" : "sign", text: all });
    }
  }
  // Show unclosed brackets as they are.
  while (stack.length > 1) {
    const { close, pieces } = /** @type {{close: string, pieces: Piece[]}} */ (stack.pop());
    const open = Object.keys(CLOSING).find((one) => CLOSING[one] === close) ?? "(";
    const top = stack[stack.length - 1];
    top.pieces = [...top.pieces, { kind: "sign", text: open }, ...pieces];
  }
  return stack[0].pieces;
}

/** Returns the parts of a value in order: the number, the ups, the nimber. Inserts `plus` where two digits would touch.
 * @param {{number: string, ups: number, nimber: string | null}} value
 */
function partsOf({ number, ups, nimber }) {
  const count = Math.abs(ups);
  return { number, count, isUp: ups > 0, nimber, plus: number !== "" && count > 2, size: (number ? 1 : 0) + (count ? 1 : 0) + (nimber === null ? 0 : 1) };
}

const SIGNS = /** @type {Record<string, [string, string]>} */ ({
  "-": ["−", "-"],
  "+-": ["±", "\\pm "],
  "==": ["=", "="],
  "!=": ["≠", "\\ne "],
  "<=": ["≤", "\\le "],
  ">=": ["≥", "\\ge "],
  "<>": ["∥", "\\parallel "],
  ".": ["·", "\\cdot "],
  "..": ["…", "\\ldots "],
});

const MATH = "http://www.w3.org/1998/Math/MathML";

/** @param {string} tag @param {(Node | string)[]} children @param {Texts} [attributes] */
function m(tag, children, attributes = {}) {
  const element = document.createElementNS(MATH, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {Extract<Piece, {kind: "value"}>} value */
function valueMath(value) {
  const { number, count, isUp, nimber, plus } = partsOf(value);
  /** @type {Element[]} */
  const row = [];
  const [above, below] = number.split("/");
  if (below) row.push(m("mfrac", [m("mn", [above]), m("mn", [below])]));
  else if (number) row.push(m("mn", [number]));
  if (plus) row.push(m("mo", ["+"]));
  if (count > 2) row.push(m("mn", [String(count)]), m("mo", ["·"]));
  if (count > 0) row.push(m("mi", [count === 2 ? (isUp ? "⇑" : "⇓") : isUp ? "↑" : "↓"]));
  if (nimber !== null) row.push(m("mi", ["∗"]));
  if (nimber !== null && nimber !== "1") row.push(m("mn", [nimber]));
  return row;
}

/** Returns true if a piece is an operand, so that a sign after it is a binary operator. @param {Piece | undefined} piece */
function isOperand(piece) {
  return piece !== undefined && piece.kind !== "sign" && piece.kind !== "bars";
}

/** Returns true if a leading sign applies to a value of several parts: -1^ is the negative of 1^.
 * @param {Piece[]} pieces
 * @param {number} index
 */
function isNegated(pieces, index) {
  const [value, before] = [pieces[index], pieces[index - 1]];
  return value.kind === "value" && partsOf(value).size > 1 && before?.kind === "sign" && /^(-|\+-)$/.test(before.text) && !isOperand(pieces[index - 2]);
}

/** @param {Piece[]} pieces @returns {Element[]} */
function math(pieces) {
  return pieces.flatMap((piece, index) => {
    switch (piece.kind) {
      case "value": {
        const row = valueMath(piece);
        return isNegated(pieces, index) ? [m("mo", ["("], { stretchy: "false" }), ...row, m("mo", [")"], { stretchy: "false" })] : row;
      }
      case "group":
        return [m("mrow", [m("mo", [piece.open], { fence: "true", form: "prefix" }), ...math(piece.inside), m("mo", [piece.close], { fence: "true", form: "postfix" })])];
      case "bars":
        return Array.from({ length: piece.count }, (_, bar) =>
          m("mo", ["|"], { stretchy: "true", form: "infix", lspace: bar === 0 ? "0.28em" : "0.06em", rspace: bar === piece.count - 1 ? "0.28em" : "0" }),
        );
      case "sign": {
        const [shown] = SIGNS[piece.text] ?? [piece.text];
        return [m("mo", [shown], isOperand(pieces[index - 1]) ? {} : { form: "prefix", lspace: "0", rspace: "0" })];
      }
      case "name":
        return [m("mi", [piece.text], piece.text.length > 1 ? { class: "word" } : {})];
      case "text":
        return [m("mtext", [piece.text])];
    }
  });
}

/** Renders a value as MathML. Screen readers get the text. @param {string} text */
export const typeset = (text) => typesetPieces(parse(text), text);

/** Renders parts of a value as MathML. Screen readers get the label. @param {Piece[]} pieces @param {string} label */
export function typesetPieces(pieces, label) {
  return m("math", [m("mrow", math(pieces))], { display: "inline", "aria-label": label });
}

/** Formats a value for LaTeX math mode, without packages. @param {string} text */
export function latex(text) {
  /** @type {(pieces: Piece[]) => string} */
  const write = (pieces) =>
    pieces
      .map((piece, index) => {
        switch (piece.kind) {
          case "value": {
            const { number, count, isUp, nimber, plus } = partsOf(piece);
            const [above, below] = number.split("/");
            const arrow = `\\${count === 2 ? (isUp ? "Up" : "Down") : isUp ? "up" : "down"}arrow `;
            const text = [below ? `\\tfrac{${above}}{${below}}` : number, plus ? "+" : "", count > 2 ? `${count}\\cdot ` : "", count > 0 ? arrow : "", nimber === null ? "" : `{\\ast}${nimber === "1" ? "" : nimber}`].join("");
            return isNegated(pieces, index) ? `(${text})` : text;
          }
          case "group":
            return `\\left${piece.open === "{" ? "\\{" : piece.open}${write(piece.inside)}\\right${piece.close === "}" ? "\\}" : piece.close}`;
          case "bars":
            return `\\mathrel{${"|".repeat(piece.count)}}`;
          case "sign":
            return SIGNS[piece.text]?.[1] ?? (/[{}%&#_$]/.test(piece.text) ? `\\${piece.text}` : piece.text);
          case "name":
            return piece.text.length > 1 ? `\\mathrm{${piece.text.replace(/_/g, "\\_")}}` : piece.text;
          case "text":
            return `\\texttt{${piece.text.replace(/[\\{}_#%&$^~|]/g, (sign) => (sign === "|" ? "|" : `\\${sign}`))}}`;
        }
      })
      .join("");
  return write(parse(text));
}
