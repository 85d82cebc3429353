// @ts-check
// A map of hexes, drawn as a printed one: paper, relief, woods, houses, water, roads, grid, names.

import { hexside } from "./chart.js";
import { Names } from "./names.js";
import { Strokes, bend, chance, el, mean, move, path, r } from "./svg.js";
import { Field, crag, relief, trace } from "./terrain.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Chain, Place, Traced, Words } from "./internal"
 * @import { Line } from "./types"
 */

/** @param {Place} s */
const height = (s) => Number(s.marks.find((mark) => mark.startsWith("elevation."))?.slice(10) ?? 0);

/**
 * The layers of the map from the ground up; the board keeps those that change.
 * @param {Chart} chart @param {Words} text @param {[string, string][]} marks
 */
export function map(chart, text, marks) {
  const land = el("g", { "clip-path": "url(#tb-sheet)" });
  const { drawn: water, courses } = rivers(chart);
  land.append(...ground(chart), water, stamps(chart), path("grid", chart.list.map((s) => chart.shape(s)).join("")));
  const crossed = marked(chart, marks);
  land.insertBefore(crossed, water.nextSibling);
  return { land, crossed, names: new Names(chart, text, courses) };
}

/** @param {Chart} chart */
function ground(chart) {
  const rise = new Field(chart, 66, (s) => height(s) + (s.terrain === "mountain" ? 0.5 : 0), 0.2);
  /** @param {string} terrain */
  const cover = (terrain) => new Field(chart, 46, (s) => (s.terrain === terrain ? 1 : 0), 0.06, 0.05).outline(0.46);
  return [
    relief(rise),
    path("contour", [0.5, 1.5, 2.5, 3.5].map((level) => rise.outline(level)).join("")),
    path("woods", cover("forest")),
    path("gardens", cover("building")),
    ...roads(chart),
  ];
}

// ------------------------------------------------------------------------------------------------------------- stamps

const PRINTED = "plot tuft tree-shade tree tree-lit crag crag-dark crag-shade house-shade house ridge".split(" ");

/**
 * Trees, crags and houses. They stand in a ring, so that they are seen around the counters, and leave the road free.
 * @param {Chart} chart
 */
function stamps(chart) {
  const looks = Object.fromEntries(PRINTED.map((look) => [look, new Strokes(look)]));
  const streets = roadsOf(chart);
  for (const s of chart.list) {
    const stamp = STAMPS[s.terrain];
    if (stamp) stamp(s, chance(chart.board.id.split("_")[0] + s.id), looks, streets.get(s) ?? [], chart);
  }
  return el("g", { class: "stamps" }, ...Object.values(looks).map((look) => look.draw()));
}

/** @param {Chart} chart */
function roadsOf(chart) {
  const ways = chart.board.lines.filter(({ kind }) => kind === "road").flatMap(({ a, b }) => [[a, b], [b, a]]);
  return Map.groupBy(ways.map((way) => way.map((id) => chart.spaces.get(id))), ([s]) => s);
}

/**
 * Whether a spot, seen from the middle of its hex, is in the way of a road.
 * @param {number} x @param {number} y @param {Place[][]} streets @param {number} room
 */
function onRoad(x, y, streets, room) {
  return streets.some(([s, other]) => {
    const dx = other.x - s.x, dy = other.y - s.y, far = Math.hypot(dx, dy);
    return x * dx + y * dy > -room * far && Math.abs(x * dy - y * dx) < room * far;
  });
}

/** @type {Record<string, Function>} */
const STAMPS = { clear, forest, mountain, building };

/**
 * Tilled plots around the houses, elsewhere a tuft here and there, so that open ground is not bare paper.
 * @param {Place} s @param {() => number} dice @param {Record<string, Strokes>} looks @param {Place[][]} streets
 * @param {Chart} chart
 */
function clear(s, dice, looks, streets, chart) {
  if (height(s) > 1) return;
  const tilled = chart.around(s).some((o) => o?.terrain === "building") ? 0.9 : 0.1;
  const turn = dice() * 6;
  if (dice() < tilled) for (let i = 0; i < 3; i++) {
    const [x, y] = ringSpot(turn + i * 2.094, 46 + dice() * 8);
    if (!onRoad(x, y, streets, 38)) plot(s.x + x, s.y + y, dice, looks);
  } else if (dice() < 0.45) {
    const [x, y] = ringSpot(dice() * 6.283, 30 + dice() * 45);
    if (!onRoad(x, y, streets, 18)) looks.tuft.add(s.x, s.y, `M${r(s.x + x)} ${r(s.y + y)}l-3-9m6 9l1-11m5 11l5-8`);
  }
}

