// @ts-check
// The map, drawn as a printed one: paper, relief, woods, houses, water, roads, grid, names.

import { APOTHEM, MARGIN, hexside } from "./chart.js";
import { Strokes, chance, el, mean, path, r } from "./svg.js";
import { Field, crossings, relief, rivers, roads } from "./terrain.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Box, Name, NameSpot, Place, Traced, Words } from "./internal"
 */

/** @param {Place} s */
const height = (s) => Number(s.marks.find((mark) => mark.startsWith("elevation."))?.slice(10) ?? 0);

/**
 * The layers of the map from the ground up; the board keeps those that change.
 * @param {Chart} chart @param {Words} text @param {[string, string][]} marks
 */
export function hexMap(chart, text, marks) {
  const land = el("g", { "clip-path": "url(#tb-sheet)" });
  const { drawn: water, courses } = rivers(chart);
  land.append(...ground(chart), water, stamps(chart), path("grid", chart.list.map((s) => chart.shape(s)).join("")));
  const crossed = crossings(chart, marks);
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

// A rock as engravers draw it: a broken outline, one face lit, the other dark with a few strokes.
const LEFT = [[-1.25, 0], [-0.8, -0.36], [-0.58, -0.42], [-0.16, -0.96]], TOP = [0.02, -1.06];
const RIGHT = [[0.24, -0.76], [0.42, -0.68], [0.78, -0.28], [1.25, 0]];
const FOLD = [[0.4, 0.02], [0.2, -0.28], [0.28, -0.44], [0.06, -0.7]]; // where the dark face begins
const CRACKS = [
  [0.16, -0.8, 0.1, 0.26], [0.42, -0.6, 0.06, 0.34], [0.62, -0.42, 0.12, 0.3], [0.88, -0.2, 0.1, 0.14],
  [-0.7, -0.3, -0.06, 0.16],
];

/**
 * @param {number} x @param {number} y @param {number} size @param {() => number} dice
 * @param {Record<string, Strokes>} looks
 */
export function crag(x, y, size, dice, looks) {
  const wide = size * (0.9 + dice() * 0.3), tall = size * (0.85 + dice() * 0.4), lean = dice() * 0.3 - 0.15;
  /** @param {number[]} point */
  const at = ([a, b]) => `${r(x + (a - b * lean) * wide)} ${r(y + b * tall)}`;
  const right = [TOP, ...RIGHT].map(at).join("L");
  looks.crag.add(x, y, `M${LEFT.map(at).join("L")}L${right}`);
  looks["crag-dark"].add(x, y, `M${right}L${FOLD.map(at).join("L")}Z`);
  looks["crag-shade"].add(x, y, CRACKS.map(([a, b, c, d]) => `M${at([a, b])}L${at([a + c, b + d])}`).join(""));
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

// --------------------------------------------------------------------------------------------------------------- names

// One for each place, however many hexes it covers. They keep clear of the counters as well as of each other, so they
// are placed again when counters move or the sheet is zoomed.

/** How large names of a kind are, and how wide a letter of them is. @type {Record<string, [number, number]>} */
const SIZES = {
  town: [1, 0.5], height: [0.9, 0.57], field: [0.88, 0.57], spot: [0.84, 0.46],
  area: [1.1, 0.58], capital: [1.2, 0.56], market: [1, 0.53], wild: [0.9, 0.5], minor: [0.82, 0.47],
};
const EDGE = MARGIN + 12;

export class Names {
  /** @type {Box[]} */ water = [];      // boxes of the rivers' names
  /** @type {Box[]} */ fixed = [];      // and of what a name had better not cover
  ids = el("g", { class: "ids" });
  leads = path("leads", "");

  /**
   * @param {Pick<Chart, "list" | "hexes" | "width" | "height">} chart @param {Words} text
   * @param {{kind: string, course: Traced[]}[]} courses of the rivers
   * @param {(s: Place) => string} rank how the name of a space is written
   */
  constructor(chart, text, courses, rank = look) {
    this.chart = chart;
    const rivers = courses.flatMap(({ kind, course }) => riverName(chart, text[`${kind}.name`], kind,
      course, this.water));
    this.places = gather(chart, text, rank);
    this.drawn = el("g", { class: "names" }, this.leads, this.ids, ...rivers,
      ...this.places.map((place) => place.node));
  }

  /**
   * `k` is the scale of the sheet, `counters` are the boxes they fill, half as wide as `half`.
   * @param {number} k @param {number} half @param {Box[]} counters
   */
  arrange(k, half, counters) {
    const taken = [...this.water], leads = [], size = (7.5 + 14 * Math.sqrt(k)) / k, { hexes } = this.chart;
    for (const place of this.places) {
      const fresh = place.k !== k;
      if (fresh) {
        place.spots = (hexes ? candidates : printed)(place, size * SIZES[place.look][0], half);
        for (const spot of place.spots) {
          const stray = hexes ? 0 : astray(place, spot, this.chart.list);
          spot.far += over(spot.box, this.fixed) + 45 * Math.max(0, stray + 20);
          spot.off ||= stray > 0;
        }
      }
      const costs = place.spots.map((spot, i) => this.cost(spot, taken, counters) + spot.far
        - (!fresh && place.i === i ? 400 : 0));
      const i = costs.indexOf(Math.min(...costs)), spot = place.spots[i], absent = !hexes
        && this.crowded(place, spot.box, k, taken, counters);
      place.node.classList.toggle("under", absent);
      if (!absent) taken.push(spot.box);
      if (!absent && spot.off) leads.push(lead(place, spot.box));
      if (fresh || place.i !== i) write(place, spot);
      Object.assign(place, { k, i });
    }
    this.leads.setAttribute("d", leads.join(""));
    for (const id of this.ids.children) {
      const [x, y] = [Number(id.getAttribute("x")), Number(id.getAttribute("y"))];
      id.classList.toggle("under", over([x - 18, y - 12, x + 18, y], taken) > 0);
    }
  }

  /**
   * Names that would cover others or be half covered are left out, and those of small places from afar.
   * @param {Name} name @param {Box} box @param {number} k @param {Box[]} taken @param {Box[]} counters
   */
  crowded({ look }, box, k, taken, counters) {
    const room = (box[2] - box[0]) * (box[3] - box[1]);
    return over(box, taken) > room * 0.03 || over(box, counters) > room * 0.2 || (look === "minor" && k < 0.186);
  }

  /**
   * How much a name there would cover, and be covered.
   * @param {{box: Box}} spot @param {Box[]} taken @param {Box[]} counters
   */
  cost({ box }, taken, counters) {
    const { width, height, hexes } = this.chart, edge = hexes ? EDGE : EDGE + 100, hit = over(box, taken),
      hidden = over(box, counters);
    const out = Math.max(0, edge - box[0], edge - box[1], box[2] - width + edge, box[3] - height + edge);
    return out * 1000 + (hexes ? hit * 3 + hidden : hit * 200 + hidden * 8);
  }

  number() {
    /** @param {Place} s */
    const text = (s) => el("text", { x: r(s.x), y: r(s.y - APOTHEM + 17) }, s.id.slice(s.id.indexOf(":") + 1));
    this.ids.replaceChildren(...this.chart.list.map(text));
  }
}

/** The area that a box shares with others. @param {Box} a @param {Box[]} boxes */
function over(a, boxes) {
  let sum = 0;
  for (const b of boxes) {
    const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]), tall = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
    if (wide > 0 && tall > 0) sum += wide * tall;
  }
  return sum;
}

