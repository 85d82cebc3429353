// @ts-check
// Around the board: tracks, panels, what a place is in words, hands of cards, and an inset board over the map.

import { html, svg } from "./vendor/lit-html.js";
import { drawPiece } from "./counters.js";
import { look, own } from "./game.js";
import { allWords, has, t, w } from "./i18n.js";
import { find, symbol } from "./page.js";
import { verb } from "./picker.js";
import { factors, why } from "./prompt.js";
import { stackAt } from "./model.js";
import { plain, upper } from "./sentences.js";
import { link, oddsOf, refusedView } from "./stage.js";

/**
 * @import { Stage } from "./stage.js"
 * @import { Content, Heard, Scene } from "./internal"
 * @import { Card, Choice, Panel, Piece, Space, Track } from "./types"
 */

/** @type {(tab: string) => Content} */
const NOTHING_NEW = () => "";

/**
 * Tabs and the content of the selected one; `page` knows which it is, and may do more when another is selected.
 * @param {{tab: string, turnTo?: (tab: string, again: boolean) => unknown, draw: () => unknown}} page
 * @param {string[]} tabs
 * @param {Content} body
 */
export function tabsView(page, tabs, body, news = NOTHING_NEW) {
  /** @param {string} tab */
  const turn = (tab) => {
    const again = page.tab === tab;
    page.tab = tab;
    return page.turnTo ? page.turnTo(tab, again) : page.draw();
  };
  /** @param {Heard<HTMLElement>} event */
  const key = (event) => {
    const by = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[event.key];
    if (!by) return;
    event.stopPropagation();
    turn(tabs[(tabs.indexOf(page.tab) + by + tabs.length) % tabs.length]);
    find(event.currentTarget, "[aria-selected=true]").focus();
  };
  return html`<div class="filed">
    <div class="tabs" role="tablist" aria-label=${w("panels")} @keydown=${key}>${tabs.map((tab) => html`
      <button type="button" role="tab" id="tab-${tab}" aria-controls="tabpanel"
        aria-selected=${String(page.tab === tab)} tabindex=${page.tab === tab ? 0 : -1}
        @click=${() => turn(tab)}>${w(`tab.${tab}`)}${news(tab)}</button>`)}</div>
    <h2 class="unseen">${w(`tab.${page.tab}`)}</h2>
    <div class="tabpanel" id="tabpanel" role="tabpanel" aria-labelledby="tab-${page.tab}">${body}</div></div>`;
}

const FEW = 6;          // boxes that are drawn one by one

/** A message key as its text, a number or word as it is. @param {string} key */
export const say = (key) => (has(key) ? t(key) : key);

/**
 * What each side has, as [[side, things]].
 * @template {{side: string}} T @param {Iterable<T>} items @returns {[string, T[]][]}
 */
function bySide(items) {
  /** @type {Map<string, T[]>} */
  const sides = new Map();
  for (const item of items) sides.set(item.side, [...(sides.get(item.side) ?? []), item]);
  return [...sides];
}

/** @param {number} value @param {number} length */
const dotted = (value, length) => Array.from({ length }, (_, i) => (i < value ? "●" : "○"));

/**
 * All tracks in a strip: first those that two sides pull at, then those of nobody, then by side.
 * @param {Scene} scene
 */
export function tracksView(scene) {
  const all = [...scene.tracks.values()], { pulled } = look(), others = all.filter((track) => !pulled[track.id]);
  return html`<div class="tracks" role="group" aria-label=${w("tracks")}>${all.filter((track) => pulled[track.id])
    .map((track) => pulledView(track, pulled[track.id]))}${bySide(others).map(([side, tracks]) => html`
    <div class="side-${side} tracks-of">${side ? html`<b class="flag">${upper(sideName(side))}</b>`
      : ""}${tracks.map(trackView)}</div>`)}</div>`;
}

/** What a side is called, in the plural if there is a word for it. @param {string} side */
export const sideName = (side) => [`side.${side}.plural`, `side.${side}.name`, `seat.${side}`].filter(has)
  .map((key) => t(key))[0] ?? side;

