// @ts-check
// The names on a map, and those along its rivers.

import { APOTHEM, MARGIN } from "./chart.js";
import { el, mean, path, r } from "./svg.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Box, Name, NameSpot, Place, Traced, Words } from "./internal"
 */

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
   * `k` is the scale of the sheet, `counters` are the boxes they fill, half as wide as `half`. On a map of points names
   * stay where they were put when the sheet was first seen at this scale, whoever comes or goes.
   * @param {number} k @param {number} half @param {Box[]} counters
   */
  arrange(k, half, counters) {
    const taken = [...this.water], leads = [], size = (7.5 + 14 * Math.sqrt(k)) / k, { hexes } = this.chart;
    for (const place of this.places) {
      const kept = place.kept?.get(k);
      if (place.k !== k && !kept) place.spots = this.#spots(place, size * SIZES[place.look][0], half);
      const { spot, absent } = kept ?? this.#choose(place, k, taken, counters);
      if (!hexes && counters.length) (place.kept ??= new Map()).set(k, { spot, absent });
      place.node.classList.toggle("under", absent);
      if (!absent) taken.push(spot.box);
      if (!absent && spot.off) leads.push(lead(place, spot.box));
      if (place.spot !== spot) write(place, spot);
      Object.assign(place, { k, spot });
    }
    this.leads.setAttribute("d", leads.join(""));
    for (const id of this.ids.children) {
      const [x, y] = [Number(id.getAttribute("x")), Number(id.getAttribute("y"))];
      id.classList.toggle("under", over([x - 18, y - 12, x + 18, y], taken) > 0);
    }
  }

  /** Where a name may stand. @param {Name} place @param {number} size @param {number} half */
  #spots(place, size, half) {
    const { hexes, list } = this.chart, spots = (hexes ? candidates : printed)(place, size, half);
    for (const spot of spots) {
      const stray = hexes ? 0 : astray(place, spot, list);
      spot.far += over(spot.box, this.fixed) + 45 * Math.max(0, stray + 20);
      spot.off ||= stray > 0;
    }
    return spots;
  }

  /**
   * The best spot for a name, if possible the last one, and whether there is no room even there.
   * @param {Name} place @param {number} k @param {Box[]} taken @param {Box[]} counters
   */
  #choose(place, k, taken, counters) {
    const stays = this.chart.hexes ? 6000 : 400;        // a name moves only when much of it is covered
    const costs = place.spots.map((spot) => this.cost(spot, taken, counters) + spot.far
      - (place.spot === spot ? stays : 0));
    const spot = place.spots[costs.indexOf(Math.min(...costs))];
    return { spot, absent: !this.chart.hexes && this.crowded(place, spot.box, k, taken, counters) };
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

// On a map of points a name stands at one side of its place, if possible the one given by the map; beside it just under
// the counters, which end a little above it.
const UNDER = 6;
const AT = { s: [0, 1], e: [1, 0], w: [-1, 0], se: [0.5, 0.6], sw: [-0.5, 0.6], ne: [0.5, -0.6], nw: [-0.5, -0.6],
  n: [0, -1] };

/** @param {Name} name @param {number} size @param {number} half */
function printed({ name, look, x, y, spaces: [{ marks }] }, size, half) {
  return broken(name, look, size).flatMap(([lines, wide, least]) => Object.entries(AT)
    .flatMap(([side, [dx, dy]]) => [1, 1.5, 2, 3].map((ring) => {
    const tall = least + size * 0.14, gap = half * ring, up = dy ? Math.sign(dy) * tall / 2 : tall / 2 - UNDER,
      far = 1700 * ring + (marks.includes(`label.${side}`) ? 0 : 2600) - 300 * dy;
    return { off: ring > 1.5, ...spot(lines, size, x + Math.sign(dx) * wide / 2 + dx * gap,
      y + up + dy * gap, wide, tall, far) };
  })));
}

/** What is nearest to a place in a box, and how far. @param {{x: number, y: number}} at @param {Box} box */
function nearest({ x, y }, [left, top, right, low]) {
  const ax = Math.max(left, Math.min(x, right)), ay = Math.max(top, Math.min(y, low));
  return [ax, ay, Math.hypot(ax - x, ay - y)];
}

/**
 * How much nearer another place is to a name than its own.
 * @param {Name} place @param {{box: Box}} spot @param {Place[]} list
 */
function astray(place, { box }, list) {
  let least = Infinity;
  for (const s of list) if (!place.spaces.includes(s)) least = Math.min(least, nearest(s, box)[2]);
  return nearest(place, box)[2] - least;
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
