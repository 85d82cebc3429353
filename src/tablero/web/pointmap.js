// @ts-check
// A map of points and lines, drawn as a printed one: sea and coast, relief, rivers, roads, towns, a zone, a second map.

import { beside, inside } from "./chart.js";
import { painted } from "./counters.js";
import { look, own } from "./game.js";
import { Names, riverName } from "./names.js";
import { Strokes, bend, chance, circle, el, mean, move, path, r, ragged } from "./svg.js";
import { Field, crag, relief, trace } from "./terrain.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Box, MapFrame, MapShape, Place, Point, Words } from "./internal"
 * @import { Line, PlaceLook } from "./types"
 */

/** @param {Place} s */
const kindOf = (s) => s.marks.find((mark) => mark.startsWith("type."))?.slice(5) ?? "other";

/** @param {Chart} chart @param {Words} text @param {[string, string][]} marks */
export function map(chart, text, marks) {
  const land = el("g", {}), labels = el("g", { class: "labels" }), maps = framed(chart);
  /** @type {Box[]} */
  const taken = [];
  /** @type {Node[]} */
  const names = [];
  /** @type {Node[]} */
  const streams = [];
  /** @type {(x: number, y: number, by: number) => Box} */
  const box = (x, y, by) => [x - by, y - by, x + by, y + by];
  /** @param {Line} line */
  const onRoad = ({ a, b }) => along(chart.place(a), chart.place(b), a + b).map(([x, y]) => box(x, y, 16));
  const crossed = marked(chart, marks), { front } = look();
  maps.forEach((map, i) => land.append(...sheet(chart, map, i, text, taken, names, streams)));
  land.append(...(front ? [crossed, ...streams] : []), ...roads(chart, maps, text, labels, taken));
  land.append(...chart.list.map(place), ...(front ? [] : [crossed]), labels);
  if (maps.length) land.append(...(own().legend?.(chart, maps, text) ?? []));
  const written = new Names({ ...chart, list: chart.list.filter((s) => !s.area) }, text, [],
    (s) => lookOf(s).lettering ?? "minor");
  written.water = taken;
  written.fixed = [...chart.list.map((s) => box(s.x, s.y, 46)), ...chart.board.lines
    .filter(({ kind }) => kind !== "border").flatMap(onRoad)];
  written.drawn.prepend(...names);
  return { land, crossed, names: written };
}

/**
 * Marks the spaces that are held by another side than the one on the map; or tints the land of each side, where the
 * game has a front.
 * @param {Chart} chart
 * @param {[string, string][]} marks
 */
export function marked(chart, marks) {
  /** @type {Map<string, string>} */
  const sides = new Map(marks.filter(([id, mark]) => mark.startsWith("control.") && chart.spaces.has(id))
    .map(([id, mark]) => [id, mark.slice(8)]));
  const drawn = look().front ? framed(chart).map(({ spaces, shapes }, i) =>
    within(`map${i}`, within(`${shapes.some(isRealm) ? "realm" : "land"}${i}`, ...fronts(spaces, sides))))
    : [...sides].map(([id, side]) => {
      const { x, y } = chart.place(id);
      return el("circle", { class: `side-${side}`, cx: r(x), cy: r(y), r: 52 });
    });
  const threats = marks.filter(([, mark]) => mark === "threat").map(([id]) => {
    const { x, y } = chart.place(id);
    return path("threat", circle(r(x), r(y), 74));
  });
  return el("g", { class: "held" }, ...drawn, ...threats);
}

/**
 * Which places of a side are joined with its sources, by which lines, and which are cut off.
 * @param {Chart} chart
 * @param {[string, string][]} marks
 */
export function network(chart, marks) {
  const cut = new Set(marks.filter(([, mark]) => mark === "out.network").map(([id]) => id));
  const sides = new Map(marks.filter(([, mark]) => mark.startsWith("control."))
    .map(([id, mark]) => [id, mark.slice(8)]));
  /** @type {Record<string, string>} */
  const ways = {};
  for (const { a, b } of chart.board.lines) {
    const side = sides.get(a);
    if (!side || side !== sides.get(b) || cut.has(a) || cut.has(b)) continue;
    ways[side] = (ways[side] ?? "") + bowed(chart.place(a), chart.place(b), a + b);
  }
  const spots = chart.list.flatMap((s) => {
    const side = sides.get(s.id), source = s.marks.includes(`source.${side}`) && !cut.has(s.id);
    return source || cut.has(s.id)
      ? [path(`${source ? "net-source" : "net-cut"} side-${side}`, circle(r(s.x), r(s.y), source ? 62 : 50))] : [];
  });
  return [...Object.entries(ways).map(([side, d]) => path(`net-line side-${side}`, d)), ...spots];
}

