/** Small helpers that make elements. Text always goes in as text nodes: nothing is parsed as HTML. */

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/** @param {unknown} value */
const isNothing = (value) => value === null || value === undefined || value === false;

/** What is shown of children: neither null nor false. @param {Child[]} children @returns {(Node | string)[]} */
function shown(children) {
  // A node takes numbers too, and writes them as text.
  return /** @type {any[]} */ (children).flat(Infinity).filter((child) => !isNothing(child));
}

/**
 * Sets attributes; functions whose name starts with `on` listen to events.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (isNothing(value)) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** What elements have unless they say otherwise: a button sends no form, and nothing corrects or completes notation. */
const NOTATION = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" };
const USUAL = /** @type {Record<string, Record<string, string>>} */ ({ button: { type: "button" }, input: NOTATION, textarea: NOTATION });

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  set(element, { ...USUAL[tag], ...attributes });
  element.append(...shown(children));
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (attributes) set(element, attributes);
  element.append(...shown(children));
  return element;
}

/**
 * A chart, which is as wide as this where there is room.
 * @param {number} width
 * @param {number} height
 * @param {Record<string, any>} attributes
 */
export function chart(width, height, attributes) {
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, ...attributes });
  svg.style.width = `${width}px`;
  return svg;
}

/**
 * Replaces all children.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
}

/**
 * A form; `submit` is called instead of sending it.
 * @param {string} kind  Classes.
 * @param {() => unknown} submit
 * @param {...Child} children
 */
export function form(kind, submit, ...children) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  };
  return h("form", { class: kind, onsubmit: send }, children);
}

/** A paragraph beside the rest. @param {...Child} children */
export function quiet(...children) {
  return h("p", { class: "quiet" }, children);
}

/**
 * Part of a page, with a heading.
 * @param {string} title
 * @param {...Child} children
 */
export function card(title, ...children) {
  return h("section", { class: "card", "aria-label": title }, h("h2", null, title), children);
}

/** How a count is written. @param {number} number */
export const count = (number) => number.toLocaleString("en");

/**
 * A table, which is scrolled if it is large.
 * @param {string} title
 * @param {Child[]} head  Of each column.
 * @param {Element[]} rows
 */
export function tableOf(title, head, rows) {
  const line = h("tr", null, head.map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", null, h("thead", null, line), h("tbody", null, rows)));
}

/** What is said of an answer that is not whole. @param {{complete?: boolean, stopped?: string | null}} answer */
export function partial({ complete, stopped }) {
  return complete === false && h("p", { class: "notice" }, `This is partial: ${stopped ?? "a limit was reached"}.`);
}

/**
 * A choice of one.
 * @param {string} id
 * @param {Record<string, string>} choices  What is written on each, by its value.
 * @param {string} [value]
 */
export function select(id, choices, value) {
  const element = h("select", { id }, Object.entries(choices).map(([key, text]) => h("option", { value: key }, text)));
  if (value !== undefined) element.value = value;
  return element;
}

/**
 * A control with its name beside it.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [kind]  Classes.
 */
export function labelled(text, control, kind = "field") {
  return h("span", { class: kind }, h("label", { for: control.id }, text), control);
}

let last = 0;

/** An id that no other element has. @param {string} prefix */
export function uniqueId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}