/** @param {number} x @param {number} y @param {() => number} dice @param {Record<string, Strokes>} looks */
function plot(x, y, dice, looks) {
  const turn = dice() * 3.14, long = 14 + dice() * 12, c = long * Math.cos(turn), n = long * Math.sin(turn);
  const rows = 3 + Math.floor(dice() * 3);
  for (let i = -rows; i <= rows; i++) {
    const off = i * 6 / long;
    looks.plot.add(x, y, `M${r(x - off * n - c)} ${r(y + off * c - n)}l${r(2 * c)} ${r(2 * n)}`);
  }
}

/** @param {Place} s @param {() => number} dice @param {Record<string, Strokes>} looks @param {Place[][]} streets */
function forest(s, dice, looks, streets) {
  const spots = [[0, 0]];
  const turn = dice() * 6;
  for (const [many, far] of [[6, 30], [10, 57], [14, 81]]) {
    for (let i = 0; i < many; i++) spots.push(ringSpot(turn + far + i * 6.283 / many, far + dice() * 10));
  }
  for (const [x, y] of spots) {
    if (onRoad(x, y, streets, 20)) continue;
    tree(s.x + x + dice() * 8 - 4, s.y + y + dice() * 8 - 4, dice(), looks);
  }
}

/** @param {number} angle @param {number} far */
const ringSpot = (angle, far) => [Math.cos(angle) * far, Math.sin(angle) * far];

// A crown seen from above, its shadow to the south-east, a highlight on the lit side. Eight variants are enough.
const CROWNS = [9, 11, 13, 16].flatMap((size) => [crown(size, 0), crown(size, 0.5)]);

/** @param {number} size @param {number} turn */
function crown(size, turn) {
  /** @param {number} i */
  const at = (i) => [Math.cos(turn + i * 1.2566) * size * 0.8, Math.sin(turn + i * 1.2566) * size * 0.72];
  const bulge = (size * 0.56).toFixed(1);
  /** @param {number} i */
  const lobe = (i) => `a${bulge} ${bulge} 0 0 1 ${[0, 1].map((j) => (at(i)[j] - at(i - 1)[j]).toFixed(1)).join(" ")}`;
  const glint = `q${r(size * 0.1)} ${-r(size * 0.4)} ${r(size * 0.5)} ${-r(size * 0.42)}`;
  return { size, start: at(0), lobes: `${[1, 2, 3, 4, 5].map(lobe).join("")}z`, glint };
}

/** @param {number} x @param {number} y @param {number} pick @param {Record<string, Strokes>} looks */
function tree(x, y, pick, looks) {
  const { start, lobes, glint, size } = CROWNS[Math.floor(pick * CROWNS.length)];
  looks["tree-shade"].add(x, y, `M${r(x + start[0] + 5)} ${r(y + start[1] + 6)}${lobes}`);
  looks.tree.add(x, y, `M${r(x + start[0])} ${r(y + start[1])}${lobes}`);
  looks["tree-lit"].add(x, y, `M${r(x - size * 0.55)} ${r(y - size * 0.1)}${glint}`);
}

/** @param {Place} s @param {() => number} dice @param {Record<string, Strokes>} looks @param {Place[][]} streets */
function mountain(s, dice, looks, streets) {
  const turn = dice() * 6, high = 0.8 + 0.12 * height(s), spots = [[dice() * 16 - 8, 4]];
  for (let i = 0; i < 3; i++) spots.push(ringSpot(turn + i * 2.094 + dice() * 0.4, 54 + dice() * 12));
  spots.sort((a, b) => a[1] - b[1]); // those behind first
  for (const [x, y] of spots) {
    if (!onRoad(x, y, streets, 26)) crag(s.x + x, s.y + y + 10, (21 + dice() * 9) * high, dice, looks);
  }
}

/**
 * @param {Place} s @param {() => number} dice @param {Record<string, Strokes>} looks @param {Place[][]} streets
 * @param {Chart} chart
 */
function building(s, dice, looks, streets, chart) {
  const [from, to] = streets[0] ?? [], along = to ? Math.atan2(to.y - from.y, to.x - from.x) : dice() * 3;
  /** @param {Place} o */
  const parish = (o) => o.terrain === "building" && o.id < s.id && Math.hypot(o.x - s.x, o.y - s.y) < 180;
  /** @type {number[][]} */
  const placed = [];
  if (!chart.list.some(parish)) church(s, streets, along, looks, placed);
  for (let tries = 0; tries < 60 && placed.length < 13; tries++) {
    const [x, y] = ringSpot(dice() * 6.283, 16 + Math.sqrt(dice()) * 62);
    const long = 11 + dice() * 8, wide = 7 + dice() * 3;
    if (onRoad(x, y, streets, 8 + long)) continue;
    if (placed.some(([px, py, far]) => Math.hypot(px - x, py - y) < far + long)) continue;
    placed.push([x, y, long]);
    house(s.x + x, s.y + y, long, wide, along + (dice() < 0.3 ? Math.PI / 2 : 0) + dice() * 0.2 - 0.1, looks);
  }
}

