// Windows over the page: a question, a rule, the settings. Native dialogs keep focus and Escape right.

import { html, render } from "./vendor/lit-html.js";
import { api } from "./net.js";
import { lang, w } from "./i18n.js";

/** Open a dialog; `body(close)` gives its content. Resolves with what `close` was given, "" if it was dismissed. */
export function dialog(title, body, kind = "") {
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
export async function confirmed(question, yes) {
  const answer = await dialog(question, (close) => html`
    <p class="row end">
      <button type="button" @click=${() => close()}>${w("cancel")}</button>
      <button type="button" class="primary" autofocus @click=${() => close("yes")}>${yes}</button>
    </p>`, "small");
  return answer === "yes";
}

/** A rule in our words, with those it refers to. */
export async function openRule(game, id) {
  let rule;
  try {
    rule = await api("GET", `/api/games/${game}/rules/${encodeURIComponent(id)}?lang=${lang()}`);
  } catch {
    return;
  }
  const next = await dialog(w("rule_title", { id: rule.id, title: rule.title }), (close) => html`
    <p class="prose">${rule.text}</p>
    ${rule.see.length ? html`<p>${w("see")} ${rule.see.map((other) => html`<button type="button" class="chip" @click=${() => close(other)}>${other}</button> `)}</p>` : ""}`,
  "rule");
  if (next) await openRule(game, next);
}

/** A rule's number as a chip that opens it. */
export function chip(game, id) {
  if (!id) return "";
  return html`<button type="button" class="chip" title=${w("open_rule", { id })} @click=${() => openRule(game, id)}><span class="unseen">${w("rule")} </span>§ ${id}</button>`;
}
