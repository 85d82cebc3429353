// Beside the board: tracks, armies, what each side has left; cards in the hand; a board that lies over the other.

import { html } from "./vendor/lit-html.js";
import { drawPiece } from "./counters.js";
import { allWords, has, plain, t, upper, w } from "./i18n.js";
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

const dotted = (value, length) => Array.from({ length }, (_, i) => (i < value ? "●" : "○"));

/** All tracks in a strip: those of nobody first, then side by side. */
export function tracksView(model) {
  const tug = model.tracks.get(TUG), others = new Map(model.tracks);
  others.delete(TUG);
  return html`<div class="tracks">${tug ? tugView(model, tug) : ""}${bySide(others).map(([side, tracks]) => html`
    <div class="side-${side} tracks-of">${side ? html`<b class="flag">${upper(say(`side.${side}.plural`))}</b>` : ""}${tracks.map(trackView)}</div>`)}</div>`;
}

/** The sides pull a marker to and fro between them: their own end is where they want it. */
function tugView(model, { name, value, length, side }) {
  const [left, right] = model.told.chairs.map((chair) => chair.seat), at = side === left ? -value : value;
  const words = w(value ? "tug" : "tug_even", { name: say(name), value, side: say(`side.${side}.plural`) });
  return html`<span class="track tug" title=${words}><span class="unseen">${words}</span><span aria-hidden="true">${say(name)}</span>
    <span class="rope" aria-hidden="true">${Array.from({ length: 2 * length + 1 }, (_, i) => html`<i class="side-${i < length ? left : i > length ? right : ""} ${i - length === at ? "here" : ""}">${i - length === at ? value : ""}</i>`)}</span></span>`;
}

const TUG = "track:victory";

function trackView({ name, value, length, boxes }) {
  if (boxes?.length) {
    const box = say(boxes[value - 1] ?? ""), words = w("track_box", { name: say(name), box, value, length });
    return html`<span class="track" title=${words}><span class="unseen">${words}</span><span aria-hidden="true">${say(name)} <b>${box}</b> <span class="dots">${dotted(value, length)}</span></span></span>`;
  }
  const words = w("track", { name: say(name), value, length });
  const dots = length <= FEW ? html`<span class="dots" aria-hidden="true">${dotted(value, length)}</span>` : "";
  return html`<span class="track" title=${words}><span class="unseen">${words}</span><span aria-hidden="true">${say(name)}</span>
    ${dots || html`<span class="meter" aria-hidden="true"><b>${value}</b>/${length}</span>`}</span>`;
}

/** The panels, those of one side together; one's own side first. */
export function panelsView(stage, own) {
  const order = bySide(stage.model.panels).sort(([a], [b]) => (b === own) - (a === own));
  return html`<div class="panels">${order.map(([side, panels]) => html`
    <section class="side-${side}">
      ${side ? html`<h3 class="flag">${upper(say(`side.${side}.plural`))}</h3>` : ""}
      ${panels.slice().sort((a, b) => width(a) - width(b)).map((panel) => panelView(stage, panel))}
    </section>`)}</div>`;
}

const width = (panel) => Math.max(0, ...panel.rows.map((row) => row.length));

function panelView(stage, panel) {
  if (!panel.rows.length) return "";
  if (panel.rows.every((row) => row.length > 2 && row[0][0] === "unit")) return armyView(stage, panel);
  const [short, long] = [panel.rows.filter((row) => row.length < 3), panel.rows.filter((row) => row.length > 2)];
  return html`<div class="panel"><h4>${say(panel.name)}</h4><dl>${short.map((row) => row.map(([key, value]) => html`
    <div><dt>${say(`row.${key}`)}</dt><dd>${value ? cell(stage, value) : ""}</dd></div>`))}</dl>${long.length ? tableView(stage, long) : ""}</div>`;
}