/**
 * A house from above: roof, ridge, shadow.
 * @param {number} x @param {number} y @param {number} long @param {number} wide @param {number} turn
 * @param {Record<string, Strokes>} looks
 */
function house(x, y, long, wide, turn, looks) {
  const c = Math.cos(turn), n = Math.sin(turn);
  /** @param {number} a @param {number} b */
  const at = (a, b) => `${r(x + a * c - b * n)} ${r(y + a * n + b * c)}`;
  const roof = `M${at(-long, -wide)}L${at(long, -wide)}L${at(long, wide)}L${at(-long, wide)}Z`;
  looks["house-shade"].add(x, y, roof.replace(/-?\d+ -?\d+/g, (p) => p.split(" ").map((v) => +v + 4).join(" ")));
  looks.house.add(x, y, roof);
  looks.ridge.add(x, y, `M${at(-long, 0)}L${at(long, 0)}`);
}

/**
 * @param {Place} s @param {Place[][]} streets @param {number} along @param {Record<string, Strokes>} looks
 * @param {number[][]} placed
 */
function church(s, streets, along, looks, placed) {
  const turn = streets.length ? along + Math.PI / 2 : 0;
  const spots = [0, 1, 2, 3, 4, 5].map((i) => ringSpot(i * 1.047 + 0.5, 48));
  const free = spots.find(([x, y]) => !onRoad(x, y, streets, 30));
  if (!free) return;
  const [x, y] = [s.x + free[0], s.y + free[1]];
  placed.push([...free, 26]);
  house(x, y, 22, 11, turn, looks);
  const c = Math.cos(turn), n = Math.sin(turn), tx = x + 28 * c, ty = y + 28 * n;
  house(tx, ty, 9, 9, turn, looks);
  looks.ridge.add(x, y, `M${r(tx)} ${r(ty - 8)}V${r(ty + 8)}M${r(tx - 6)} ${r(ty - 3)}H${r(tx + 6)}`);
}

// -------------------------------------------------------------------------------------------------------------- zones

/**
 * The set-up areas of one side: a hatched ground, an edge, and the area's letter.
 * @param {Chart} chart @param {string} side @param {Words} text
 */
export function zones(chart, side, text) {
  const start = `zone.${side}.`;
  const areas = new Set(chart.list.flatMap((s) => s.marks).filter((mark) => mark.startsWith(start)));
  return [...areas].map((area, i) => {
    const spaces = chart.list.filter((s) => s.marks.includes(area));
    return zone(chart, area.slice(start.length), spaces, i, text);
  });
}

/** @param {Chart} chart @param {string} area @param {Place[]} spaces @param {number} i @param {Words} text */
function zone(chart, area, spaces, i, text) {
  const inside = new Set(spaces);
  let edge = "";
  for (const s of spaces) {
    chart.around(s).forEach((there, side) => {
      if (there && inside.has(there)) return;
      edge += hexside(s, side, 96);
    });
  }
  const ground = path("zone-hatch", spaces.map((s) => chart.shape(s)).join(""), { fill: `url(#tb-hatch${i % 4})` });
  const drawn = el("g", {}, ground, path("zone-edge", edge));
  if (spaces.length > 120) return drawn; // nearly the whole map: a name would point nowhere
  const at = { class: "zone-name", x: r(mean(spaces, "x")), y: r(mean(spaces, "y")) };
  drawn.append(el("text", at, text[`zone.${area}.name`] ?? area));
  return drawn;
}

// ---------------------------------------------------------------------------------------------------- roads and rivers

/**
 * Lines from space to space are joined end to end into courses, broken only where three or more meet, and each is drawn
 * as one curve.
 * @param {Line[]} lines
 */
