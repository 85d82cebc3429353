// A map of hexes, drawn as a printed one: paper, relief, woods, houses, water, roads, grid, names.

import { APOTHEM, corner } from "./chart.js";
import { crossings, rivers, roads } from "./courses.js";
import { Strokes, chance, el, mean, path, r } from "./ink.js";
import { names } from "./names.js";
import { Field, Samples, hachures } from "./relief.js";

const TINTS = [0.5, 1.3, 2.1, 2.9, 3.6]; // heights at which the ground gets a darker tint

export const height = (s) => Number(s.marks.find((mark) => mark.startsWith("elevation."))?.slice(10) ?? 0);

// The layers of the map from the ground up; the board keeps those that change.
export function hexMap(chart, text, marks) {
  const land = el("g", { "clip-path": "url(#tb-sheet)" });
  const { drawn: water, courses } = rivers(chart);
  land.append(...ground(chart), water, stamps(chart), path("grid", grid(chart)));
  const crossed = crossings(chart, marks);
  land.insertBefore(crossed, water.nextSibling);
  return { land, crossed, labels: names(chart, text, courses) };
}

function ground(chart) {
  const rise = new Field(new Samples(chart, 66), (s) => height(s) + (s.terrain === "mountain" ? 0.5 : 0), 0.2);
  const near = new Samples(chart, 46);
  const cover = (terrain) => new Field(near, (s) => (s.terrain === terrain ? 1 : 0), 0.06).outline(0.46);
  return [
    ...TINTS.map((level) => path("tint", rise.outline(level))),
    path("woods", cover("forest")),
    path("gardens", cover("building")),
    path("heights", cover("mountain")),
    ...hachures(rise, [0.7, 1.3, 1.9, 2.5, 3.1, 3.7, 4.2]),
    ...roads(chart),
  ];
}

// One path for the whole grid: each side is drawn once, by the hex north or west of it.
function grid(chart) {
  let d = "";
  for (const s of chart.list) {
    for (let side = 0; side < 6; side++) {
      if (side > 2 && chart.beside(s, side)) continue;
      const [a, b] = [corner(s.x, s.y, side), corner(s.x, s.y, side + 1)];
      d += `M${r(a[0])} ${r(a[1])}L${r(b[0])} ${r(b[1])}`;
    }
  }
  return d;
}

export function hexIds(chart) {
  return el("g", { class: "ids" }, ...chart.list.map((s) =>
    el("text", { x: r(s.x), y: r(s.y - APOTHEM + 19) }, s.id.slice(s.id.indexOf(":") + 1))));
}

// ------------------------------------------------------------------------------------------------------------- stamps

const LOOKS = [
  "plot", "tuft", "tree-shade", "tree", "tree-lit", "crag", "crag-dark", "crag-shade", "house-shade", "house", "ridge",
];

// Trees, crags and houses. They stand in a ring, so that they are seen around the counters, and leave the road free.
function stamps(chart) {
  const looks = Object.fromEntries(LOOKS.map((look) => [look, new Strokes(look)]));
  const streets = roadsOf(chart);
  for (const s of chart.list) {
    const stamp = STAMPS[s.terrain];
    if (stamp) stamp(s, chance(chart.board.id.split("_")[0] + s.id), looks, streets.get(s.id) ?? [], chart);
  }
  return el("g", { class: "stamps" }, ...Object.values(looks).map((look) => look.draw()));
}

function roadsOf(chart) {
  const found = new Map();
  for (const { a, b, kind } of chart.board.lines) {
    if (kind !== "road") continue;
    for (const [from, to] of [[a, b], [b, a]]) {
      const s = chart.spaces.get(from), other = chart.spaces.get(to);
      found.set(from, [...(found.get(from) ?? []), Math.atan2(other.y - s.y, other.x - s.x)]);
    }
  }
  return found;
}

// Whether a spot, seen from the middle of its hex, is in the way of a road.
function onRoad(x, y, streets, room) {
  return streets.some((a) => {
    const along = x * Math.cos(a) + y * Math.sin(a);
    return along > -room && Math.abs(x * Math.sin(a) - y * Math.cos(a)) < room;
  });
}

