// @ts-check
// The router: which page the address asks for; and the first visit, when a name is chosen.

import { html, render } from "./vendor/lit-html.js";
import { load, w } from "./i18n.js";
import { api, session } from "./net.js";
import { account, bar, find, go, setGoer, sorry } from "./page.js";
import { adopt, apply, chosenLanguage, onSettings } from "./settings.js";

/** @import { Heard, OpenPage } from "./internal" */

const host = find(document, "#app");
/** @type {OpenPage | null} */
let page = null;

/** The shape of an address, and the module of its page. @type {[RegExp, () => Promise<any>][]} */
const PAGES = [
  [/^\/(table)\/([\w-]+)$/, () => import("./table.js")],
  [/^\/(replay)\/([\w-]+)$/, () => import("./replay.js")],
  [/^\/(summary)\/([\w-]+)$/, () => import("./summary.js")],
  [/^\/(lesson)\/([\w-]+)\/([\w.-]+)$/, () => import("./replay.js")],
  [/^\/(book)\/([\w-]+)$/, () => import("./book.js")],
  [/^\/(aid)\/([\w-]+)$/, () => import("./aid.js")],
  [/^\/(guide)\/([\w-]+)$/, () => import("./hint.js")],
  [/^\/(join)\/([\w-]+)$/, () => import("./invitation.js")],
  [/^\/(open)\/([\w-]+)\/([\w-]+)$/, () => import("./invitation.js")],
  [/^\/()$/, () => import("./lobby.js")],
];

async function route() {
  page?.close?.();
  page = null;
  const path = location.pathname;
  try {
    if (!session.me && !/^\/(aid|book|join)\//.test(path)) return welcome();      // these are for everybody
    const opener = path.match(/^\/welcome\/([\w-]+)$/);
    if (opener) {
      await api("POST", "/api/welcome", { token: opener[1] });
      history.replaceState(null, "", "/");
      return await route();
    }
    for (const [shape, find] of PAGES) {
      const [, name, ...values] = path.match(shape) ?? [];
      if (name === undefined) continue;
      const module = await find();
      page = await (module[name] ?? module.open)(fresh(), ...values);
      return undefined;
    }
    return failed(w("no_page"));
  } catch (problem) {
    if (problem.code !== "not_signed_in") return failed(sorry(problem));
    session.me = null;          // signed out elsewhere
    return welcome();
  }
}

/** An empty place for the next page. */
function fresh() {
  const place = document.createElement("div");
  place.className = "page";
  host.replaceChildren(place);
  return place;
}

/** @param {string} text */
function failed(text) {
  render(html`${bar()}<main class="plain"><h1>${w("sorry")}</h1><p role="alert">${text}</p><p><a class="button"
    href="/">${w("lobby")}</a></p></main>`, fresh());
}

/** The first visit: a name, no account; or an account, where the server has them. */
function welcome() {
  const place = fresh();
  const draw = (trouble = "") => render(html`${bar()}
    <main class="welcome">
      <h1>Tablero</h1>
      <p class="lead">${w("welcome")}</p>
      <form class="row" @submit=${enter}>
        <label class="field"><span>${w("your_name")}</span><input name="name" required maxlength="40"
          autocomplete="nickname" autofocus></label>
        <button class="primary">${w("enter")}</button>
      </form>
      ${trouble ? html`<p class="bad" role="alert">${trouble}</p>` : ""}
      <p class="hint">${w("no_account")}</p>
      ${session.accounts ? html`<p
        class="row">${["sign_in", "sign_up"]
          .map((way) => html`<button type="button" @click=${() => enterBy(way)}>${w(`account.${way}`)}</button>`)}</p>`
            : ""}
    </main>`, place);
  /** @param {Heard<HTMLFormElement>} event */
  const enter = async (event) => {
    event.preventDefault();
    try {
      session.me = await api("POST", "/api/me", { name: String(new FormData(event.currentTarget).get("name")) });
      await route();
    } catch (problem) {
      draw(sorry(problem));
    }
  };
  /** @param {string} way */
  const enterBy = async (way) => (await (await account()).sign(way)) && route();
  page = { language: () => draw() };
  draw();
}

setGoer((address) => {
  if (address !== location.pathname) history.pushState(null, "", address);
  return route();
});

addEventListener("popstate", (event) => event.state?.same || route());

addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[href^='/']");
  if (!link || link.hasAttribute("data-plain") || event.defaultPrevented || event.ctrlKey || event.metaKey
    || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});

onSettings(async (key) => {
  if (key !== "lang") return;
  await load(chosenLanguage());
  if (page?.language) await page.language();
  else route();
});

apply();
const [house] = await Promise.all([api("GET", "/api/house"), load(chosenLanguage())]);
Object.assign(session, house);
if (session.me) {
  const before = chosenLanguage();
  adopt(session.me.settings);
  if (before !== chosenLanguage()) await load(chosenLanguage());
}
await route();
