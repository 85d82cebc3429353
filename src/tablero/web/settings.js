// @ts-check
// Settings: few, kept in the browser and, once a name is chosen, on the server; and the sounds that one of them allows.

import { preferred } from "./i18n.js";
import { api, session } from "./net.js";

const PLACE = "tablero.settings";
const DEFAULTS = { lang: "", large: false, colourBlind: false, scheme: "auto", still: false, sound: false,
  confirm: false, waste: true, notify: false, pace: "quick" };

// Seconds that the computer waits before it goes on after an action, so that it can be taken back: by pace.
/** @type {Record<string, number>} */ const WAITS = { off: 0, quick: 3, slow: 6 };

/** @typedef {typeof DEFAULTS} Settings */

export const settings = { ...DEFAULTS, ...read(localStorage.getItem(PLACE)) };
/** @type {Set<(key: string) => unknown>} */
const listeners = new Set();

/** What was kept, as far as it is of the right kind. @param {string | null} text @returns {Partial<Settings>} */
function read(text) {
  try {
    const kept = JSON.parse(text ?? "{}");
    return Object.fromEntries(Object.entries(DEFAULTS).filter(([key, value]) => typeof kept[key] === typeof value)
      .map(([key]) => [key, kept[key]]));
  } catch {
    return {};
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const dark = () => settings.scheme === "dark" || (settings.scheme === "auto" && night.matches);
export const still = () => settings.still || calm.matches;
export const wait = () => WAITS[settings.pace] ?? 0;
export const chosenLanguage = () => settings.lang || preferred();

/** Listen for changes of settings; returns a function that stops it. @param {(key: string) => unknown} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Settings as the server kept them, unless this browser has its own. @param {string} text */
export function adopt(text) {
  if (localStorage.getItem(PLACE) === null) Object.assign(settings, read(text));
  apply();
}

/** @template {keyof Settings} K @param {K} key @param {Settings[K]} value */
export function change(key, value) {
  settings[key] = value;
  const text = JSON.stringify(settings);
  localStorage.setItem(PLACE, text);
  if (session.me) api("PUT", "/api/me/settings", { settings: text }).catch(() => {});
  apply(key);
}

export function apply(key = "") {
  const marks = { dark: dark(), large: settings.large, still: still(), "colour-blind": settings.colourBlind };
  for (const [name, on] of Object.entries(marks)) document.documentElement.classList.toggle(name, on);
  for (const listener of listeners) listener(key);
}

night.addEventListener("change", () => apply("scheme"));
calm.addEventListener("change", () => apply("still"));

/** @type {AudioContext | null} */
let audio = null;

/** Play a synthesised sound, a tap for a move and a roll for dice, if the setting allows it. @param {string} kind */
export function sound(kind) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  for (const at of kind === "dice" ? [0, 0.07, 0.13, 0.18] : [0]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at;
    tone.frequency.setValueAtTime(kind === "turn" ? 440 : 160 + Math.random() * 60, start);
    tone.frequency.exponentialRampToValueAtTime(60, start + 0.09);
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.1);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.1);
  }
}
