/** Small helpers that create elements. Text is always inserted as text nodes, and nothing is parsed as HTML. */

/** @param {unknown} value */
const isNothing = (value) => value === null || value === undefined || value === false;

/** Appends children one by one, since the number of arguments of a call is limited. @template {Element} E @param {E} element @param {Child[]} children */
function put(element, children) {
  // `append` converts numbers to text.
  for (const child of /** @type {any[]} */ (children).flat(Infinity)) if (!isNothing(child)) element.append(child);
  return element;
}

/** Returns the maximum of a number and a list that may be too long for the arguments of `Math.max`. @param {number} least @param {number[]} list */
export const largest = (least, list) => list.reduce((one, other) => Math.max(one, other), least);

/**
 * Sets attributes. Attributes that start with `on` are event listeners.
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

/** Dispatches a custom event. @param {EventTarget} target @param {string} name @param {unknown} detail */
export const emit = (target, name, detail) => target.dispatchEvent(new CustomEvent(name, { detail }));

/**
 * Listens to a custom event.
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => unknown} run
 */
export function on(target, name, run) {
  target.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail));
}

/**
 * Returns listeners that call `show` when an element gets the pointer or the focus, and `hide` when it loses them.
 * @param {() => void} show
 * @param {() => void} hide
 */
export const hover = (show, hide) => ({ onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide });

/** Default attributes: buttons do not submit forms, and notation is not corrected or completed. */
const NOTATION = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" };
const USUAL = /** @type {Record<string, Texts>} */ ({ button: { type: "button" }, input: NOTATION, textarea: NOTATION });

/**
 * Creates an HTML element.
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
 * Creates an SVG element.
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
 * Creates a chart, which is narrower than `width` if there is no room.
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

/** Replaces all children. If the focus was inside, moves it to the child that matches a selector. @param {Element} element @param {string} focused @param {...Child} children */
export function refill(element, focused, ...children) {
  const hadFocus = element.contains(document.activeElement);
  fill(element, children);
  if (hadFocus) /** @type {HTMLElement | null} */ (element.querySelector(focused))?.focus();
}

/**
 * Creates a form that calls `submit` instead of being sent.
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

/** Adds a visually hidden label to a control. @param {string} text @param {HTMLElement} control */
export const named = (text, control) => [h("label", { for: control.id, class: "unseen" }, text), control];

/** Creates a secondary paragraph. @param {...Child} children */
export function quiet(...children) {
  return h("p", { class: "quiet" }, children);
}

/** Creates a section of a page, with a heading. @param {string} title @param {...Child} children */
export function card(title, ...children) {
  return h("section", { class: "card", "aria-label": title }, h("h2", null, title), children);
}

/** Formats a count. @param {number} number */
export const count = (number) => number.toLocaleString("en");

/**
 * Creates a table, which scrolls if it is large.
 * @param {string} title
 * @param {Child[]} head  The heads of the columns.
 * @param {Element[]} rows
 */
export function tableOf(title, head, rows) {
  const line = h("tr", null, head.map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", null, h("thead", null, line), h("tbody", null, rows)));
}

/** Truncates a text that is too long. @param {string} text @param {number} most */
export const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 2)}…` : text);

/** Formats a number of moves, counting both players. @param {number} number */
export const plies = (number) => `${number} ${number === 1 ? "ply" : "plies"}`;

/** Renders facts with their names, omitting empty ones. @param {Record<string, Child>} all */
export function facts(all) {
  const shown = Object.entries(all).filter(([, fact]) => !isNothing(fact));
  return shown.length > 0 && h("dl", { class: "facts" }, shown.map(([name, fact]) => h("div", { class: name === "Value" && "value" }, h("dt", null, name), h("dd", null, fact))));
}

/** Renders a notice for a partial answer. @param {{complete?: boolean, stopped?: string | null}} answer */
export function partial({ complete, stopped }) {
  return complete === false && h("p", { class: "notice" }, `Partial answer: ${stopped ?? "a limit was reached"}.`);
}

/**
 * Creates a drop-down list.
 * @param {string} id
 * @param {Texts} choices  The labels, by value.
 * @param {string} [value]
 */
export function select(id, choices, value) {
  const element = h("select", { id }, Object.entries(choices).map(([key, text]) => h("option", { value: key }, text)));
  if (value !== undefined) element.value = value;
  return element;
}

/** Adds a label to a control. @param {string} text @param {HTMLElement} control @param {string} [kind]  Classes. */
export function labelled(text, control, kind = "field") {
  return h("span", { class: kind }, h("label", { for: control.id }, text), control);
}

let last = 0;

/** Returns a unique element id. @param {string} prefix */
export function uniqueId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}