/** Parts of the map that end at an outline. @param {string} name @param {...Node} parts */
const within = (name, ...parts) => el("g", { "clip-path": `url(#tb-${name})` }, ...parts);

/** The land that can be held, where not all of it can. @param {MapShape} shape */
const isRealm = ({ kind }) => kind === "realm";

/**
 * The land of each side, and the front where two of them meet.
 * @param {Place[]} spaces
 * @param {Map<string, string>} sides
 */
function fronts(spaces, sides) {
  /** @type {Record<string, string>} */
  const land = {};
  let front = "";
  const dry = spaces.filter((s) => s.terrain !== "sea");
  for (const s of dry) {
    const side = sides.get(s.id), cell = known.get(s) ?? cellOf(s, dry);
    known.set(s, cell);
    if (!side) continue;
    land[side] = `${land[side] ?? ""}M${cell.map(({ x, y }) => `${r(x)} ${r(y)}`).join("L")}Z`;
    cell.forEach(({ x, y, over }, i) => {
      const to = cell[(i + 1) % cell.length], other = over && sides.get(over.id);
      const allied = look().allied.some((some) => some.includes(side) && some.includes(other ?? ""));
      if (other && other < side && !allied) front += `M${r(x)} ${r(y)}L${r(to.x)} ${r(to.y)}`;
    });
  }
  return [...Object.entries(land).map(([side, d]) => path(`zone-tint side-${side}`, d)), path("front-line", front)];
}

/** @type {WeakMap<Place, Corner[]>} */
const known = new WeakMap();
const FAR = 700; // how far from a space its land goes at most

/**
 * A corner of a cell, and the space over the edge that begins there.
 * @typedef {{x: number, y: number, over?: Place}} Corner
 */

/**
 * The land that is nearer to a space than to any other: cut along the middle between them.
 * @param {Place} s
 * @param {Place[]} all
 * @returns {Corner[]}
 */
function cellOf(s, all) {
  if (s.area) return s.area.map(([x, y]) => ({ x, y }));
  /** @type {Corner[]} */
  let cell = Array.from({ length: 16 }, (_, i) => ({ x: s.x + FAR * Math.cos(i * Math.PI / 8),
    y: s.y + FAR * Math.sin(i * Math.PI / 8) }));
  for (const over of all) {
    const dx = over.x - s.x, dy = over.y - s.y, half = (dx * dx + dy * dy) / 2;
    if (!half || half > 2 * FAR * FAR) continue;
    /** How far beyond the middle. @param {Corner} at */
    const beyond = ({ x, y }) => (x - s.x) * dx + (y - s.y) * dy - half;
    cell = cell.flatMap((a, i) => {
      const b = cell[(i + 1) % cell.length], from = beyond(a), to = beyond(b);
      if ((from > 0) === (to > 0)) return from > 0 ? [] : [a];
      const t = from / (from - to), x = a.x + (b.x - a.x) * t, y = a.y + (b.y - a.y) * t;
      return from > 0 ? [{ x, y, over: a.over }] : [a, { x, y, over }];
    });
  }
  return cell;
}

// ---------------------------------------------------------------------------------------------------------- each map

/** A frame begins a map; what follows lies in it, and so do the spaces. @param {Chart} chart */
function framed(chart) {
  /** @type {MapFrame[]} */
  const maps = [];
  for (const shape of chart.shapes) {
    if (shape.kind !== "frame") maps.at(-1)?.shapes.push(shape);
    else {
      const [left, top] = shape.points[0], [right, low] = shape.points[2];
      /** @param {Place} s */
      const inside = (s) => s.x >= left && s.x <= right && s.y >= top && s.y <= low;
      maps.push({ left, top, right, low, shapes: [], spaces: chart.list.filter(inside) });
    }
  }
  return maps;
}