function chains(lines) {
  const near = new Map();
  /** @param {string} a */
  const reach = (a) => near.get(a) ?? near.set(a, new Set()).get(a);
  for (const { a, b } of lines) {
    reach(a).add(b);
    reach(b).add(a);
  }
  const ways = new Map([...near].map(([a, set]) => [a, set.size]));
  /** @type {string[][]} */
  const found = [];
  /** @param {string} from */
  const walk = (from) => {
    const course = [from];
    let here = from;
    do {
      const to = near.get(here).values().next().value;
      near.get(here).delete(to);
      near.get(to).delete(here);
      course.push(here = to);
    } while (ways.get(here) === 2 && near.get(here).size);
    found.push(course);
  };
  for (const [a, n] of ways) if (n !== 2) while (near.get(a).size) walk(a);
  for (const a of near.keys()) while (near.get(a).size) walk(a); // rings
  return found.map((course) => ({ course, ends: [ways.get(course[0]), ways.get(course.at(-1))] }));
}

/** @param {Place} s */
const point = (s) => [s.x, s.y];
/** @param {Place} s */
const crossing = (s) => s.marks.find((mark) => mark.startsWith("crossing."));

/**
 * The points of a course. It goes on over the edge of the map, and runs straight through crossings, so that bridge,
 * road and river meet in the middle of the hex.
 * @param {Chart} chart @param {Chain} chain @param {number} [stray]
 */
function points(chart, { course, ends }, stray = 0) {
  const spaces = course.map((id) => chart.place(id));
  const way = spaces.flatMap((s, i) => {
    if (crossing(s) && spaces[i - 1] && spaces[i + 1]) return through(s, spaces[i - 1], spaces[i + 1]);
    return i === 0 || i === spaces.length - 1 ? [point(s)] : [astray(s, stray)];
  });
  if (chart.hexes && ends[0] === 1) way.unshift(...beyond(chart, spaces[0], spaces[1]));
  if (chart.hexes && ends[1] === 1) way.push(...beyond(chart, spaces[spaces.length - 1], spaces[spaces.length - 2]));
  return way;
}

/** Two bends whose middle is the middle of the hex. @param {Place} s @param {Place} before @param {Place} after */
function through(s, before, after) {
  const dx = after.x - before.x, dy = after.y - before.y, k = 36 / Math.hypot(dx, dy);
  return [[s.x - dx * k, s.y - dy * k], [s.x + dx * k, s.y + dy * k]];
}

/**
 * A road leaves the middle of its hexes a little, so that it does not look ruled.
 * @param {Place} s @param {number} far
 */
function astray(s, far) {
  const dice = chance(s.id);
  return [s.x + (dice() * 2 - 1) * far, s.y + (dice() * 2 - 1) * far];
}

/** @param {Chart} chart @param {Place} end @param {Place} before */
function beyond(chart, end, before) {
  let best = null, most = 0.2;
  chart.around(end).forEach((there, side) => {
    if (there) return;
    const a = side * Math.PI / 3, out = [Math.sin(a), -Math.cos(a)], dx = end.x - before.x, dy = end.y - before.y;
    const along = (out[0] * dx + out[1] * dy) / Math.hypot(dx, dy);
    if (along > most) [best, most] = [out, along];
  });
  return best ? [[end.x + best[0] * 190, end.y + best[1] * 190]] : [];
}

// -------------------------------------------------------------------------------------------------------------- roads

/** @param {Chart} chart */
function roads(chart) {
  const courses = chains(chart.board.lines.filter((line) => line.kind === "road"));
  const d = courses.map((course) => bend(points(chart, course, 17))).join("");
  return [path("road-edge", d), path("road", d)];
}

// ------------------------------------------------------------------------------------------------------------- rivers

/** Every river as a band with two banks; `courses` tells where their names may run. @param {Chart} chart */
function rivers(chart) {
  const bands = [], currents = [], courses = [], { lines: all } = chart.board;
  for (const [kind, lines] of Map.groupBy(all.filter((line) => line.kind.startsWith("river")), (line) => line.kind)) {
    for (const chain of chains(lines)) {
      const { way, wide } = river(chart, kind, chain);
      const course = trace(way);
      bands.push(band(course, wide));
      for (const part of [0.37, -0.37]) currents.push(bend(beside(course, (t) => wide(t) * part)));
      courses.push({ kind, course });
    }
  }
  const d = bands.join("");
  return { drawn: el("g", {}, path("bank", d), path("water", d), path("current", currents.join(""))), courses };
}

/**
 * A tributary is narrower and runs into the other river; one that begins on the map begins as a thread.
 * @param {Chart} chart @param {string} kind @param {Chain} chain
 */
