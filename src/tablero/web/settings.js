// Settings: few, kept in the browser and, once a name is chosen, on the server.

import { html } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { dialog } from "./dialog.js";
import { LANGUAGES, lang, preferred, w } from "./i18n.js";

const PLACE = "tablero.settings";
const DEFAULTS = { lang: "", large: false, colourBlind: false, scheme: "auto", still: false, sound: false, confirm: false, notify: false };

export const settings = { ...DEFAULTS, ...read(localStorage.getItem(PLACE)) };
const listeners = new Set();

function read(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([key, value]) => typeof value === typeof DEFAULTS[key]));
  } catch {
    return {};
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const dark = () => settings.scheme === "dark" || (settings.scheme === "auto" && night.matches);
export const still = () => settings.still || calm.matches;
export const chosenLanguage = () => settings.lang || preferred();

/** Be told when a setting changes; gives back how to be left alone. */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Settings as the server kept them, unless this browser has its own. */
export function adopt(text) {
  if (localStorage.getItem(PLACE) === null) Object.assign(settings, read(text));
  apply();
}

export function change(key, value) {
  settings[key] = value;
  const text = JSON.stringify(settings);
  localStorage.setItem(PLACE, text);
  api("PUT", "/api/me/settings", { settings: text }).catch(() => {});
  apply(key);
}

export function apply(key = "") {
  const root = document.documentElement;
  root.classList.toggle("dark", dark());
  root.classList.toggle("large", settings.large);
  root.classList.toggle("still", still());
  root.classList.toggle("colour-blind", settings.colourBlind);
  for (const listener of listeners) listener(key);
}

night.addEventListener("change", () => apply("scheme"));
calm.addEventListener("change", () => apply("still"));

function flag(key, draw) {
  return html`<label class="check"><input type="checkbox" .checked=${settings[key]} @change=${async (event) => {
    let on = event.target.checked;
    if (key === "notify" && on) on = (await Notification.requestPermission()) === "granted";
    change(key, on);
    draw();
  }}> <span>${w(`settings.${key}`)}</span></label>`;
}

export function languageSwitch() {
  return html`<div class="languages" role="group" aria-label=${w("settings.lang")}>${LANGUAGES.map(([id, name]) => html`
    <button type="button" class="bare" lang=${id} aria-pressed=${String(id === lang())} title=${name} @click=${() => change("lang", id)}>${id.toUpperCase()}</button>`)}</div>`;
}

export function openSettings() {
  return dialog(w("settings.title"), (close, draw) => html`
    <div class="form">
      <label class="field"><span>${w("settings.lang")}</span>
        <select @change=${(event) => { change("lang", event.target.value); close(); }}>
          ${LANGUAGES.map(([id, name]) => html`<option value=${id} ?selected=${id === lang()}>${name}</option>`)}
        </select></label>
      <label class="field"><span>${w("settings.scheme")}</span>
        <select @change=${(event) => change("scheme", event.target.value)}>
          ${["auto", "light", "dark"].map((id) => html`<option value=${id} ?selected=${id === settings.scheme}>${w(`settings.${id}`)}</option>`)}
        </select></label>
      ${["large", "colourBlind", "still", "sound", "confirm"].map((key) => flag(key, draw))}
      ${"Notification" in window ? flag("notify", draw) : ""}
    </div>`, "small");
}

let audio = null;

/** A tap for a move, a roll for dice: made, not fetched, and only if wanted. */
export function sound(kind) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const beats = kind === "dice" ? [0, 0.07, 0.13, 0.18] : [0];
  for (const at of beats) {
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