const STAMPS = { clear, forest, mountain, building };

// Tilled plots around the houses, elsewhere a tuft here and there, so that open ground is not bare paper.
function clear(s, dice, looks, streets, chart) {
  if (height(s) > 1) return;
  const tilled = chart.around(s).some((o) => o?.terrain === "building") ? 0.9 : 0.1;
  if (dice() < tilled) for (let i = 0; i < 3; i++) {
    const [x, y] = ringSpot(dice() * 6.283, 22 + dice() * 38);
    if (!onRoad(x, y, streets, 38)) plot(s.x + x, s.y + y, dice, looks);
  } else if (dice() < 0.45) {
    const [x, y] = ringSpot(dice() * 6.283, 30 + dice() * 45);
    if (!onRoad(x, y, streets, 18)) looks.tuft.add(s.x, s.y, `M${r(s.x + x)} ${r(s.y + y)}l-3-9m6 9l1-11m5 11l5-8`);
  }
}

function plot(x, y, dice, looks) {
  const turn = dice() * 3.14, long = 14 + dice() * 12, c = long * Math.cos(turn), n = long * Math.sin(turn);
  const rows = 3 + Math.floor(dice() * 3);
  for (let i = -rows; i <= rows; i++) {
    const off = i * 6 / long;
    looks.plot.add(x, y, `M${r(x - off * n - c)} ${r(y + off * c - n)}l${r(2 * c)} ${r(2 * n)}`);
  }
}

function forest(s, dice, looks, streets) {
  const spots = [[0, 0]];
  const turn = dice() * 6;
  for (let i = 0; i < 5; i++) spots.push(ringSpot(turn + i * 1.257, 36 + dice() * 8));
  for (let i = 0; i < 11; i++) spots.push(ringSpot(turn + i * 0.571 + 0.2, 66 + dice() * 18));
  for (const [x, y] of spots) {
    if (onRoad(x, y, streets, 20)) continue;
    tree(s.x + x + dice() * 8 - 4, s.y + y + dice() * 8 - 4, dice(), looks);
  }
}

const ringSpot = (angle, far) => [Math.cos(angle) * far, Math.sin(angle) * far];

// A crown seen from above, its shadow to the south-east, a glint on its lit side. Eight cuts will do: nobody counts.
const CROWNS = [11, 13, 15, 18].flatMap((size) => [crown(size, 0), crown(size, 0.5)]);

function crown(size, turn) {
  const at = (i) => [Math.cos(turn + i * 1.2566) * size * 0.8, Math.sin(turn + i * 1.2566) * size * 0.72];
  const bulge = (size * 0.56).toFixed(1);
  const lobe = (i) => `a${bulge} ${bulge} 0 0 1 ${[0, 1].map((j) => (at(i)[j] - at(i - 1)[j]).toFixed(1)).join(" ")}`;
  const glint = `q${r(size * 0.1)} ${-r(size * 0.4)} ${r(size * 0.5)} ${-r(size * 0.42)}`;
  return { size, start: at(0), lobes: `${[1, 2, 3, 4, 5].map(lobe).join("")}z`, glint };
}

function tree(x, y, pick, looks) {
  const { start, lobes, glint, size } = CROWNS[Math.floor(pick * CROWNS.length)];
  looks["tree-shade"].add(x, y, `M${r(x + start[0] + 5)} ${r(y + start[1] + 6)}${lobes}`);
  looks.tree.add(x, y, `M${r(x + start[0])} ${r(y + start[1])}${lobes}`);
  looks["tree-lit"].add(x, y, `M${r(x - size * 0.55)} ${r(y - size * 0.1)}${glint}`);
}

function mountain(s, dice, looks, streets) {
  const turn = dice() * 6, high = 0.8 + 0.12 * height(s), spots = [[dice() * 16 - 8, 4]];
  for (let i = 0; i < 3; i++) spots.push(ringSpot(turn + i * 2.094 + dice() * 0.4, 54 + dice() * 12));
  spots.sort((a, b) => a[1] - b[1]); // those behind first
  for (const [x, y] of spots) {
    if (!onRoad(x, y, streets, 26)) crag(s.x + x, s.y + y + 10, (21 + dice() * 9) * high, dice, looks);
  }
}

