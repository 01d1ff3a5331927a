/** Small helpers that make elements. Text always goes in as text nodes: nothing is parsed as HTML. */

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/**
 * Adds children to a node; what is null or false is left out.
 * @param {Node} node
 * @param {Child[]} children
 */
function add(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(node, child);
    else if (child instanceof Node) node.appendChild(child);
    else if (child !== null && child !== undefined && child !== false) node.appendChild(document.createTextNode(String(child)));
  }
}

/**
 * Sets attributes; functions whose name starts with `on` listen to events.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

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
  if (attributes) set(element, attributes);
  add(element, children);
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
  add(element, children);
  return element;
}

/**
 * Replaces all children.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

let last = 0;

/**
 * An id that no other element has.
 * @param {string} prefix
 */
export function uniqueId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}
