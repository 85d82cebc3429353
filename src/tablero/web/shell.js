// What all pages share: the bar at the top, the voice for screen readers, going from page to page.

import { html, svg } from "./vendor/lit-html.js";
import { upper, w } from "./i18n.js";
import { languageSwitch, openSettings } from "./settings.js";

export const session = { me: null };        // who I am, once a name is chosen

let goer = () => {};

/** The router tells how to go to another page. */
export function setGoer(go) {
  goer = go;
}

export const go = (address) => goer(address);

/** Say something to those who listen instead of looking. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 60);
}

/** The bar at the top. */
export function bar(middle = "", right = "") {
  return html`
    <header class="bar">
      <a class="brand" href="/" aria-label="Tablero: ${w("lobby")}"><svg viewBox="0 0 32 32" aria-hidden="true"><path class="hex" d="M9 3h14l8 13-8 13H9L1 16z"/><path class="saltire" d="M8 8l16 16M24 8L8 24"/></svg><span>Tablero</span></a>
      <div class="middle">${middle}</div>
      ${right}
      ${languageSwitch()}
      <button type="button" class="bare" title=${w("settings.title")} aria-label=${w("settings.title")} @click=${openSettings}>
        <svg viewBox="0 0 20 20" class="icon" aria-hidden="true"><path d="M3 5h8m4 0h2M3 10h2m4 0h8M3 15h6m4 0h4"/><circle cx="13" cy="5" r="1.8"/><circle cx="7" cy="10" r="1.8"/><circle cx="11" cy="15" r="1.8"/></svg></button>
    </header>`;
}

/** The signs of the hobby, small. */
export function symbol(kind) {
  const marks = {
    infantry: "M2 3h16v12H2zM2 3l16 12M18 3L2 15",
    cavalry: "M2 3h16v12H2zM18 3L2 15",
    artillery: "M2 3h16v12H2z",
    leader: "M10 2l2 5h5l-4 3.4 1.6 5.1L10 12.4 5.4 15.5 7 10.4 3 7h5z",
  };
  return html`<svg class="symbol" viewBox="0 0 20 18" aria-hidden="true"><path d=${marks[kind] ?? "M2 3h16v12H2z"} />${kind === "artillery" ? svg`<circle cx="10" cy="9" r="2.6"/>` : ""}</svg>`;
}

/** Who sits in a chair, in words. */
export function sitter(chair) {
  if (chair.bot) return w(`bot.${chair.bot}`);
  return chair.name || w("nobody");
}

/** A problem in the words of the page. */
export function sorry(problem) {
  return problem.code === "offline" ? w("offline") : upper(problem.message || problem.code || w("fault"));
}