/**
 * @param {Chart} chart
 * @param {MapFrame} map
 * @param {number} i
 * @param {Words} text
 * @param {Box[]} taken
 * @param {Node[]} names
 * @param {Node[]} streams
 */
function sheet(chart, map, i, text, taken, names, streams) {
  const { left, top, right, low, shapes, spaces } = map;
  /** @param {string} kind */
  const of = (kind) => shapes.filter((shape) => shape.kind === kind);
  const coast = of("land").map(({ points }) => ragged(beyond(points, map))).join("");
  const lettered = shapes.filter(({ kind }) => kind in LETTERED);
  const letters = lettered.flatMap(({ points: [a, b, c] }) => [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]
    .map((t) => quad(t, a, b, c)).map(([x, y]) => ({ x, y })));
  for (const { x, y } of letters) taken.push([x - 45, y - 40, x + 45, y + 8]);
  const box = { x: left, y: top, width: right - left, height: low - top };
  /** @param {string} name @param {...Node} parts */
  const clip = (name, ...parts) => el("clipPath", { id: `tb-${name}${i}` }, ...parts);
  const inner = el("g", { "clip-path": `url(#tb-map${i})` }, el("rect", { class: "sea", ...box }),
    ...[110, 78, 46, 18].map((width) => path("coast", coast, { "stroke-width": width })), path("dry", coast));
  const ground = el("g", { "clip-path": `url(#tb-land${i})` });
  ground.append(...hills(chart, map, i ? 40 : 70));
  of("region").forEach(({ name, points }, n) => {
    const d = ragged(points), look = chart.spaces.has(name) ? "" : " aside";
    ground.append(el("g", { class: `area${look}` }, clip(`area${n}-`, path("", d)), path("wash", d),
      path("brim", d, { "clip-path": `url(#tb-area${n}-${i})` })));
  });
  const zone = smallest(spaces);
  if (zone.length && zone.length < spaces.length) ground.append(...tinted(chart, spaces, zone, sideOf(zone[0]) ?? ""));
  const rivers = of("river")
    .flatMap((one) => river({ list: [...chart.list, ...letters] }, one, i ? 0.6 : 1, taken, names));
  ground.append(path("frontier", of("border").map(({ points }) => ragged(points, false)).join("")));
  // the land of the sides tints all but the water
  if (look().front) streams.push(within(`map${i}`, within(`land${i}`, ...rivers)));
  else ground.append(...rivers);
  inner.append(ground, path("shore", coast),
    ...lettered.flatMap((one, n) => lettering(one, `tb-letters${i}-${n}`, text)));
  const realm = clip("realm", ...of("realm").map(({ points }) => path("", ragged(points))));
  realm.setAttribute("clip-path", `url(#tb-land${i})`);
  return [clip("map", el("rect", box)), clip("land", path("", coast)), realm, inner,
    el("text", { class: "map-name", x: left + 36, y: low - 40 }, text[`map.${i}.name`] ?? ""),
    el("rect", { class: "neatline", ...box }),
    el("rect", { class: "neatline outer", x: left - 14, y: top - 14, width: box.width + 28, height: box.height + 28 })];
}

/** Land that ends at the frame goes on under it. @param {Point[]} points @param {MapFrame} map */
function beyond(points, { left, top, right, low }) {
  /** @param {number} v @param {number} least @param {number} most */
  const out = (v, least, most) => (v < least + 35 ? least - 90 : v > most - 35 ? most + 90 : v);
  return points.map(([x, y]) => [out(x, left, right), out(y, top, low)]);
}

/**
 * Rough ground is browner; the ranges rise from it, shaded, with hachures as engravers draw them, with crags along the
 * crest.
 * @param {Chart} chart
 * @param {MapFrame} map
 * @param {number} broad
 */