/**
 * Neighbouring spaces of the same name are one place.
 * @param {Pick<Chart, "list">} chart @param {Words} text @param {(s: Place) => string} rank @returns {Name[]}
 */
function gather(chart, text, rank) {
  /** @type {Name[]} */
  const places = [];
  for (const s of chart.list) {
    if (!s.name) continue;
    const name = text[s.name] ?? s.name;
    const same = places.find((p) => p.name === name && p.spaces.some((o) => Math.hypot(o.x - s.x, o.y - s.y) < 260));
    if (same) same.spaces.push(s);
    else places.push(/** @type {Name} */ ({ name, spaces: [s], look: rank(s) }));
  }
  const ranks = Object.keys(SIZES);
  for (const place of places) {
    const xs = place.spaces.map((s) => s.x), ys = place.spaces.map((s) => s.y);
    Object.assign(place, {
      node: el("text", { class: `name ${place.look}` }), x: mean(place.spaces, "x"), y: mean(place.spaces, "y"),
      left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), low: Math.max(...ys),
    });
  }
  return places.sort((a, b) => ranks.indexOf(a.look) - ranks.indexOf(b.look) || a.y - b.y);
}

/** @param {Place} s */
function look(s) {
  if (s.terrain === "building") return "town";
  if (s.terrain === "mountain" || s.marks.some((mark) => mark > "elevation.1" && mark < "elevation.9")) return "height";
  return s.marks.some((mark) => mark.startsWith("crossing.")) ? "spot" : "field";
}

/**
 * Where a name may stand: along the lower edge of its hex, the upper one, beside it, a little off; in one line or two.
 * @param {Name} name @param {number} size @param {number} half
 */
function candidates({ name, look, x, y, left, right, top, low }, size, half) {
  return broken(name, look, size).flatMap(([lines, wide, tall]) => {
    const off = Math.min(APOTHEM, half + 14 + size / 2) + (tall - size * 0.8) / 2, side = wide / 2 + half + 8;
    const rows = [low + off, top - off, low + off + 60, top - off - 60]
      .flatMap((cy) => [0, -75, 75, -150, 150].map((dx) => [x + dx, cy]));
    return [[right + side, y], [left - side, y], ...rows]
      .map(([cx, cy]) => spot(lines, size, cx, cy, wide, tall, 4 * Math.hypot(cx - x, cy - low)));
  });
}

/**
 * In one line or two, with the width and height.
 * @param {string} name @param {string} look @param {number} size @returns {[string[], number, number][]}
 */
