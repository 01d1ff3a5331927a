/** Progress of long work, with a button that cancels it. */

import { count, h } from "./dom.js";

/** The time after which progress is shown, in milliseconds. */
const SHORT = 300;

export class Busy {
  #timer = 0;
  isOn = false;
  #bar = h("progress", { "aria-label": "Progress" });
  #said = h("span", { class: "quiet" });
  #cancel = () => {};
  element = h("div", { class: "row busy", role: "status", hidden: true }, this.#bar, this.#said, h("button", { onclick: () => this.#cancel() }, "Cancel"));

  /** @param {() => void} cancel */
  begin(cancel) {
    this.#cancel = cancel;
    this.#bar.removeAttribute("value");
    this.#said.textContent = "Working …";
    this.isOn = true;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.element.hidden = !this.isOn), SHORT);
  }

  /** Shows the progress that the server reports. @param {{positions?: number, total?: number | null, needed?: number}} event */
  progress({ positions = 0, total, needed = 0 }) {
    if (total) {
      this.#bar.max = total;
      this.#bar.value = Math.min(positions, total);
    }
    const memory = needed > 0 ? `, ${count(Math.ceil(needed / 2 ** 20))} MiB needed` : "";
    if (positions > 0 || needed > 0) this.#said.textContent = `${count(positions)}${total ? ` of ${count(total)}` : ""} positions${memory}`;
  }

  end() {
    this.isOn = false;
    this.element.hidden = true;
  }
}
