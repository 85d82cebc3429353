// The page: which part of it the address asks for, and the name one plays under.

import { html, render } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { load, w } from "./i18n.js";
import { bar, go, session, setGoer, sorry } from "./shell.js";
import { adopt, apply, chosenLanguage, onSettings } from "./settings.js";

const host = document.getElementById("app");
let page = null;

const PAGES = [
  [/^\/table\/([\w-]+)$/, () => import("./table.js")],
  [/^\/replay\/([\w-]+)$/, () => import("./replay.js")],
  [/^\/lesson\/([\w-]+)\/([\w.-]+)$/, () => import("./lessons.js")],
  [/^\/$/, () => import("./lobby.js")],
];

async function route() {
  page?.close?.();
  page = null;
  const path = location.pathname;
  const join = path.match(/^\/join\/([\w-]+)$/);
  try {
    if (!session.me) return welcome(Boolean(join));
    if (join) {
      const { sitting } = await api("POST", `/api/invites/${join[1]}`);
      history.replaceState(null, "", `/table/${sitting}`);
      return await route();
    }
    for (const [shape, find] of PAGES) {
      const found = path.match(shape);
      if (!found) continue;
      const module = await find();
      fresh();
      page = await module.open(host.firstElementChild, ...found.slice(1));
      return undefined;
    }
    return failed(w("no_page"));
  } catch (problem) {
    if (!problem.code) console.error(problem);
    return failed(sorry(problem));
  }
}

/** An empty place for the next page. */
function fresh() {
  const place = document.createElement("div");
  place.className = "page";
  host.replaceChildren(place);
}

function failed(text) {
  fresh();
  render(html`${bar()}<main class="plain"><h1>${w("sorry")}</h1><p>${text}</p><p><a class="button" href="/">${w("lobby")}</a></p></main>`, host.firstElementChild);
}

/** The first visit: a name, no account. */
function welcome(invited) {
  fresh();
  const enter = async (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    if (!name) return;
    try {
      session.me = await api("POST", "/api/me", { name });
      await route();
    } catch (problem) {
      failed(sorry(problem));
    }
  };
  render(html`${bar()}
    <main class="welcome">
      <h1>Tablero</h1>
      <p class="lead">${invited ? w("welcome_invited") : w("welcome")}</p>
      <form class="row" @submit=${enter}>
        <label class="field"><span>${w("your_name")}</span><input name="name" required maxlength="40" autocomplete="nickname" autofocus></label>
        <button class="primary">${w("enter")}</button>
      </form>
      <p class="hint">${w("no_account")}</p>
    </main>`, host.firstElementChild);
}

setGoer((address) => {
  history.pushState(null, "", address);
  return route();
});

addEventListener("popstate", (event) => event.state?.same || route());

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || link.dataset.plain !== undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});

onSettings(async (key) => {
  if (key !== "lang") return;
  await load(chosenLanguage());
  if (page?.language) await page.language();
  else route();
});

apply();
await load(chosenLanguage());
session.me = await api("GET", "/api/me").catch(() => null);
if (session.me) {
  adopt(session.me.settings);
  await load(chosenLanguage());
}
await route();