/** Rows of many cells: units by name, sign and numbers; else as a table with its heads. */
function tableView(stage, rows) {
  if (rows[0][0][0] === "unit") return html`<div class="army"><table><tbody>${rows.map((row) => unitRow(stage, Object.fromEntries(row)))}</tbody></table></div>`;
  return html`<table class="table-of"><thead><tr>${rows[0].map(([key]) => html`<th>${say(`row.${key}`)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map(([, value]) => html`<td>${value === "0" ? "·" : cell(stage, value)}</td>`)}</tr>`)}</tbody></table>`;
}

/** A cell: a thing that can be shown, a thing by name, a message, or what it is. */
function cell(stage, value) {
  if (has(value)) return upper(t(value));
  if (!/^[a-z_]+:/.test(value)) return value;
  const name = upper(stage.name(value));
  return stage.model.shows(value) ? html`<button type="button" class="link" @click=${() => stage.show(value)}>${name}</button>` : name;
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
  const where = row.at ? stage.name(row.at) : row.turn ? `${say(row.status)}: ${row.turn}` : row.status ? say(row.status) : "";
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

// -------------------------------------------------------------------------------------------------------------- cards

const part = (id, what) => say(`${id.replace(":", ".")}.${what}`);

/** The hands: one's own cards as a strip, of the others the backs and how many they are. */
export function handsView(stage, seat) {
  const { model } = stage, { hands } = model;
  if (!hands.some((hand) => hand.count)) return "";
  const open = hands.filter((hand) => hand.cards.length || hand.side === seat), closed = hands.filter((hand) => !open.includes(hand));
  const read = (id, by) => {
    if (stage.reading === id) return;
    Object.assign(stage, { reading: id, readBy: by });
    stage.hooks.changed();
  };
  return html`<section class="hands" aria-label=${w("hand")} @pointerleave=${() => stage.readBy === "mouse" && read(null)} @keydown=${(event) => event.key === "Escape" && read(null)}>
    ${stage.reading ? reader(stage, read) : ""}
    <div class="strip">${open.flatMap((hand) => hand.cards.map((id) => cardView(stage, id, read)))}
      ${open.some((hand) => hand.side === seat && !hand.count) ? html`<p class="hint">${w("hand_empty")}</p>` : ""}</div>
    ${closed.map(({ side, count }) => html`<div class="backs side-${side}" role="img" aria-label=${w("hand_of", { side: say(`side.${side}.plural`), n: count })}><span class="back"></span><b>${count}</b></div>`)}
  </section>`;
}

function cardView(stage, id, read) {
  const card = stage.model.cards.get(id), lit = stage.busy ? null : stage.lit?.get(id);
  const picked = stage.picker.picked.includes(id) ? "picked" : "";
  // A finger reads a card before it plays it.
  const click = (event) => {
    if (event.pointerType === "touch" && stage.reading !== id) return read(id, "finger");
    stage.click(id, event);
  };
  return html`<button type="button" class="playing side-${card.side} ${lit ? "lit" : "dim"} ${picked}" data-id=${id}
      @click=${click} @pointerenter=${(event) => event.pointerType === "mouse" && read(id, "mouse")} @focus=${(event) => event.target.matches(":focus-visible") && read(id, "keys")}>
    <b class="band">${lit?.n ? html`<kbd>${lit.n}</kbd>` : ""}${part(id, "name")}</b><small>${sort(card)}</small><span>${part(id, "when")}</span>
    <span class="unseen">${part(id, "effect")} ${lit ? w("choice", { label: plain(lit.label) }) : ""}</span></button>`;
}

const sort = ({ kind, year }) => `${upper(say(`card_kind.${kind}`))}${year ? ` · ${year}` : ""}`;

/** A card large enough to be read. */
function reader(stage, read) {
  const id = stage.reading, card = stage.model.cards.get(id);
  if (!card) return "";
  const lit = stage.busy ? null : stage.lit?.get(id);
  return html`<article class="reader ${stage.readBy} side-${card.side}" aria-hidden="true"><b class="band">${part(id, "name")}</b>
    <small>${upper(say(`side.${card.side}.name`))} · ${sort(card)}</small><p class="when">${part(id, "when")}</p><p>${part(id, "effect")}</p>
    ${lit ? html`<p class="row"><button type="button" tabindex="-1" class="primary" @click=${(event) => { read(null); stage.click(id, event); }}>${plain(lit.label)}</button></p>` : ""}
    <button type="button" tabindex="-1" class="bare" @click=${() => read(null)}>✕</button></article>`;
}

// ------------------------------------------------------------------------------------------------------- the inset

/** A board over the other: its boxes row by row, one's own side nearest. It makes way where only the other is asked about. */
export function insetView(stage, seat) {
  const { model } = stage, board = model.insets.get(model.inset);
  if (!board) return "";
  const rows = [...Map.groupBy(board.spaces, (space) => space.y)].sort(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => a.x - b.x));
  if (sideOf(rows[0][0]) === seat) rows.reverse();
  const where = [...model.pieces.values()].find((piece) => piece.symbol === board.id.split(":")[1]);
  const lit = [...stage.lit?.keys() ?? []], away = lit.some((id) => stage.view.spot(id)) && lit.every((id) => stage.view.spot(id) || model.cards.has(id));
  return html`<details class="inset inked" ?open=${!stage.folded && !away} @toggle=${(event) => { if (!away) stage.folded = !event.target.open; }}>
    <summary>${w("inset")}${where ? html` · <b>${stage.name(where.at)}</b>` : ""}</summary>
    <div class="field-of">${rows.map((row) => html`<div class="ranks side-${sideOf(row[0])}">${row.map((box) => boxView(stage, box))}</div>`)}</div></details>`;
}

