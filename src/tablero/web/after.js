// @ts-check
// When a game is over: everybody may look from any side, and at everything; another game with the same people,
// everybody one seat further.

import { html } from "./vendor/lit-html.js";
import { chooseNumber } from "./fair.js";
import { lang, w } from "./i18n.js";
import { api } from "./net.js";
import { go } from "./page.js";
import { upper } from "./sentences.js";

/**
 * @import { Chair, Update } from "./types"
 */

/**
 * @typedef {{id: string, seats: string[], tried: <T>(asked: Promise<T>) => Promise<T | undefined>}} Over
 * A table at which the game is over, and one's own seats there.
 */

/** What can be done about a rematch: propose it, or follow who has. @param {Over} table @param {Update} told */
export function rematchView(table, told) {
  const { rematch: there, rematch_by: name } = told;
  if (!table.seats.length) return "";
  return there ? html`<button type="button" class="primary" @click=${() => table.tried(follow(there))}>${
    w("company.rematch_by", { name })}</button>` : html`<button type="button" class="primary"
      @click=${() => table.tried(propose(table.id))}>${w("company.rematch")}</button>`;
}

/** @param {string} id */
async function propose(id) {
  const made = await api("POST", `/api/sittings/${id}/rematch`);
  const about = await api("GET", `/api/sittings/${made.id}/about?lang=${lang()}`).catch(() => null);
  if (!about) return follow(made.id);         // somebody else has proposed it
  if (about.seats.some(({ name, bot }) => !name && !bot)) {
    const share = chooseNumber(made.id, made.commitment);
    for (const { seat } of about.seats.filter(({ you }) => you)) {
      await api("POST", `/api/sittings/${made.id}/sit`, { seat, share });
    }
  }
  return go(`/table/${made.id}`);
}

/** To the seat that is kept for one, or to the table if one sits there already. @param {string} id */
async function follow(id) {
  const { kept } = await api("GET", `/api/tables?lang=${lang()}`);
  const seat = kept.find((table) => table.id === id)?.kept;
  return go(seat ? `/open/${id}/${seat}` : `/table/${id}`);
}

/** What all seats know together. */
const EVERYTHING = "all";

/**
 * Where one looks from: `""` is one's own seat, or that of a spectator.
 * @param {Chair[]} chairs @param {string} now @param {(view: string) => unknown} choose
 */
export function viewpointView(chairs, now, choose) {
  const own = chairs.filter((chair) => chair.you).map((chair) => chair.title).join(", ");
  const all = [["", own ? w("view.own", { seat: own }) : w("view.public")],
    ...chairs.map(({ seat, title }) => [seat, w("view.seat", { seat: title })]), [EVERYTHING, w("view.all")]];
  return html`<label class="field viewpoint"><span>${w("view.title")}</span><select
    @change=${(event) => choose(event.target.value)}>${all
      .map(([value, label]) => html`<option value=${value} ?selected=${value === now}>${
        upper(label)}</option>`)}</select></label>`;
}
