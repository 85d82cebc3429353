// What all pages share: the bar at the top, windows over the page, settings, sounds, the voice for screen readers.

import { html, render, svg } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { LANGUAGES, lang, preferred, t, upper, w } from "./i18n.js";

export const session = { me: null, accounts: false, mail: false };      // what the server offers, and who I am once I have a name

let goer = () => {};

/** The router tells how to go to another page. */
export const setGoer = (go) => { goer = go; };

export const go = (address) => goer(address);

/** Say something to those who listen instead of looking. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 60);
}

/** A problem in the words of the page; what is wrong with a script is for the console. */
export function sorry(problem) {
  if (problem.text) return upper(problem.text);
  if (problem.code) return w(`error.${problem.code}`);
  console.error(problem);
  return w("error.script", { code: problem.name ?? "Error" });
}

export function bar(middle = "", right = "") {
  return html`
    <header class="bar">
      <a class="brand" href="/" aria-label="Tablero: ${w("lobby")}"><svg viewBox="0 0 32 32" aria-hidden="true"><path class="hex" d="M9 3h14l8 13-8 13H9L1 16z"/><path class="saltire" d="M8 8l16 16M24 8L8 24"/></svg><span>Tablero</span></a>
      <div class="middle">${middle}</div>
      ${right}
      <div class="languages" role="group" aria-label=${w("settings.lang")}>${LANGUAGES.map(([id, name]) => html`
        <button type="button" class="bare" lang=${id} aria-pressed=${String(id === lang())} title=${name} @click=${() => change("lang", id)}>${id.toUpperCase()}</button>`)}</div>
      <button type="button" class="bare" title=${w("settings.title")} aria-label=${w("settings.title")} @click=${openSettings}>
        <svg viewBox="0 0 20 20" class="icon" aria-hidden="true"><path d="M3 5h8m4 0h2M3 10h2m4 0h8M3 15h6m4 0h4"/><circle cx="13" cy="5" r="1.8"/><circle cx="7" cy="10" r="1.8"/><circle cx="11" cy="15" r="1.8"/></svg></button>
    </header>`;
}

/** The signs of the hobby, small. */
export function symbol(kind) {
  const marks = {
    infantry: "M2 3h16v12H2zM2 3l16 12M18 3L2 15",
    cavalry: "M2 3h16v12H2zM18 3L2 15",
    leader: "M10 2l2 5h5l-4 3.4 1.6 5.1L10 12.4 5.4 15.5 7 10.4 3 7h5z",
  };
  return html`<svg class="symbol" viewBox="0 0 20 18" aria-hidden="true"><path d=${marks[kind] ?? "M2 3h16v12H2z"} />${kind === "artillery" ? svg`<circle cx="10" cy="9" r="2.6"/>` : ""}</svg>`;
}

export const sitter = (chair) => (chair.bot ? w(`bot.${chair.bot}`) : chair.name || w("nobody"));

// --- windows: native dialogs keep focus and Escape right

/** Open a dialog; `body(close, draw)` gives its content. Resolves with what `close` was given, "" if it was dismissed. */
export function dialog(title, body, kind = "small") {
  return new Promise((resolve) => {
    const element = document.createElement("dialog");
    element.className = kind;
    element.setAttribute("aria-label", title);
    document.body.append(element);
    let answer = "";
    const close = (value = "") => {
      answer = value;
      element.close();
    };
    const draw = () => render(html`
      <header><h2>${title}</h2><button type="button" class="bare" aria-label=${w("close")} @click=${() => close()}>✕</button></header>
      <div class="content">${body(close, draw)}</div>`, element);
    draw();
    element.addEventListener("click", (event) => event.target === element && close());
    element.addEventListener("close", () => {
      element.remove();
      resolve(answer);
    });
    element.showModal();
  });
}

/** Ask before something that cannot be taken back. */
export const confirmed = (question, yes) => dialog(question, (close) => html`
  <p class="row end">
    <button type="button" @click=${() => close()}>${w("cancel")}</button>
    <button type="button" class="primary" autofocus @click=${() => close("yes")}>${yes}</button>
  </p>`);

/** A rule in our words, with those it refers to. */
async function openRule(game, id) {
  const rule = await api("GET", `/api/games/${game}/rules/${encodeURIComponent(id)}?lang=${lang()}`).catch((problem) => ({ id, title: "", text: sorry(problem), see: [] }));
  const next = await dialog(w("rule_title", rule), (close) => html`
    <p class="prose">${rule.text}</p>
    ${rule.see.length ? html`<p>${w("see")} ${rule.see.map((other) => html`<button type="button" class="chip" @click=${() => close(other)}>${other}</button> `)}</p>` : ""}`,
  "rule");
  if (next) await openRule(game, next);
}

export const chip = (game, id) => (id ? html`<button type="button" class="chip" title=${w("open_rule", { id })} @click=${() => openRule(game, id)}><span class="unseen">${w("rule")} </span>§ ${id}</button>` : "");

// --- settings: few, kept in the browser and, once a name is chosen, on the server

const PLACE = "tablero.settings";
const DEFAULTS = { lang: "", large: false, colourBlind: false, scheme: "auto", still: false, sound: false, confirm: false, notify: false };

export const settings = { ...DEFAULTS, ...read(localStorage.getItem(PLACE)) };
const listeners = new Set();

function read(text) {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text ?? "{}")).filter(([key, value]) => typeof value === typeof DEFAULTS[key]));
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

/** A window about oneself: account, notices, sign. */
export const you = async (name, ...values) => (await import("./you.js"))[name](...values);

function openSettings() {
  const choose = (key, options, does) => html`<label class="field"><span>${w(`settings.${key}`)}</span>
    <select @change=${(event) => { change(key, event.target.value); does?.(); }}>${options.map(([id, name]) => html`<option value=${id} ?selected=${id === (settings[key] || lang())}>${name}</option>`)}</select></label>`;
  const more = (name) => html`<button type="button" @click=${() => you(name)}>${w(`you.${name}`)}…</button>`;
  return dialog(w("settings.title"), (close) => html`<div class="form">
    ${choose("lang", LANGUAGES, close)}
    ${choose("scheme", ["auto", "light", "dark"].map((id) => [id, w(`settings.${id}`)]))}
    ${["large", "colourBlind", "still", "sound", "confirm"].map((key) => html`<label class="check"><input type="checkbox" .checked=${settings[key]} @change=${(event) => change(key, event.target.checked)}> <span>${w(`settings.${key}`)}</span></label>`)}
    ${session.me ? html`<p class="row">${more("notices")}${more("account")}</p>` : ""}
  </div>`);
}

let audio = null;

/** A tap for a move, a roll for dice: made, not fetched, and only if wanted. */
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
