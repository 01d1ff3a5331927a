/** Saving of files. */

import { h } from "./dom.js";

/** Saves a file under a name. @param {string} name @param {string} kind  Its media type. @param {BlobPart} content */
export function save(name, kind, content) {
  const url = URL.createObjectURL(new Blob([content], { type: kind }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const ENDINGS = /** @type {Texts} */ ({ tikz: "tex", text: "txt" });

/** Saves a picture drawn by the server. @param {string} name  The name without extension. @param {Picture} picture */
export function savePicture(name, { format, media_type: kind, text, base64 }) {
  const content = text ?? Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
  save(`${fileName(name)}.${ENDINGS[format] ?? format}`, kind, content);
}

/** Converts a text to a file name. @param {string} text */
export function fileName(text) {
  return text.trim().toLowerCase().replace(/[^a-z0-9.-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "winways";
}