// A rock in the engravers' manner: a broken outline, one face lit, the other dark with a few strokes down it.
const LEFT = [[-1.25, 0], [-0.8, -0.36], [-0.58, -0.42], [-0.16, -0.96]], TOP = [0.02, -1.06];
const RIGHT = [[0.24, -0.76], [0.42, -0.68], [0.78, -0.28], [1.25, 0]];
const FOLD = [[0.4, 0.02], [0.2, -0.28], [0.28, -0.44], [0.06, -0.7]]; // where the dark face begins
const CRACKS = [
  [0.16, -0.8, 0.1, 0.26], [0.42, -0.6, 0.06, 0.34], [0.62, -0.42, 0.12, 0.3], [0.88, -0.2, 0.1, 0.14],
  [-0.7, -0.3, -0.06, 0.16],
];

function crag(x, y, size, dice, looks) {
  const wide = size * (0.9 + dice() * 0.3), tall = size * (0.85 + dice() * 0.4), lean = dice() * 0.3 - 0.15;
  const at = ([a, b]) => `${r(x + (a - b * lean) * wide)} ${r(y + b * tall)}`;
  const right = [TOP, ...RIGHT].map(at).join("L");
  looks.crag.add(x, y, `M${LEFT.map(at).join("L")}L${right}`);
  looks["crag-dark"].add(x, y, `M${right}L${FOLD.map(at).join("L")}Z`);
  looks["crag-shade"].add(x, y, CRACKS.map(([a, b, c, d]) => `M${at([a, b])}L${at([a + c, b + d])}`).join(""));
}

function building(s, dice, looks, streets, chart) {
  const along = streets[0] ?? dice() * 3;
  const parish = (o) => o.terrain === "building" && o.id < s.id && Math.hypot(o.x - s.x, o.y - s.y) < 180;
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

// A house from above: roof, ridge, shadow.
function house(x, y, long, wide, turn, looks) {
  const c = Math.cos(turn), n = Math.sin(turn);
  const at = (a, b) => `${r(x + a * c - b * n)} ${r(y + a * n + b * c)}`;
  const roof = `M${at(-long, -wide)}L${at(long, -wide)}L${at(long, wide)}L${at(-long, wide)}Z`;
  looks["house-shade"].add(x, y, roof.replace(/-?\d+ -?\d+/g, (p) => p.split(" ").map((v) => +v + 4).join(" ")));
  looks.house.add(x, y, roof);
  looks.ridge.add(x, y, `M${at(-long, 0)}L${at(long, 0)}`);
}

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

// The set-up areas of one side: a hatched ground, an edge, and the area's letter.
export function zones(chart, side, text) {
  const found = new Map();
  for (const s of chart.list) {
    for (const mark of s.marks) {
      if (!mark.startsWith(`zone.${side}.`)) continue;
      const area = mark.slice(`zone.${side}.`.length);
      if (!found.has(area)) found.set(area, []);
      found.get(area).push(s);
    }
  }
  return [...found].map(([area, spaces], i) => zone(chart, area, spaces, i, text));
}

function zone(chart, area, spaces, i, text) {
  const inside = new Set(spaces);
  let edge = "";
  for (const s of spaces) {
    chart.around(s).forEach((there, side) => {
      if (inside.has(there)) return;
      const [a, b] = [corner(s.x, s.y, side, 96), corner(s.x, s.y, side + 1, 96)];
      edge += `M${r(a[0])} ${r(a[1])}L${r(b[0])} ${r(b[1])}`;
    });
  }
  const ground = path("zone-hatch", spaces.map((s) => chart.shape(s)).join(""), { fill: `url(#tb-hatch${i % 4})` });
  const drawn = el("g", {}, ground, path("zone-edge", edge));
  if (spaces.length > 120) return drawn; // nearly the whole map: a name would point nowhere
  const at = { class: "zone-name", x: r(mean(spaces, "x")), y: r(mean(spaces, "y")) };
  drawn.append(el("text", at, text[`zone.${area}.name`] ?? area));
  return drawn;
}
