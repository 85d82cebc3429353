// @ts-check
// An invitation: who invites, to what, on which side and on which terms, before one accepts.

import { html, render } from "./vendor/lit-html.js";
import { chooseNumber } from "./fair.js";
import { loadGame } from "./game.js";
import { lang, w } from "./i18n.js";
import { api, session } from "./net.js";
import { sizeOf } from "./newgame.js";
import { account, bar, go, sitter, sorry } from "./page.js";
import { upper } from "./sentences.js";

/**
 * @import { Heard } from "./internal"
 * @import { Clock, GameInfo, Invitation } from "./types"
 */

const DAY = 24 * 3600;

/** By a link. @param {HTMLElement} host @param {string} token */
export const join = (host, token) => opened(host, `/api/invites/${token}`, "");

/** An open table, or a seat that is kept for one. @param {HTMLElement} host @param {string} id @param {string} seat */
export const open = (host, id, seat) => opened(host, `/api/tables/${id}`, seat);

/** @param {HTMLElement} host @param {`/api/${"invites" | "tables"}/${string}`} address @param {string} seat */
async function opened(host, address, seat) {
  const page = new InvitationPage(host, address, seat);
  await page.language();
  if (page.told.yours) page.enter();
  return page;
}

/** How time is counted, in a line. @param {Clock} clock */
export function clockLine({ kind = "none", bank = 0, each = 0 }) {
  if (kind === "live") return w("invited.live", { minutes: bank / 60, seconds: each });
  return kind === "days" ? w("invited.days", { each: each / DAY, bank: bank / DAY }) : w("new.none");
}

class InvitationPage {
  told = /** @type {Invitation} */ (/** @type {unknown} */ (null));
  /** @type {GameInfo | undefined} */ game;
  trouble = "";

  /** @param {HTMLElement} host @param {`/api/${"invites" | "tables"}/${string}`} address @param {string} seat */
  constructor(host, address, seat) {
    this.host = host;
    this.address = address;
    this.seat = seat;
  }

  async language() {
    this.told = await api("GET", `${this.address}?seat=${this.seat}&lang=${lang()}`);
    const games = await api("GET", `/api/games?lang=${lang()}`);
    this.game = games.find(({ code }) => code === this.told.table.game);
    await loadGame(this.told.table.game, lang());
    this.draw();
  }

  enter() {
    history.replaceState(null, "", `/table/${this.told.sitting}`);
    go(location.pathname);
  }

  /** @param {Event} event @param {HTMLFormElement} form */
  async accept(event, form) {
    event.preventDefault();
    const { sitting, commitment } = this.told, name = String(new FormData(form).get("name"));
    try {
      session.me ??= await api("POST", "/api/me", { name });
      const share = chooseNumber(sitting, commitment);
      await api("POST", this.address, this.seat ? { seat: this.seat, share } : { share });
      this.enter();
    } catch (problem) {
      this.trouble = sorry(problem);
      this.draw();
    }
  }

  /** @param {string} way */
  async sign(way) {
    if (await (await account()).sign(way)) this.draw();
  }

  draw() {
    const { told, game } = this, { table } = told;
    const scenario = game?.scenarios.find(({ id }) => id === table.scenario);
    const others = table.seats.filter(({ seat }) => seat !== told.seat);
    render(html`${bar()}<main class="invitation">
      <p class="lead">${told.by ? w("invited.by", { name: told.by }) : w("invited.to")}</p>
      <h1>${game?.title}</h1>
      <h2>${table.title}</h2>
      ${scenario ? html`<p>${scenario.gloss} <small>${sizeOf(scenario)}</small></p>
        <details><summary>${w("invited.story")}</summary><p class="prose">${scenario.intro}</p></details>` : ""}
      <dl>
        <div><dt>${w("new.side")}</dt><dd class="side-${told.seat}"><b class="flag">${upper(told.side)}</b></dd></div>
        <div><dt>${w(others.length > 1 ? "invited.others" : "new.opponent")}</dt><dd>${others.map((chair) => html`<p
          class="side-${chair.seat}"><span class="flag">${upper(sitter(chair))} <small>${
            upper(chair.title)}</small></span></p>`)}</dd></div>
        <div><dt>${w("new.clock")}</dt><dd>${clockLine(told.clock)}</dd></div>
        <div><dt>${w("new.options")}</dt><dd>${told.options.length ? told.options
          .map(([what, how]) => html`<p>${what}: ${how}</p>`) : upper(w("new.standard"))}</dd></div>
        <div><dt>${w("invited.watched")}</dt><dd>${w(told.spectators ? "invited.yes" : "invited.no")}</dd></div>
      </dl>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : ""}
      <form class="row" @submit=${(/** @type {Heard<HTMLFormElement>} */ event) =>
        this.accept(event, event.currentTarget)}>
        ${session.me ? html`<p>${w("invited.as", session.me)}</p>` : html`<label
          class="field"><span>${w("your_name")}</span><input name="name" required maxlength="40"
            autocomplete="nickname"></label>`}
        <button class="primary big">${w("invited.accept")}</button>
        <a class="button" href="/">${w("invited.not_now")}</a>
      </form>
      ${session.me ? "" : html`<p class="hint">${w("no_account")}</p>${session.accounts ? html`<p
        class="row">${["sign_in", "sign_up"].map((way) => html`<button type="button"
          @click=${() => this.sign(way)}>${w(`account.${way}`)}</button>`)}</p>` : ""}`}
    </main>`, this.host);
  }
}