function river(chart, kind, chain) {
  const way = points(chart, chain, 12), ids = chain.course;
  const mouths = [mouth(chart, kind, ids), mouth(chart, kind, ids.toReversed())];
  if (mouths[0]) way.unshift(point(mouths[0]));
  if (mouths[1]) way.push(point(mouths[1]));
  const inland = [ids[0], ids.at(-1)].map((id, i) => chain.ends[i] === 1 && !mouths[i] && way.length === ids.length);
  const full = mouths[0] || mouths[1] ? 50 : 66;
  /** @param {number} t */
  const wide = (t) => {
    let w = full * (0.94 + 0.1 * Math.sin(t * 37 + ids.length));
    if (mouths[0]) w *= (1.12 - 0.3 * t) * Math.min(1, 0.4 + t * 12);
    if (mouths[1]) w *= (0.82 + 0.3 * t) * Math.min(1, 0.4 + (1 - t) * 12);
    if (inland[0]) w *= Math.min(1, 0.08 + t * 3);
    if (inland[1]) w *= Math.min(1, 0.08 + (1 - t) * 3);
    return w;
  };
  return { way, wide };
}

/**
 * The hex of another river into which this one runs at the beginning of its course, the one most nearly straight ahead.
 * @param {Chart} chart @param {string} kind @param {string[]} course
 */
function mouth(chart, kind, [end, before]) {
  const a = chart.place(before), b = chart.place(end);
  /** @param {Place} s */
  const along = (s) => (s.x - b.x) * (b.x - a.x) + (s.y - b.y) * (b.y - a.y);
  return chart.around(b).filter((s) => s !== undefined)
    .filter((s) => s.marks.some((mark) => mark.startsWith("river.") && mark !== kind))
    .sort((s, o) => along(o) - along(s))[0];
}

/** @param {Traced[]} course @param {(t: number, i: number) => number} off */
function beside(course, off) {
  return course.map((p, i) => {
    const far = off(i / (course.length - 1), i);
    return [p.x - p.dy * far, p.y + p.dx * far];
  });
}

/** @param {Traced[]} course @param {(t: number) => number} wide */
function band(course, wide) {
  const left = beside(course, (t, i) => wide(t) / 2 + 3 * Math.sin(i * 0.9) + 4 * Math.sin(i * 0.37));
  const right = beside(course, (t, i) => -wide(t) / 2 + 3 * Math.sin(i * 0.8 + 2) + 4 * Math.sin(i * 0.43 + 1));
  return bend([...left, ...right.reverse()], true);
}

// ---------------------------------------------------------------------------------------------------------- crossings

/** @type {Record<string, [string, string][]>} */
const CROSSINGS = {
  ford: [["ford-bed", "M-46 0H46"], ["ford", "M-46-11H46M-46 11H46"]],
  bridge: [["deck", "M-48-11H48V11H-48Z"], ["parapet", "M-56-20L-46-11H46L56-20M-56 20L-46 11H46L56 20"]],
  broken_bridge: [
    ["deck", "M-50-11H-20L-27-4L-17 3L-25 11H-50ZM50-11H22L16-3L25 4L19 11H50Z"],
    ["parapet", "M-56-20L-46-11H-20L-27-4L-17 3L-25 11H-46L-56 20M56-20L46-11H22L16-3L25 4L19 11H46L56 20"],
    ["ruin", "M-8-14l5 5M6 9l6-4M-2 15l-6 2M4-4l4 3"],
  ],
};

/**
 * Fords and bridges lie along the road, or else across the river. `marks` are those that have changed since.
 * @param {Chart} chart @param {[string, string][]} marks
 */
export function marked(chart, marks) {
  const now = new Map(marks.filter(([, mark]) => mark.startsWith("crossing.")));
  const drawn = el("g", { class: "crossings" });
  for (const s of chart.list) {
    const mark = now.get(s.id) ?? crossing(s);
    const parts = mark && CROSSINGS[mark.slice("crossing.".length)];
    if (!parts) continue;
    const transform = `${move(s.x, s.y)} rotate(${r(bearing(chart, s))})`;
    drawn.append(el("g", { transform }, ...parts.map(([look, d]) => path(look, d))));
  }
  return drawn;
}

/** @param {Chart} chart @param {Place} s */
function bearing(chart, s) {
  /** @param {(kind: string) => boolean} test */
  const along = (test) => {
    const ends = chart.board.lines.filter((line) => test(line.kind) && (line.a === s.id || line.b === s.id))
      .map((line) => chart.place(line.a === s.id ? line.b : line.a));
    if (!ends.length) return null;
    const from = ends.length > 1 ? ends[0] : s, to = ends[ends.length - 1];
    return Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI;
  };
  return along((kind) => kind === "road") ?? (along((kind) => kind.startsWith("river")) ?? 0) + 90;
}