/** A side where there is little room. @param {string} side */
export const shortName = (side) => (has(`side.${side}.short`) ? t(`side.${side}.short`) : sideName(side));

/**
 * A marker that two sides pull back and forth, each towards its own end.
 * @param {Track} track @param {[string, string]} ends
 */
function pulledView({ name, value, length, side, zones = [] }, [left, right]) {
  const at = side === left ? -value : value, starts = zones.map(([first]) => first), gaps = gapsOf(zones, at);
  const words = [w(value ? "tug" : "tug_even", { name: say(name), value, side: sideName(side) }), ...gaps
    .map(({ words: far }) => far)].join(". ");
  /** How many zones lie between a box and the middle. @param {number} n */
  const depth = (n) => (n < 0 ? starts.filter((first) => first > n && first <= 0)
    : starts.filter((first) => first <= n && first > 0)).length;
  return html`<span class="track tug" title=${words}><span class="unseen">${words}</span><span
    aria-hidden="true">${say(name)}</span>
    ${gaps[0]?.down ? html`<small aria-hidden="true" class="side-${left} gap">${gaps[0].n} ▸</small>` : ""}
    <span class="rope" aria-hidden="true">${Array.from({ length: 2 * length + 1 }, (_, i) => i - length)
      .map((n) => html`<i class="side-${n < 0 ? left : n > 0 ? right : ""} depth-${depth(n)} ${n === at
        ? "here" : ""}">${n === at ? value : ""}</i>`)}</span>
    ${gaps.at(-1)?.down === false ? html`<small aria-hidden="true" class="side-${right} gap">◂ ${
      gaps.at(-1)?.n}</small>` : ""}</span>`;
}

/**
 * How far a marker is from the zones next to its own, below it and above it.
 * @param {[number, string][]} zones @param {number} at
 */
function gapsOf(zones, at) {
  const here = zones.findLastIndex(([first]) => first <= at);
  return [here - 1, here + 1].filter((i) => here >= 0 && zones[i] && say(zones[i][1])).map((i) => {
    const down = i < here, n = down ? at - zones[here][0] + 1 : zones[i][0] - at;
    return { n, down, words: w("to_zone", { n, zone: say(zones[i][1]) }) };
  });
}

/** @param {Track} track */
function trackView({ name, value, length, boxes, zones = [] }) {
  const zone = say((zones.findLast(([first]) => first <= value) ?? zones[0])?.[1] ?? "");
  if (boxes?.length) {
    const box = say(boxes[value - 1] ?? ""), words = w("track_box", { name: say(name), box, value, length });
    const starts = zones.map(([first]) => first);
    const dots = dotted(value, length).map((dot, i) => (i && starts.includes(i + 1) ? ` ${dot}` : dot));
    return html`<span class="track boxed" title=${words}><span class="unseen">${words} ${zone}</span><span
      aria-hidden="true">${say(name)} <b>${box}</b> <span class="dots">${dots}</span> <i>${zone}</i></span></span>`;
  }
  if (zones.length) {
    const gaps = gapsOf(zones, value).map(({ words: far }) => far), now = { name: say(name), value, length, zone };
    const words = [w(zone ? "track_zone" : "track", now), ...gaps].join(". ");
    return html`<span class="track" title=${words}><span class="unseen">${words}</span><span aria-hidden="true">${
      say(name)} <b>${value}</b> <svg class="zoned" viewBox="0 0 ${length} 4" preserveAspectRatio="none">${
      zones.map(([first, key], i) => svg`<rect class=${say(key) === zone ? "here" : ""} x=${first} height="4"
        width=${(zones[i + 1]?.[0] ?? length) - first} />`)}<path d="M${value} 0v4"/></svg>
      <i>${zone}</i></span></span>`;
  }
  const words = w(length ? "track" : "track_open", { name: say(name), value, length });
  const dots = length && length <= FEW ? html`<span class="dots" aria-hidden="true">${dotted(value, length)}</span>`
    : "";
  return html`<span class="track" title=${words}><span class="unseen">${words}</span><span
    aria-hidden="true">${say(name)}</span>
    ${dots || html`<span class="meter" aria-hidden="true"><b>${value}</b>${length ? `/${length}` : ""}</span>`}</span>`;
}

/** The panels, those of one side together; one's own side first. @param {Stage} stage @param {string} own */
export function panelsView(stage, own) {
  const lasting = [...stage.model.panels.values()].filter((panel) => !isNow(panel));
  const order = bySide(lasting).sort(([a], [b]) => Number(b === own) - Number(a === own));
  return html`<div class="panels">${order.map(([side, panels]) => html`
    <section class="side-${side}">
      ${side ? html`<h3 class="flag">${upper(sideName(side))}</h3>` : ""}
      ${panels.slice().sort((a, b) => width(a) - width(b)).map((panel) => panelView(stage, panel))}
    </section>`)}</div>`;
}

/** The tabs that have something to show. @param {string[]} tabs @param {string} [seat] */
export const tabsOf = (tabs, seat) => tabs.filter((tab) => tab !== "orders" || seat && own().orders);

/** @type {typeof import("./aid.js") | undefined} */
let aid;

/** The player's aid, loaded when it is first wanted. @param {Content} goals @param {() => void} draw */
export function aidView(goals, draw) {
  if (aid) return aid.aidView(goals, draw);
  import("./aid.js").then((found) => {
    aid = found;
    draw();
  });
  return "";
}

/** @param {Panel} panel */
export const isNow = ({ id }) => id.startsWith("panel:now.");

/** @param {Panel} panel */
const width = (panel) => Math.max(0, ...panel.rows.map((row) => row.length));

/** @param {Stage} stage @param {Panel} panel */
function panelView(stage, panel) {
  if (!panel.rows.length) return "";
  const special = own().panel?.(stage, panel);
  if (special) return special;
  const { said = [], short = [], long = [] } = Object.groupBy(panel.rows, (row) => (row[0][0] === "say" ? "said"
    : row.length > 2 ? "long" : "short"));
  return html`<div class="panel"><h4>${say(panel.name)}</h4>${said.map(([[, text]]) => html`<p>${say(text)}</p>`)}<dl>${
    short.map((row) => row.map(([key, value]) => html`
    <div><dt>${say(`row.${key}`)}</dt><dd>${value ? cell(stage, value) : ""}</dd></div>`))}</dl>${long.length
      ? tableView(stage, long) : ""}</div>`;
}

/**
 * Rows of many cells: pieces by name, symbol and numbers; else as a table with its heads. A zero is a dot.
 * @param {Stage} stage @param {[string, string][][]} rows
 */
function tableView(stage, rows) {
  if (rows[0].some(([key]) => key === "class")) return html`<div
    class="army"><table><tbody>${rows.map((row) => html`<tr>${pieceCells(stage, row)}</tr>`)}</tbody></table></div>`;
  return html`<table class="table-of"><thead><tr>${rows[0]
    .map(([key]) => html`<th>${say(`row.${key}`)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) =>
      html`<tr>${row.map(([, value]) =>
        html`<td>${value === "0" ? "·" : cell(stage, value)}</td>`)}</tr>`)}</tbody></table>`;
}

/**
 * A cell: a link to a thing, the name of a thing, a message, or the value itself.
 * @param {Stage} stage @param {string} value
 */
export function cell(stage, value) {
  if (has(value)) return upper(t(value));
  if (!/^[a-z_]+:/.test(value)) return value.replace(/(?<=^\d+)\.(?=\d$)/, t("list.decimal"));
  return link(stage, value, upper(stage.name(value)));
}

/** A piece in a table: what it is, and its numbers. @param {Stage} stage @param {[string, string][]} row */
export function pieceCells(stage, row) {
  const info = Object.fromEntries(row);
  return html`<td>${info.class ? symbol(info.class.split(".")[1]) : ""}${cell(stage, row[0][1])}</td><td
    title=${say("row.factors")}>${factors(info)}</td>${Number(info.number) > 1 ? html`<td>× ${info.number}</td>` : ""}`;
}

/** A mark in words, "" if it has none: `type.town` is "mark.town". @param {string} mark */
function markWords(mark) {
  const [kind, value] = mark.split("."), last = value ?? kind;
  if (kind === "control") return w("held_by", { side: sideName(value) });
  return [`mark.${last}`, `terrain.${last}.name`].filter(has).map((key) => t(key))[0] ?? "";
}

/**
 * The place of a thing: its name and number, what it is, who holds it, and what its ground does.
 * @param {Stage} stage @param {string} id
 */
export function placeView(stage, id) {
  const { model } = stage, at = model.placeOf(id), space = model.spaces.get(at), ground = `terrain.${space?.terrain}`;
  if (!space) return "";
  const marks = [...space.marks, ...model.marks.filter(([where]) => where === at).map(([, mark]) => mark)];
  const facts = [has(`${ground}.name`) ? t(`${ground}.name`) : "", ...marks.map(markWords)].filter(Boolean);
  return html`<p class="here"><b>${upper(stage.name(at))}</b> ${[...new Set(facts)].map(upper).join(" · ")}${
    has(`${ground}.text`) ? html`<small>${t(`${ground}.text`)}</small>` : ""}</p>`;
}

// -------------------------------------------------------------------------------------------------------------- cards

/** What is printed on a card; "" if the game says nothing of it. @param {string} id @param {string} what */
const part = (id, what) => {
  const key = `${id.replace(":", ".")}.${what}`;
  return has(key) ? t(key) : "";
};

/** The wheel moves a hand sideways. @param {WheelEvent & {currentTarget: HTMLElement}} event */
const slide = ({ currentTarget, deltaY }) => { currentTarget.scrollLeft += deltaY; };

/**
 * The hands: one's own cards as a strip, of the others the backs and how many they are.
 * @param {Stage} stage @param {string} seat
 */
export function handsView(stage, seat) {
  const { model } = stage, { hands } = model;
  if (!hands.some((hand) => hand.count || hand.side === seat)) return "";
  const open = hands.filter((hand) => hand.cards.length || hand.side === seat)
      .sort((a, b) => Number(b.side === seat) - Number(a.side === seat)),
    closed = hands.filter((hand) => !open.includes(hand) || hand.count > hand.cards.length);
  return html`<section class="hands" aria-label=${w("hand")}
    @pointermove=${() => { stage.rests = false; }} @pointerleave=${() => stage.readBy === "mouse" && stage.read(null)}>
    <div class="strip" @wheel=${slide}>${
      open.flatMap((hand) => hand.cards.map((id) => cardView(stage, id, hand.side)))}
      ${open.some((hand) => hand.side === seat && !hand.count) ? html`<p class="hint">${open.length > 1
        ? w("hand_of", { side: sideName(seat), n: 0 }) : w("hand_empty")}</p>`
        : ""}</div>
    ${closed.map(({ side, count, cards }) => html`<div class="backs side-${side}" role="img"
      title=${w("hand_of", { side: sideName(side), n: count })}
        aria-label=${w("hand_of", { side: sideName(side), n: count })}><span
          class="back"></span><b>${count - cards.length}</b></div>`)}
  </section>`;
}

/** @param {Stage} stage @param {string} id @param {string} holder */
function cardView(stage, id, holder) {
  const card = stage.model.cards.get(id) ?? UNKNOWN, lit = stage.busy ? null : stage.lit.get(id);
  const state = [lit ? "lit" : "dim", stage.picker.picked.includes(id) && "picked",
    stage.model.told?.quiet?.includes(id) && "muted"].filter(Boolean).join(" ");
  const corners = lit ? stage.picker.usesOf(id).filter((choice) => has(`corner.${verb(choice)}`)) : [];
  /** @param {Heard} event */
  const hover = ({ pointerType }) => pointerType === "mouse" && !stage.rests && !stage.heldUp
    && stage.read(id, "mouse");
  return html`<div class="held ${corners.length ? "cornered" : ""}" @pointerenter=${hover}><button type="button"
    class="playing side-${card.side || holder} ${state}" data-id=${id} @click=${(event) => stage.click(id, event)}
    @focus=${(event) => event.target.matches(":focus-visible") && stage.read(id, "keys")}>
    <b class="band">${lit?.n ? html`<kbd>${lit.n}</kbd>`
      : ""}${stage.name(id)}</b><small>${sort(card)}</small>${valuesOf(card)}<span>${part(id, "when")}</span>
    <span class="unseen">${part(id, "effect")} ${lit ? w("choice", { label: plain(lit.label) }) : ""}</span></button>
    ${corners.length ? cornersView(stage, id, corners) : ""}</div>`;
}

/**
 * The uses of a card, to be pressed on the card itself: for a mouse, under which the card is held up to be read.
 * @param {Stage} stage @param {string} id @param {Choice[]} uses
 */
const cornersView = (stage, id, uses) => html`<span class="corners" aria-hidden="true">${uses.map((choice) => html`
  <button type="button" tabindex="-1" data-do=${choice.do} title=${plain(choice.label)}
    @click=${(event) => (stage.finger ? stage.click(id, event) : use(stage, choice))}>${
      t(`corner.${verb(choice)}`)}</button>`)}</span>`;

/** @param {Stage} stage @param {Choice} choice */
function use(stage, choice) {
  stage.read(null);
  stage.hooks.act(choice);
}

/** A card that the board does not describe. @type {Omit<Card, "id">} */
const UNKNOWN = { side: "", kind: "", year: 0, values: [], reacts: [] };

/** What a card is worth. @param {Omit<Card, "id">} card */
const valuesOf = ({ values = [] }) => (values.length ? html`<span class="worth">${values.map(([key, value]) =>
  html`<i>${say(`row.${key}`)} <b>${value}</b></i>`)}</span>` : "");

/** @param {Omit<Card, "id">} card */
const sort = ({ kind, year }) => [kind && upper(say(`card_kind.${kind}`)), year].filter(Boolean).join(" · ");

/** A card to be read, with what can be done with it and what rules forbid. @param {Stage} stage */
export function readerView(stage) {
  const id = stage.reading ?? "", card = stage.model.cards.get(id), opened = stage.heldUp;
  if (!card) return "";
  const lit = stage.busy ? null : stage.lit.get(id), uses = lit ? stage.picker.usesOf(id) : [];
  /** What is done, without the name that stands above. @param {string} label */
  const short = (label) => {
    const words = plain(label), name = `${upper(stage.name(id))} `;
    return words.startsWith(name) ? upper(words.slice(name.length)) : words;
  };
  /** @param {string} label @param {(event: Heard) => unknown} does @param {Content} [more] */
  const button = (label, does, more = "") => html`<button type="button" class="primary"
    tabindex=${opened ? 0 : -1} @click=${does}><span>${short(label)}${more}</span></button>`;
  return html`<article class="reader ${stage.readBy} side-${card.side}" aria-hidden=${String(!opened)}><b
    class="band">${stage.name(id)}</b>
    <small>${card.side ? `${upper(say(`side.${card.side}.name`))} · ` : ""}${sort(card)}</small>${valuesOf(card)}<p
      class="when">${part(id, "when")}</p><p>${part(id, "effect")}</p>
    ${lit ? html`<p class="row">${uses.length ? uses.map((choice) => button(choice.label, () => use(stage, choice),
      html`${oddsOf(choice)}${why(choice)}`)) : button(lit.label, (event) => stage.click(id, event))}</p>` : ""}
    ${refusedView(stage.refused.get(id) ?? [])}${stage.muteView(id)}
    <button type="button" tabindex=${opened ? 0 : -1} class="bare" aria-label=${w("close")}
      @click=${() => stage.read(null)}>✕</button></article>`;
}

// ------------------------------------------------------------------------------------------------------- the inset

/**
 * A board over the other: its boxes row by row, one's own side nearest. It makes way where only the other is asked
 * about.
 * @param {Stage} stage @param {string} seat
 */
export function insetView(stage, seat) {
  const { model, scene } = stage, board = model.insets.get(scene.inset);
  if (!board) return "";
  const rows = [...Map.groupBy(board.spaces, (space) => space.y)].sort(([a], [b]) => a - b)
    .map(([, row]) => row.toSorted((a, b) => a.x - b.x));
  if (sideOf(rows[0][0]) === seat) rows.reverse();
  const where = [...scene.pieces.values()].find((piece) => piece.symbol === board.id.split(":")[1]);
  const lit = stage.past ? [] : [...stage.lit.keys()], away = lit.some((id) => stage.view.spot(id))
    && lit.every((id) => stage.view.spot(id) || model.cards.has(id));
  /** @param {Heard<HTMLDetailsElement>} event */
  const fold = (event) => { if (!away) stage.folded = !event.target.open; };
  return html`<details class="inset inked" ?open=${!stage.folded && !away} @toggle=${fold}>
    <summary>${w("inset")}${where ? html` · <b>${stage.name(where.at)}</b>` : ""}</summary>
    <div class="field-of">${rows
      .map((row) => html`<div
        class="ranks side-${sideOf(row[0])}">${row.map((box) => boxView(stage, box))}</div>`)}</div></details>`;
}

/** @param {Space} space */
const sideOf = (space) => space.marks.find((mark) => mark.startsWith("side."))?.slice(5) ?? "";

/** @param {Stage} stage @param {Space} box */
function boxView(stage, box) {
  const stack = stackAt(stage.scene, box.id).reverse(), off = stage.busy || stage.past,
    lit = off ? null : stage.lit.get(box.id), name = upper(say(box.name));
  return html`<div class="box-of ${box.marks.map((mark) => mark.replace(".", "-")).join(" ")} ${stack.length
    || lit ? "" : "empty"}">${lit ? html`
    <button type="button" class="whole lit" data-id=${box.id} title=${plain(lit.label)}
      @click=${(event) => stage.click(box.id, event)}><small>${name}</small>${lit.n ? html`<kbd>${lit.n}</kbd>`
        : ""}<span class="unseen">${stage.describe(box.id)}</span></button>` : html`<small>${name}</small>`}
    <div>${stack.map((piece) => pieceView(stage, piece))}</div></div>`;
}

/** @param {Stage} stage @param {Piece} piece */
function pieceView(stage, piece) {
  const off = stage.busy || stage.past, lit = off ? null : stage.lit.get(piece.id);
  const picked = stage.picker.picked.includes(piece.id);
  const name = look().symbols[piece.symbol]?.hidden ? "" : upper(stage.name(piece.id)), kind = name
    && (has(piece.name) ? "named" : "sign-of");
  return html`<button type="button" class="stood ${kind} ${lit ? "lit" : ""} ${picked ? "picked" : ""}"
    data-id=${piece.id} title=${stage.describe(piece.id)}
    @click=${(event) => stage.click(piece.id, event)}><i><svg viewBox="-58 -60 120 124" class="board-ink"
      aria-hidden="true">${drawn(stage, piece)}</svg>${lit?.n ? html`<kbd>${lit.n}</kbd>` : ""}</i>${name
        ? html`<b aria-hidden="true">${upper(stage.short(piece.id))}</b>` : ""}<span
          class="unseen">${stage.describe(piece.id)}</span></button>`;
}

/** Drawn again only when it has changed. @param {Stage} stage @param {Piece} piece */
function drawn({ model }, piece) {
  const look = JSON.stringify(piece), known = model.drawings.get(piece.id);
  if (known?.look === look && known.words === allWords()) return known.node;
  const node = drawPiece(piece, allWords());
  model.drawings.set(piece.id, { look, node, words: allWords() });
  return node;
}
