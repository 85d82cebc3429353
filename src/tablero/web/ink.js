// The pen and the sheet: SVG elements, chance that falls the same way on every screen, and where things are.

const NS = "http://www.w3.org/2000/svg";

export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(NS, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
}

export function tag(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

export const path = (look, d, more) => el("path", { class: look, d, ...more });

export const pattern = (name, size, turn, drawn) => el("pattern", {
  id: `tb-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})`,
}, drawn);

export const move = (x, y) => `translate(${r(x)} ${r(y)})`;

export const mean = (list, key) => list.reduce((sum, one) => sum + one[key], 0) / list.length;

// A generator seeded by a word: trees and houses must stand where they stood yesterday.
export function chance(word) {
  let a = 2166136261;
  for (let i = 0; i < word.length; i++) a = Math.imul(a ^ word.charCodeAt(i), 16777619);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const r = Math.round;

// Strokes of one look, gathered by region of the sheet: few elements, and the browser skips those out of sight.
export class Strokes {
  constructor(look, region = 900) {
    this.look = look;
    this.region = region;
    this.parts = new Map();
  }

  add(x, y, d) {
    const key = Math.floor(x / this.region) * 1000 + Math.floor(y / this.region);
    const part = this.parts.get(key);
    if (part) part.push(d);
    else this.parts.set(key, [d]);
  }

  draw() {
    return el("g", { class: this.look }, ...[...this.parts.values()].map((part) => el("path", { d: part.join("") })));
  }
}

// A curve that bends at the given points and runs through the middle between them.
export function bend(points, closed = false) {
  if (points.length < 2) return "";
  const middle = (a, b) => `${r((a[0] + b[0]) / 2)} ${r((a[1] + b[1]) / 2)}`;
  const turn = (p, next) => `Q${r(p[0])} ${r(p[1])} ${middle(p, next)}`;
  const last = points.length - 1;
  if (closed) {
    const round = points.map((p, i) => turn(p, points[(i + 1) % (last + 1)]));
    return `M${middle(points[last], points[0])}${round.join("")}Z`;
  }
  let d = `M${r(points[0][0])} ${r(points[0][1])}`;
  for (let i = 1; i < last; i++) d += turn(points[i], points[i + 1]);
  return `${d}L${r(points[last][0])} ${r(points[last][1])}`;
}

// Between two points no coast is straight: the middle of each short stretch strays, and the middles of its halves; the
// same way for both lands that meet there.
export function ragged(points, closed = true) {
  const all = closed ? [...points, points[0]] : points;
  const between = (a, b, depth) => {
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!depth || long > 500 || long < 16) return [b];
    const [p, q] = a[0] + a[1] / 9 < b[0] + b[1] / 9 ? [a, b] : [b, a], off = (chance(`${p}${q}`)() - 0.5) * 0.34;
    const m = [(p[0] + q[0]) / 2 - (q[1] - p[1]) * off, (p[1] + q[1]) / 2 + (q[0] - p[0]) * off];
    return [...between(a, m, depth - 1), ...between(m, b, depth - 1)];
  };
  const way = all.slice(1).flatMap((p, i) => between(all[i], p, 3));
  return `M${[all[0], ...way].map(([x, y]) => `${r(x)} ${r(y)}`).join("L")}${closed ? "Z" : ""}`;
}

// ----------------------------------------------------------------------------------------------------------- the sheet

// Spaces in sheet units, their neighbours, what lies under a point. A hex has radius 100; a map of points is scaled so
// that its neighbours stand about as far apart as hexes do.

export const RADIUS = 100;
export const APOTHEM = RADIUS * Math.sqrt(3) / 2;
export const MARGIN = 70; // of bare paper around the map
const STEPS = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]]; // hexsides clockwise from north

