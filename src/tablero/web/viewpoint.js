// @ts-check
// When a game is over everybody may look from any side, and at everything.

import { html } from "./vendor/lit-html.js";
import { w } from "./i18n.js";
import { upper } from "./sentences.js";

/**
 * @import { Chair } from "./types"
 */

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