function hills(chart, { left, top, right, low, shapes, spaces }, broad) {
  const ranges = shapes.filter(({ kind }) => kind === "ridge" || kind === "hills");
  const crests = ranges.flatMap(({ kind, points }) => trace(points)
    .map((p) => ({ ...p, high: (kind === "ridge" ? 4.6 : 2.6) * (0.3 + broad / 100) })));
  const field = new Field({ ...chart, list: crests }, broad, (p) => p.high, 0.4, broad / 18), dice = chance("crags");
  const rough = spaces.filter((s) => s.terrain === "rough").length && new Field({ ...chart, list: spaces },
    130, (s) => (s.terrain === "rough" ? 1.3 : 0), 0.2, 0.3);
  if (rough) rough.at.forEach((high, i) => (field.at[i] += high));
  const looks = Object.fromEntries(["hachure", "crag", "crag-dark", "crag-shade"]
    .map((look) => [look, new Strokes(look)]));
  for (let y = top; y < low; y += 22) for (let x = left; x < right; x += 22) {
    const [cx, cy] = [x + dice() * 22, y + dice() * 22], [dx, dy] = field.slope(cx, cy), steep = Math.hypot(dx, dy);
    if (steep < 0.34 + dice() * 0.3) continue;
    const long = Math.min(26, 8 + 18 * steep) / steep;
    looks.hachure.add(cx, cy, `M${r(cx)} ${r(cy)}l${r(dx * long)} ${r(dy * long)}`);
  }
  const ways = chart.board.lines.map(({ a, b }) => [chart.place(a), chart.place(b)]);
  for (const { x, y, high } of crests.filter((_, i) => i % 3 === 0)) {
    const [cx, cy] = [x + dice() * 40 - 20, y + dice() * 40 - 10];
    if (spaces.some((s) => far(s, cx, cy) < 105) || ways.some(([a, b]) => onWay(a, b, cx, cy))) continue;
    crag(cx, cy, 9 + 3 * high + dice() * 8, dice, looks);
  }
  return [relief(field), ...Object.values(looks).map((look) => look.draw())];
}

/** How large letters along a curve are at most, and how wide with their gaps, by kind. @type {Record<string, Point>} */
const LETTERED = { lettering: [66, 0.9], ocean: [66, 0.9], range: [66, 0.9], sea: [132, 1.02], country: [150, 1.16] };

/** A name along a curve, as large as there is room. @param {MapShape} shape @param {string} id @param {Words} text */
function lettering({ kind, name, points: [a, b, c] }, id, text) {
  const words = text[name] ?? name, [most, wide] = LETTERED[kind];
  const long = Math.hypot(a[0] - b[0], a[1] - b[1]) + Math.hypot(c[0] - b[0], c[1] - b[1]);
  const d = `M${a.map(r).join(" ")}Q${b.map(r).join(" ")} ${c.map(r).join(" ")}`;
  return [path("unseen", d, { id }),
    el("text", { class: `lettering ${kind}`, "font-size": r(Math.min(most, long / words.length / wide)) },
      el("textPath", { href: `#${id}`, startOffset: "50%" }, words))];
}

/** @param {{x: number, y: number}} s @param {number} x @param {number} y */
const far = (s, x, y) => Math.hypot(s.x - x, s.y - y);

/** @param {Place} a @param {Place} b @param {number} x @param {number} y */
function onWay(a, b, x, y) {
  const dx = b.x - a.x, dy = b.y - a.y,
    t = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(a.x + t * dx - x, a.y + t * dy - y) < 48;
}

/** The side whose zone a space is in. @param {Place | undefined} s */
export const sideOf = (s) => s?.marks.find((mark) => mark.startsWith("zone."))?.split(".")[1];

/** The zone that lies within the others. @param {Place[]} spaces */
export function smallest(spaces) {
  const zones = Map.groupBy(spaces, (s) => s.marks.find((mark) => mark.startsWith("zone.")));
  zones.delete(undefined);
  return [...zones.values()].sort((a, b) => a.length - b.length)[0] ?? [];
}

/**
 * A zone is tinted where its spaces are nearer than others, with a dotted edge.
 * @param {Chart} chart
 * @param {Place[]} spaces
 * @param {Place[]} zone
 * @param {string} side
 */
function tinted(chart, spaces, zone, side) {
  const d = new Field({ ...chart, list: spaces }, 78, (s) => (zone.includes(s) ? 1 : 0), 0.02, 0.012).outline(0.5);
  return [path(`zone-tint side-${side}`, d), path(`zone-dots side-${side}`, d)];
}

