// Where things are on the sheet: spaces in sheet units, neighbours, what lies under a point.
// A hex has radius 100; a map of points is scaled so that its neighbours stand about as far apart as hexes do.

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
    this.list = board.spaces.map((s) => ({ ...s, x: s.x * unit + margin, y: s.y * unit + margin, key: this.key(s) }));
    this.spaces = new Map(this.list.map((s) => [s.id, s]));
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

  // The space under a point of the sheet.
  under(x, y) {
    const reach = this.hexes ? RADIUS * RADIUS : 6400;
    let best = null, least = reach;
    for (const s of this.list) {
      const far = (s.x - x) ** 2 + (s.y - y) ** 2;
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
    return this.hexes ? hexagon(s.x, s.y, size) : circle(s.x, s.y, size * 0.84);
  }
}

function pointUnit(board) {
  const gaps = board.spaces.map((a) => {
    let least = Infinity;
    for (const b of board.spaces) if (b !== a) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
    return least;
  }).filter((gap) => gap > 0 && gap < Infinity).sort((a, b) => a - b);
  return gaps.length ? 190 / gaps[gaps.length >> 2] : RADIUS;
}

export function corner(x, y, i, size = RADIUS) {
  const a = (i - 1) * Math.PI / 3 - Math.PI / 3; // corner i begins hexside i, clockwise from the north side
  return [x + size * Math.cos(a), y + size * Math.sin(a)];
}

function hexagon(x, y, size) {
  return `M${[0, 1, 2, 3, 4, 5].map((i) => corner(x, y, i, size).map(Math.round).join(" ")).join("L")}Z`;
}

function circle(x, y, size) {
  return `M${x - size} ${y}a${size} ${size} 0 1 1 ${2 * size} 0a${size} ${size} 0 1 1 ${-2 * size} 0Z`;
}
