/** Small helpers that make elements. Text always goes in as text nodes: nothing is parsed as HTML. */

/** @param {unknown} value */
const isNothing = (value) => value === null || value === undefined || value === false;

/** Adds children, one by one: a call takes only so many. @template {Element} E @param {E} element @param {Child[]} children */
function put(element, children) {
  // A node takes numbers too, and writes them as text.
  for (const child of /** @type {any[]} */ (children).flat(Infinity)) if (!isNothing(child)) element.append(child);
  return element;
}

/** The largest of some numbers and a list, which may be too long for the arguments of a call. @param {number} least @param {number[]} list */
export const largest = (least, list) => list.reduce((one, other) => Math.max(one, other), least);

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

/** Sends an event of the page's own. @param {EventTarget} target @param {string} name @param {unknown} detail */
export const emit = (target, name, detail) => target.dispatchEvent(new CustomEvent(name, { detail }));

/**
 * Listens to an event of the page's own.
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => unknown} run
 */
export function on(target, name, run) {
  target.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail));
}

/** What an element does while it is looked at. @param {() => void} show @param {() => void} hide */
export const hover = (show, hide) => ({ onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide });

/** What elements have unless they say otherwise: a button sends no form, and nothing corrects or completes notation. */
const NOTATION = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" };
const USUAL = /** @type {Record<string, Texts>} */ ({ button: { type: "button" }, input: NOTATION, textarea: NOTATION });

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
  return put(element, children);
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
  return put(element, children);
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

/** Replaces all children. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, children);
}

/** The same; the child that matches has the focus then if it was here. @param {Element} element @param {string} focused @param {...Child} children */
export function refill(element, focused, ...children) {
  const hadFocus = element.contains(document.activeElement);
  fill(element, children);
  if (hadFocus) /** @type {HTMLElement | null} */ (element.querySelector(focused))?.focus();
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

/** A control whose name is not seen. @param {string} text @param {HTMLElement} control */
export const named = (text, control) => [h("label", { for: control.id, class: "unseen" }, text), control];

/** A paragraph beside the rest. @param {...Child} children */
export function quiet(...children) {
  return h("p", { class: "quiet" }, children);
}

/** Part of a page, with a heading. @param {string} title @param {...Child} children */
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

/** A text that is cut where it is too long. @param {string} text @param {number} most */
export const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 2)}…` : text);

/** How many moves of both players together. @param {number} number */
export const plies = (number) => `${number} ${number === 1 ? "ply" : "plies"}`;

/** Facts with their names; those that are nothing are left out. @param {Record<string, Child>} all */
export function facts(all) {
  const shown = Object.entries(all).filter(([, fact]) => !isNothing(fact));
  return shown.length > 0 && h("dl", { class: "facts" }, shown.map(([name, fact]) => h("div", { class: name === "Value" && "value" }, h("dt", null, name), h("dd", null, fact))));
}

/** What is said of an answer that is not whole. @param {{complete?: boolean, stopped?: string | null}} answer */
export function partial({ complete, stopped }) {
  return complete === false && h("p", { class: "notice" }, `This is partial: ${stopped ?? "a limit was reached"}.`);
}

/**
 * A choice of one.
 * @param {string} id
 * @param {Texts} choices  What is written on each, by its value.
 * @param {string} [value]
 */
export function select(id, choices, value) {
  const element = h("select", { id }, Object.entries(choices).map(([key, text]) => h("option", { value: key }, text)));
  if (value !== undefined) element.value = value;
  return element;
}

/** A control with its name beside it. @param {string} text @param {HTMLElement} control @param {string} [kind]  Classes. */
export function labelled(text, control, kind = "field") {
  return h("span", { class: kind }, h("label", { for: control.id }, text), control);
}

let last = 0;

/** An id that no other element has. @param {string} prefix */
export function uniqueId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}