/**
 * Thin at the source and wider downstream.
 * @param {{list: {x: number, y: number}[]}} chart
 * @param {MapShape} shape
 * @param {number} scale
 * @param {Box[]} taken
 * @param {Node[]} names
 */
function river(chart, { points, name }, scale, taken, names) {
  const course = trace(points), long = course.length;
  if (name && long > 28) names.push(...riverName(chart, name, `${name}-${long}`, course, taken, scale));
  const parts = 6, found = [];
  for (const look of ["brink", "stream"]) for (let i = 0; i < parts; i++) {
    const some = course.slice(Math.floor(i * long / parts), Math.floor((i + 1) * long / parts) + 1);
    const width = scale * (2 + (i + 1) * Math.min(3, long / 32) + (look === "brink" ? 6 : 0));
    found.push(path(look, bend(some.map(({ x, y }) => [x, y])), { "stroke-width": width }));
  }
  return found;
}

// ------------------------------------------------------------------------------------------------------------- roads

const DRAWN = new Set(["main", "link", "crossing", "rough", "pass"]); // other lines are drawn as secondary roads

/**
 * Main roads double, others dashed; mere links plain, with water under those that cross it; rough ways dotted, passes
 * dashed between two brackets. Roads that leave the map are arrows, with the name of where they lead.
 * @param {Chart} chart
 * @param {MapFrame[]} maps
 * @param {Words} text
 * @param {SVGElement} labels
 * @param {Box[]} taken
 */
function roads(chart, maps, text, labels, taken) {
  /** @type {Record<string, string>} */
  const ways = {};
  /** @param {Place} s */
  const home = (s) => maps.findIndex((map) => map.spaces.includes(s));
  /** @type {Map<string, Exit[]>} */
  const leaving = new Map();
  for (const { a, b, kind } of chart.board.lines) {
    const from = chart.place(a), to = chart.place(b);
    const way = DRAWN.has(kind) ? kind : "secondary";
    if (kind === "border") continue;
    if (home(from) === home(to)) {
      ways[way] = (ways[way] ?? "") + bowed(from, to, a + b);
      if (kind === "pass") ways.brackets = (ways.brackets ?? "") + brackets(from, to, a + b);
    }
    else {
      const [here, there] = home(from) < home(to) ? [from, to] : [to, from], way = outward(here, maps[home(here)]);
      const key = `${there.id} ${way}`;
      leaving.set(key, [...(leaving.get(key) ?? []),
        { s: here, way, map: maps[home(here)], name: text[there.name] ?? "" }]);
    }
  }
  const out = [...leaving.values()].map((exits) => signpost(exits, labels, taken)).join("");
  return [path("way-water", ways.crossing ?? ""), path("way-link", (ways.link ?? "") + (ways.crossing ?? "")),
    path("way-rough", ways.rough ?? ""), path("way-pass", ways.pass ?? ""), path("way-brackets", ways.brackets ?? ""),
    path("way-secondary", ways.secondary ?? ""), path("road-edge", ways.main ?? ""),
    path("road", ways.main ?? ""), path("way-out", out)];
}

/** @param {Place} a @param {Place} b @param {string} seed */
function middle(a, b, seed) {
  const off = (chance(seed)() - 0.5) * 0.22;
  return [(a.x + b.x) / 2 - (b.y - a.y) * off, (a.y + b.y) / 2 + (b.x - a.x) * off];
}

/** @param {Place} a @param {Place} b @param {string} seed */
const bowed = (a, b, seed) => `M${r(a.x)} ${r(a.y)}Q${middle(a, b, seed).map(r).join(" ")} ${r(b.x)} ${r(b.y)}`;

/** The sign of a pass on the middle of a way. @param {Place} a @param {Place} b @param {string} seed */
function brackets(a, b, seed) {
  const m = middle(a, b, seed), [x, y] = quad(0.5, [a.x, a.y], m, [b.x, b.y]);
  const long = Math.hypot(b.x - a.x, b.y - a.y), dx = (b.x - a.x) / long, dy = (b.y - a.y) / long;
  return [-1, 1].map((way) => {
    /** Along the way and across it. @param {number} u @param {number} v */
    const at = (u, v) => `${r(x + way * u * dy + v * dx)} ${r(y - way * u * dx + v * dy)}`;
    return `M${at(26, -20)}Q${at(4, 0)} ${at(26, 20)}`;
  }).join("");
}