function broken(name, look, size) {
  const cut = name.indexOf(" ", name.length / 2 - 3);
  return (cut > 0 ? [[name], [name.slice(0, cut), name.slice(cut + 1)]] : [[name]])
    .map((lines) => [lines, Math.max(...lines.map((line) => line.length)) * size * SIZES[look][1],
      size * (lines.length - 0.2)]);
}

/** @type {(...given: [string[], number, number, number, number, number, number]) => NameSpot} */
const spot = (lines, size, cx, cy, wide, tall, far) =>
  ({ lines, size, cx, box: [cx - wide / 2, cy - tall / 2, cx + wide / 2, cy + tall / 2],
    far: far + lines.length * 400 });

// On a map of points a name stands at one side of its place, if possible the one given by the map.
const AT = { s: [0, 1], e: [1, 0], w: [-1, 0], se: [0.5, 0.6], sw: [-0.5, 0.6], ne: [0.5, -0.6], nw: [-0.5, -0.6],
  n: [0, -1] };

/** @param {Name} name @param {number} size @param {number} half */
function printed({ name, look, x, y, spaces: [{ marks }] }, size, half) {
  return broken(name, look, size).flatMap(([lines, wide, least]) => Object.entries(AT)
    .flatMap(([side, [dx, dy]]) => [1, 1.5, 2, 3].map((ring) => {
    const tall = least + size * 0.14, gap = half * ring,
      far = 1700 * ring + (marks.includes(`label.${side}`) ? 0 : 2600) - 300 * dy;
    return { off: ring > 1.5, ...spot(lines, size, x + Math.sign(dx) * wide / 2 + dx * gap,
      y + Math.sign(dy) * tall / 2 + dy * gap, wide, tall, far) };
  })));
}

/** What is nearest to a place in a box, and how far. @param {{x: number, y: number}} at @param {Box} box */
function nearest({ x, y }, [left, top, right, low]) {
  const at = [Math.max(left, Math.min(x, right)), Math.max(top, Math.min(y, low))];
  return [...at, Math.hypot(at[0] - x, at[1] - y)];
}

/**
 * How much nearer another place is to a name than its own.
 * @param {Name} place @param {{box: Box}} spot @param {Place[]} list
 */
function astray(place, { box }, list) {
  const others = list.filter((s) => !place.spaces.includes(s));
  return nearest(place, box)[2] - Math.min(...others.map((s) => nearest(s, box)[2]));
}

/** A thin line from a place to its name, where the name is further away. @param {Name} place @param {Box} box */
function lead(place, box) {
  const [x, y] = nearest(place, box);
  return `M${r(place.x)} ${r(place.y)}L${r(x)} ${r(y)}`;
}

/** @param {Name} name @param {NameSpot} spot */
function write({ node }, { lines, size, cx, box }) {
  node.setAttribute("font-size", String(r(size)));
  node.replaceChildren(...lines
    .map((line, i) => el("tspan", { x: r(cx), y: r((box[1] + box[3]) / 2 + size * (0.82 + i - lines.length / 2)) },
      line)));
}

/**
 * Along the water, where it runs straightest, always read from the left.
 * @param {{list: {x: number, y: number, marks?: string[]}[], hexes?: boolean}} chart @param {string} name
 * @param {string} kind @param {Traced[]} course @param {Box[]} taken @param {number} [scale]
 */
export function riverName(chart, name, kind, course, taken, scale = 1) {
  if (!name) return [];
  const span = Math.ceil((name.length * 34 * scale) / 30) + 2;
  const crossed = chart.list.filter((s) => !chart.hexes || s.marks?.some((mark) => mark.startsWith("crossing.")));
  /** @param {{x: number, y: number}} p */
  const near = (p) => crossed.some((s) => Math.hypot(s.x - p.x, s.y - p.y) < 140);
  let best = -1, least = Infinity;
  for (let i = 3; i + span < course.length - 3; i++) {
    const part = course.slice(i, i + span);
    const turn = part.reduce((sum, p, k) => k ? sum + Math.abs(p.dx * part[k - 1].dy - p.dy * part[k - 1].dx) : 0, 0);
    const dull = Math.abs(part[0].dy) * 0.6 + (part.some(near) ? 3 : 0);
    if (turn + dull < least) [best, least] = [i, turn + dull];
  }
  if (best < 0 || (!chart.hexes && least > 3)) return [];
  const part = course.slice(best, best + span);
  if (part[part.length - 1].x < part[0].x) part.reverse();
  for (const p of part) taken.push([p.x - 24, p.y - 24, p.x + 24, p.y + 24]);
  const id = `tb-${kind.replace(/\W/g, "-")}-${best}`;
  const path = el("path", { id, class: "unseen", d: `M${part.map((p) => `${r(p.x)} ${r(p.y)}`).join("L")}` });
  const along = el("textPath", { href: `#${id}`, startOffset: "50%" }, name);
  return [path, el("text", { class: "name water-name", "font-size": 42 * scale, dy: 11 * scale }, along)];
}
