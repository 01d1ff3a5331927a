/** Sharing: the address of the whole game, and pictures of the position. */

import { count, fill, h, quiet, uniqueId } from "../dom.js";
import { copy } from "../values/copy.js";
import { drawCode } from "./qr.js";

/** The length above which some programs truncate addresses. */
const LONG = 2000;

/** The query of a page that shows a bare board. */
export const EMBEDDED = "?embed";

/** The formats of pictures, with their names. @type {[string, string][]} */
const PICTURES = [["svg", "SVG"], ["png", "PNG"], ["tikz", "LaTeX"], ["text", "Text"]];

/** Returns the HTML that shows an address as a bare board in another page. @param {string} address @param {string} title */
export function embedding(address, title) {
  const escaped = (/** @type {string} */ text) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<iframe src="${escaped(address.replace("#", `${EMBEDDED}#`))}" title="${escaped(title)}" width="640" height="620" style="border: 0"></iframe>`;
}

export class Share {
  #make;
  #isOpen = false;
  #input = h("input", { id: uniqueId("share"), readonly: true });
  #said = h("p", { class: "quiet", role: "status" });
  #more = h("div", { class: "share", hidden: true });
  #code = h("div");
  #codeButton = h("button", { "aria-expanded": "false", onclick: () => this.#showCode() }, "QR code");
  fault = h("div");
  button = h("button", { "aria-expanded": "false", onclick: () => this.#toggle() }, "Share");
  element = h("section", { "aria-label": "Share" }, this.#more);

  /** @param {{address: () => Promise<string>, title: () => string, save: (format: string) => unknown}} how  Creates the address, names the game, and saves a picture. */
  constructor({ address, title, save }) {
    this.#make = address;
    this.#input.addEventListener("focus", () => this.#input.select());
    fill(
      this.#more,
      h("label", { for: this.#input.id }, "Address of this game, with its variations and notes"),
      h("div", { class: "row" }, this.#input, copy("Copy", address), copy("Copy embed code", async () => embedding(await address(), title())), this.#codeButton),
      this.#said,
      this.#code,
      h("div", { class: "row", role: "group", "aria-label": "Save a picture" }, quiet("Picture of the position:"), PICTURES.map(([format, name]) => h("button", { onclick: () => save(format) }, name))),
      this.fault,
    );
  }

  #toggle() {
    this.#isOpen = !this.#isOpen;
    this.#more.hidden = !this.#isOpen;
    this.button.setAttribute("aria-expanded", String(this.#isOpen));
    void this.show();
  }

  #showCode() {
    const isShown = this.#codeButton.getAttribute("aria-expanded") !== "true";
    this.#codeButton.setAttribute("aria-expanded", String(isShown));
    void this.show();
  }

  /** Shows the address of the current state. */
  async show() {
    if (!this.#isOpen) return;
    const address = await this.#make();
    this.#input.value = address;
    this.#said.textContent = address.length > LONG ? `${count(address.length)} characters. Some programs cut addresses longer than ${count(LONG)}; send a long one as a file or in a document.` : "";
    const isCoded = this.#codeButton.getAttribute("aria-expanded") === "true";
    fill(this.#code, isCoded && (drawCode(address, "QR code of the address") ?? quiet("The address is too long for a QR code.")));
  }
}