export class Chart {
  constructor(board) {
    this.board = board;
    this.hexes = board.layout === "hexes";
    const unit = this.hexes ? RADIUS : pointUnit(board);
    const margin = this.hexes ? MARGIN : MARGIN + RADIUS;
    this.width = board.width * unit + 2 * margin;
    this.height = board.height * unit + 2 * margin;
    this.at = (x, y) => [x * unit + margin, y * unit + margin];
    this.list = board.spaces.map((s) => ({ ...s, x: s.x * unit + margin, y: s.y * unit + margin, key: this.key(s) }));
    this.spaces = new Map(this.list.map((s) => [s.id, s]));
    const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => this.at(flat[2 * i], flat[2 * i + 1]));
    this.shapes = (board.shapes ?? []).map((shape) => ({ ...shape, points: pairs(shape.points) }));
    this.frames = this.shapes.filter(({ kind }) => kind === "frame").map(({ points: p }) => [...p[0], ...p[2]]);
    for (const { kind, name, points } of this.shapes) {
      const s = kind === "region" && this.spaces.get(name), ys = points.map(([, y]) => y);
      if (s) Object.assign(s, { area: points, flat: Math.max(...ys) - Math.min(...ys) < 260 });
    }
    this.lattice = new Map(this.list.map((s) => [s.key, s]));
  }

  key(s) {
    return this.hexes ? Math.round((s.x - 1) / 1.5) * 4096 + Math.round(s.y / (APOTHEM / RADIUS)) : s.id;
  }

  // The neighbour over a hexside, if it is on the map.
  beside(space, side) {
    return this.lattice.get(space.key + STEPS[side][0] * 4096 + STEPS[side][1]);
  }

  around(space) {
    return STEPS.map((_, side) => this.beside(space, side));
  }

  // The space under a point of the sheet, among those that are meant.
  under(x, y, reach = this.hexes ? RADIUS * RADIUS : 6400, meant = () => true) {
    let best = null, least = reach;
    for (const s of this.list.filter(meant)) {
      const far = s.area && inside(s.area, x, y) ? 0 : (s.x - x) ** 2 + (s.y - y) ** 2;
      if (far < least) [best, least] = [s, far];
    }
    return best;
  }

  // The nearest space in a direction, for the keyboard. `lane` is the row or column being followed, so that a walk
  // along staggered hexes does not drift.
  towards(from, dx, dy, lane) {
    let best = null, least = Infinity;
    for (const s of this.list) {
      const along = (s.x - from.x) * dx + (s.y - from.y) * dy;
      const aside = dx ? s.y - from.y : s.x - from.x, off = dx ? s.y - lane.y : s.x - lane.x;
      if (along < 20 || Math.abs(aside) > along * 1.5) continue;
      const cost = along + Math.abs(aside) * 0.6 + Math.abs(off);
      if (cost < least) [best, least] = [s, cost];
    }
    return best;
  }

  shape(s, size = RADIUS) {
    if (s.area) return ragged(s.area);
    return this.hexes ? `M${STEPS.map((_, i) => corner(s, i, size)).join("L")}Z` : circle(r(s.x), r(s.y), size * 0.68);
  }
}

// Whether a point lies in an area: a line from it leaves the area once more than it enters.
export function inside(area, x, y) {
  return area.filter(([ax, ay], i) => {
    const [bx, by] = area.at(i - 1);
    return (ay > y) !== (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay);
  }).length % 2 > 0;
}

function pointUnit(board) {
  const gaps = board.spaces.map((a) => {
    let least = Infinity;
    for (const b of board.spaces) if (b !== a) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
    return least;
  }).filter((gap) => gap > 0 && gap < Infinity).sort((a, b) => a - b);
  return gaps.length ? 190 / gaps[gaps.length >> 2] : RADIUS;
}

// Corner i begins hexside i, clockwise from the north side.
function corner({ x, y }, i, size) {
  const a = (i - 2) * Math.PI / 3;
  return `${r(x + size * Math.cos(a))} ${r(y + size * Math.sin(a))}`;
}

export const hexside = (s, side, size = RADIUS) => `M${corner(s, side, size)}L${corner(s, side + 1, size)}`;

export function circle(x, y, size) {
  return `M${x - size} ${y}a${size} ${size} 0 1 1 ${2 * size} 0a${size} ${size} 0 1 1 ${-2 * size} 0Z`;
}
