// @ts-check
// A question before something of value is thrown away; whoever does not want it is never asked again.

import { html } from "./vendor/lit-html.js";
import { w } from "./i18n.js";
import { dialog } from "./page.js";
import { plain } from "./sentences.js";
import { change, settings } from "./settings.js";

/** @import { Choice } from "./types" */

/** May a choice be made: does it waste nothing, or is that meant? @param {Choice} choice */
export async function meant(choice) {
  if (!choice.waste || !settings.waste) return true;
  let never = false;
  const answer = await dialog(plain(choice.waste), (close) => html`
    <p><label class="check"><input type="checkbox" @change=${(event) => { never = event.target.checked; }}>
      <span>${w("waste.never")}</span></label></p>
    <p class="row end">
      <button type="button" class="primary" autofocus @click=${() => close()}>${w("waste.back")}</button>
      <button type="button" class="anyway" @click=${() => close("yes")}>${plain(choice.label)}</button>
    </p>`, "small waste");
  if (answer && never) change("waste", false);
  return Boolean(answer);
}