const sideOf = (space) => space.marks.find((mark) => mark.startsWith("side."))?.slice(5) ?? "";

function boxView(stage, box) {
  const stack = stage.model.stackAt(box.id).reverse(), lit = !stage.busy && stage.lit?.get(box.id), name = upper(say(box.name));
  return html`<div class="box-of ${box.id.split(".").at(-1)} ${stack.length || lit ? "" : "empty"}">${lit ? html`
    <button type="button" class="whole lit" data-id=${box.id} title=${plain(lit.label)} @click=${(event) => stage.click(box.id, event)}><small>${name}</small>${lit.n ? html`<kbd>${lit.n}</kbd>` : ""}<span class="unseen">${stage.describe(box.id)}</span></button>` : html`<small>${name}</small>`}
    <div>${stack.map((piece) => pieceView(stage, piece))}</div></div>`;
}

function pieceView(stage, piece) {
  const lit = !stage.busy && stage.lit?.get(piece.id), picked = stage.picker.picked.includes(piece.id);
  const name = piece.symbol === "block" ? "" : upper(stage.name(piece.id)), kind = name && (has(piece.name) ? "named" : "sign-of");
  return html`<button type="button" class="stood ${kind} ${lit ? "lit" : ""} ${picked ? "picked" : ""}" data-id=${piece.id} title=${stage.describe(piece.id)}
    @click=${(event) => stage.click(piece.id, event)}><i><svg viewBox="-58 -60 120 124" class="board-ink" aria-hidden="true">${drawn(stage, piece)}</svg>${lit?.n ? html`<kbd>${lit.n}</kbd>` : ""}</i>${name ? html`<b aria-hidden="true">${upper(stage.short(piece.id))}</b>` : ""}<span class="unseen">${stage.describe(piece.id)}</span></button>`;
}

// Drawn once as long as it looks the same.
function drawn({ model }, piece) {
  const look = JSON.stringify(piece), known = model.drawings.get(piece.id);
  if (known?.look === look && known.words === allWords()) return known.node;
  const node = drawPiece(piece, allWords());
  model.drawings.set(piece.id, { look, node, words: allWords() });
  return node;
}
