// Beside the board: tracks, armies, what each side has left.

import { html } from "./vendor/lit-html.js";
import { has, t, upper, w } from "./i18n.js";
import { factors } from "./prompt.js";
import { symbol } from "./shell.js";

/** Tabs and what the one that is turned up shows; `page` knows which it is, and may do more when another is. */
export function tabsView(page, tabs, body, news = () => "") {
  const turn = (tab) => (page.turnTo ? page.turnTo(tab) : page.draw(page.tab = tab));
  const key = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    turn(tabs.at((tabs.indexOf(page.tab) + by) % tabs.length));
    event.currentTarget.querySelector("[aria-selected=true]").focus();
  };
  return html`
    <div class="tabs" role="tablist" aria-label=${w("panels")} @keydown=${key}>${tabs.map((tab) => html`
      <button type="button" role="tab" id="tab-${tab}" aria-controls="tabpanel" aria-selected=${String(page.tab === tab)} tabindex=${page.tab === tab ? 0 : -1}
        @click=${() => turn(tab)}>${w(`tab.${tab}`)}${news(tab)}</button>`)}</div>
    <div class="tabpanel" id="tabpanel" role="tabpanel" aria-labelledby="tab-${page.tab}">${body}</div>`;
}

const FEW = 6;          // boxes that are drawn one by one

/** A message key as its text, a number or word as it is. */
const say = (key) => (has(key) ? t(key) : key);

/** What each side has, as [[side, things]]. */
function bySide(items) {
  const sides = new Map();
  for (const item of items.values()) sides.set(item.side, [...(sides.get(item.side) ?? []), item]);
  return [...sides];
}

/** All tracks in a strip: those of nobody first, then side by side. */
export function tracksView(model) {
  return html`<div class="tracks">${bySide(model.tracks).map(([side, tracks]) => html`
    <div class="side-${side} tracks-of">${side ? html`<b class="flag">${say(`side.${side}.plural`)}</b>` : ""}${tracks.map(trackView)}</div>`)}</div>`;
}

function trackView({ name, value, length }) {
  const words = w("track", { name: say(name), value, length });
  const dots = length <= FEW ? html`<span class="dots" aria-hidden="true">${Array.from({ length }, (_, i) => (i < value ? "●" : "○"))}</span>` : "";
  return html`<span class="track" title=${words}><span class="unseen">${words}</span><span aria-hidden="true">${say(name)}</span>
    ${dots || html`<span class="meter" aria-hidden="true"><b>${value}</b>/${length}</span>`}</span>`;
}

/** The panels, those of one side together; one's own side first. */
export function panelsView(stage, own) {
  const order = bySide(stage.model.panels).sort(([a], [b]) => (b === own) - (a === own));
  return html`<div class="panels">${order.map(([side, panels]) => html`
    <section class="side-${side}">
      ${side ? html`<h3 class="flag">${say(`side.${side}.plural`)}</h3>` : ""}
      ${panels.slice().sort((a, b) => width(a) - width(b)).map((panel) => panelView(stage, panel))}
    </section>`)}</div>`;
}

const width = (panel) => Math.max(0, ...panel.rows.map((row) => row.length));

function panelView(stage, panel) {
  if (!panel.rows.length) return "";
  if (width(panel) > 2) return armyView(stage, panel);
  return html`<div class="panel"><h4>${say(panel.name)}</h4><dl>${panel.rows.map((row) => row.map(([key, value]) => html`
    <div><dt>${say(`row.${key}`)}</dt><dd>${value ? cell(stage, value) : ""}</dd></div>`))}</dl></div>`;
}

/** A cell: a thing that can be shown, a thing by name, a message, or what it is. */
function cell(stage, value) {
  if (has(value)) return upper(t(value));
  if (!/^[a-z_]+:/.test(value)) return value;
  const name = upper(stage.name(value));
  return stage.model.onBoard(value) ? html`<button type="button" class="link" @click=${() => stage.show(value)}>${name}</button>` : name;
}

/** An order of battle: name, factors, damage, and where the unit is if it is not on the map. */
function armyView(stage, panel) {
  const there = panel.rows.filter((row) => row.some(([key]) => key === "at")).length;
  return html`<details class="panel army" open><summary>${say(panel.name)} <small>${w("on_board", { n: there, all: panel.rows.length })}</small></summary>
    <table><thead class="unseen"><tr><th>${say("row.unit")}</th><th>${w("factors")}</th><th>${w("damage")}</th><th>${say("row.status")}</th></tr></thead>
    <tbody>${panel.rows.map((row) => unitRow(stage, Object.fromEntries(row)))}</tbody></table></details>`;
}

function unitRow(stage, row) {
  const lost = ["status.eliminated", "status.replaced"].includes(row.status);
  const where = row.at ? stage.name(row.at) : row.turn ? `${say(row.status)}: ${row.turn}` : say(row.status);
  return html`<tr class=${lost ? "lost" : ""}>
    <td>${row.class ? symbol(row.class.split(".")[1]) : ""}${cell(stage, row.unit)}</td>
    <td title=${w("factors")}>${factors(row)}</td>
    <td>${damage(row)}</td>
    <td>${row.at ? html`<button type="button" class="link" @click=${() => stage.show(row.at)}>${where}</button>` : where}</td></tr>`;
}

/** Damage as boxes to be filled: fire and shock count together towards the limit. */
function damage(row) {
  const fire = Number(row.fire_damage ?? 0);
  const shock = Number(row.shock_damage ?? 0);
  if (!fire && !shock) return "";
  const words = w("damage_of", { fire, shock, limit: row.limit });
  return html`<span class="damage" role="img" aria-label=${words} title=${words}>${"●".repeat(fire)}${"▲".repeat(shock)}<small>/${row.limit}</small></span>`;
}
