/** Sounds of moves, off by default. The browser synthesises them without sound files. */

import { h } from "../dom.js";
import { keep, recall } from "../recent.js";

/** @type {AudioContext | null} */
let context = null;
let isOn = recall("sounds", /** @type {boolean} */ (false));

/** Plays a tone. @param {number} pitch  In hertz. @param {number} [delay]  In seconds. @param {number} [length] */
function tone(pitch, delay = 0, length = 0.12) {
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const [source, volume] = [new OscillatorNode(context, { type: "triangle", frequency: pitch }), new GainNode(context, { gain: 0 })];
  volume.gain.setValueAtTime(0.16, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

/** The tones of each event, in hertz. @type {Record<"own" | "other" | "won" | "lost", number[]>} */
const TONES = { own: [330], other: [262], won: [392, 494, 587], lost: [330, 277, 220] };

/** Plays the sound of an event, if sounds are on. @param {keyof typeof TONES} event */
export function sound(event) {
  if (isOn) TONES[event].forEach((pitch, index) => tone(pitch, index * 0.12));
}

/** Creates the switch for the sounds. */
export function soundSwitch() {
  const button = h("button", { "aria-pressed": String(isOn), "aria-label": "Sound", title: "Sound" }, "♪");
  button.addEventListener("click", () => {
    isOn = !isOn;
    keep("sounds", isOn);
    button.setAttribute("aria-pressed", String(isOn));
    sound("own");
  });
  return button;
}