/** @param {number} t @param {Point} a @param {Point} b @param {Point} c */
const quad = (t, a, b, c) => a.map((p, i) => (1 - t) ** 2 * p + 2 * t * (1 - t) * b[i] + t * t * c[i]);

/** Some points of a road. @param {Place} a @param {Place} b @param {string} seed */
function along(a, b, seed) {
  const m = middle(a, b, seed);
  return [0.2, 0.32, 0.44, 0.56, 0.68, 0.8].map((t) => quad(t, [a.x, a.y], m, [b.x, b.y]));
}

/** Which way a road leaves the map: to the nearest edge, by land. @param {Place} s @param {MapFrame} map */
function outward(s, { left, top, right, low, shapes }) {
  /** @param {number[]} way */
  const dry = ([dx, dy]) => shapes.some(({ kind, points }) => kind === "land"
    && inside(points, s.x + OUT * dx, s.y + OUT * dy));
  const ways = [[-1, 0, s.x - left], [1, 0, right - s.x], [0, -1, s.y - top], [0, 1, low - s.y]]
    .sort((a, b) => a[2] - b[2]);
  return (ways.find(dry) ?? ways[0]).slice(0, 2);
}

const OUT = 150; // length of an arrow

/** A road that leaves a map. @typedef {{s: Place, way: number[], map: MapFrame, name: string}} Exit */

/**
 * Arrows out of a map at one of its sides, and once beyond them the name of where they lead.
 * @param {Exit[]} exits
 * @param {SVGElement} labels
 * @param {Box[]} taken
 */
function signpost(exits, labels, taken) {
  const [{ way: [dx, dy], map: { left, right, top, low }, name }] = exits, wide = name.length * 16;
  /** @type {(v: number, a: number, b: number) => number} */
  const clamp = (v, a, b) => Math.max(a, Math.min(v, b));
  const tips = exits.map(({ s }) => [s.x + OUT * dx, s.y + OUT * dy]),
    outmost = Math[dx + dy < 0 ? "min" : "max"](...tips.map(([x, y]) => (dx ? x : y)));
  const along = mean(exits.map(({ s }) => s), dx ? "y" : "x"), beyond = outmost + 42 * (dx + dy);
  const x = dx ? clamp(beyond, left + 34, right - 34) : clamp(along, left + wide, right - wide),
    y = dx ? clamp(along, top + wide, low - wide) : clamp(beyond, top + 34, low - 34);
  taken.push(dx ? [x - 30, y - wide, x + 30, y + wide] : [x - wide, y - 30, x + wide, y + 30]);
  labels.append(el("text", { class: "exit", transform: `${move(x, y)} rotate(${-90 * dx * dx})`, dy: 14 }, name));
  return exits.map(({ s }) =>
    `M${r(s.x)} ${r(s.y)}l${OUT * dx} ${OUT * dy}m${-34 * dx - 22 * dy} ${-34 * dy + 22 * dx}l${34 * dx
      + 22 * dy} ${34 * dy - 22 * dx}l${-34 * dx + 22 * dy} ${-34 * dy - 22 * dx}`).join("");
}

// ------------------------------------------------------------------------------------------------------------ places

/** @type {PlaceLook} */
const PLAIN = { draw: [["site", circle(0, 0, 25)], ["spot", circle(0, 0, 8)]] };

/** @param {Place} s */
const lookOf = (s) => look().places[kindOf(s)] ?? PLAIN;

/** @param {Place} s */
function place(s) {
  const signs = s.marks.flatMap((mark) => {
    const { draw, at: [x, y] = [0, 0], scale = 1 } = look().signs[mark] ?? {};
    return draw ? [el("g", { class: `side-${mark.split(".")[1] ?? ""}`,
      transform: `${move(...beside(s, x, y))} scale(${scale})` }, ...painted(draw))] : [];
  });
  return el("g", { transform: move(s.x, s.y) }, ...painted(lookOf(s).draw), ...(own().place?.(s) ?? []), ...signs);
}
