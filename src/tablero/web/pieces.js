// The counters: how a piece looks, and the stacks they stand in. Elements are kept by piece and redrawn only on change.

import { el, move, path, pattern, r } from "./ink.js";

const SHIFT = 17; // of each piece in a stack, up and to the right

// Counters are 96 wide, a hex is 200. Each side has its own outline besides its colour and its hatching (the heralds'
// own: upright for red, level for blue).
const REST = "H41Q48-48 48-41V41Q48 48 41 48H-41Q-48 48-48 41V-41Q-48-48-41-48Z";
const SQUARE = `M-41-48${REST}`;
const CROWN = `M-41-48H-22L-14-39L-7-48L0-39L7-48L14-39L22-48${REST}`;
const CUT = "M-36-48H36L48-36V36L36 48H-36L-48 36V-36Z";
const NICK = "M-48-48H48V-8L40 0L48 8V48H-48V8L-40 0L-48-8Z";
const SIDES = {
  carlist: { outline: SQUARE, hatch: "upright", canton: ["M24-47H41Q47-47 47-41V-24H24Z", "M28-43L43-28M43-43L28-28"] },
  liberal: { outline: CROWN, hatch: "level" },
  nationalist: { outline: CUT, hatch: "level" },
  republican: { outline: NICK, hatch: "upright" },
};
const PLAIN = { outline: SQUARE, hatch: "slant" };

// ---------------------------------------------------------------------------------------------------------- a counter

export function drawPiece(piece, text) {
  const side = SIDES[piece.side] ?? PLAIN;
  const covered = piece.symbol === "concealed";
  const counter = el("g", { class: `counter side-${piece.side || "none"}${covered ? " covered" : ""}` },
    path("cast", side.outline, { transform: "translate(4 5)" }),
    path("frame", "M-55-55H55V55H-55Z"),
    path("body", side.outline),
    path("hatching", side.outline, { fill: `url(#tb-${covered ? "leaves" : side.hatch})` }),
    path("rim", side.outline, { transform: "scale(.93)" }));
  if (side.canton) counter.append(path("canton", side.canton[0]), path("saltire", side.canton[1]));
  if (covered) counter.append(el("text", { class: "veil", y: 27 }, "?"));
  else counter.append(...face(piece, text));
  counter.append(...badges(piece));
  return counter;
}

function face(piece, text) {
  const values = new Map(piece.values);
  const parts = [
    el("use", { class: "sym", href: `#tb-${KNOWN.has(piece.symbol) ? piece.symbol : "other"}` }),
    nameplate(text[piece.name] ?? "", piece.side),
    el("g", { class: "factors" }, ...factors(piece.values)),
  ];
  if (values.has("morale")) parts.push(el("text", { class: "morale", x: -36, y: 0 }, values.get("morale")));
  const transform = `rotate(${piece.facing * 60}) translate(0 -60)`;
  if (piece.facing >= 0) parts.push(path("facing", "M0-13L12 5Q0 0-12 5Z", { transform }));
  return parts;
}

const KNOWN = new Set(["infantry", "cavalry", "artillery", "leader"]);

function nameplate(name, side) {
  const room = side === "carlist" ? 66 : 84, wide = name.length * 7.6;
  const plate = el("text", { class: "nameplate", x: side === "carlist" ? -11 : 0, y: -27 }, name);
  if (wide > room) {
    plate.setAttribute("textLength", room);
    plate.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return plate;
}

// The numbers at the foot: fire-attack-defence in a row; a ring marks a reach or a calibre, a plus a bonus.
function factors(values) {
  const cells = values.filter(([key]) => key !== "morale");
  const ringed = cells.filter(([key]) => RINGED.has(key));
  if (!ringed.length) return [el("text", { class: "values", y: 40 }, cells.map(([, value]) => value).join("-"))];
  const tight = cells.length > 2, gap = tight ? 30 : 34, y = tight ? 38 : 40;
  return cells.flatMap(([key, value], i) => {
    const x = r((i - (cells.length - 1) / 2) * gap);
    const words = key.endsWith("bonus") ? `+${value}` : value;
    const number = el("text", { class: tight ? "values tight" : "values", x, y }, words);
    return RINGED.has(key) ? [el("circle", { class: "ring", cx: x, cy: 31, r: 15 }), number] : [number];
  });
}

const RINGED = new Set(["artillery_factor", "command_radius"]);

// ------------------------------------------------------------------------------------------------------------- badges

const BADGES = {
  fire_damage: {
    at: [-50, 44], dy: 10,
    d: "M0-19C3-12 14-8 14 4C14 12 8 17 0 17S-14 12-14 4C-14-1-11-4-9-8C-8-4-6-3-4-4C-6-10-3-15 0-19Z",
  },
  shock_damage: {
    at: [50, 44], dy: 6,
    d: "M0-18L5-9L14-13L11-3L19 2L10 6L12 15L3 11L-3 18L-6 9L-16 11L-11 3L-18-3L-9-6L-9-15L-2-10Z",
  },
  salvo: { at: [47, -2], d: "M-11 0a11 11 0 1 1 22 0a11 11 0 1 1-22 0Z", dy: 6 },
  decorated: { at: [-46, -42], d: "M-4-4L-7-15H7L4-4L15-7V7L4 4L7 15H-7L-4 4L-15 7V-7Z" },
  concealed: { at: [44, -14], d: "M-13 0a13 13 0 1 1 26 0a13 13 0 1 1-26 0Z", sign: "?", dy: 6 },
};
const OTHER = { d: "M-12-12H12V12H-12Z", dy: 6 };

function badges(piece) {
  let spare = 0;
  return piece.badges.flatMap((badge) => {
    const [kind, many] = badge.split(".");
    if (kind === "square") return [path("in-square", "M-58-58H58V58H-58ZM-51-51V51H51V-51Z")];
    const look = BADGES[kind] ?? OTHER;
    const [x, y] = look.at ?? [-30 + 26 * spare++, -50];
    const drawn = el("g", { class: `badge ${kind}`, transform: move(x, y) }, el("path", { d: look.d }));
    const sign = many ?? look.sign ?? (BADGES[kind] ? "" : kind[0]);
    if (sign) drawn.append(el("text", { y: look.dy }, sign));
    return [drawn];
  });
}

// What every counter shares, drawn once.
export function counterDefs() {
  const symbol = (name, ...parts) => el("g", { id: `tb-${name}` }, ...parts);
  const box = () => path("box", "M-24-22H24V8H-24Z");
  const stripes = (name, turn) => pattern(name, 6, turn, path("stripe", "M0 3H6"));
  return [
    symbol("infantry", box(), path("sign", "M-24-22L24 8M24-22L-24 8")),
    symbol("cavalry", box(), path("sign", "M24-22L-24 8")),
    symbol("artillery", box(), el("circle", { class: "sign-full", cx: 0, cy: -7, r: 7 })),
    symbol("leader", path("star", "M0-27L5-12L21-12L8-2L13 13L0 4L-13 13L-8-2L-21-12L-5-12Z")),
    symbol("other", box()),
    stripes("upright", 90), stripes("level", 0), stripes("slant", 45),
    pattern("leaves", 21, 0, path("leaf", "M2 8Q6 0 12 4Q8 10 2 8ZM12 17Q14 9 21 12Q19 19 12 17Z")),
  ];
}

// -------------------------------------------------------------------------------------------------------- all of them

export class Pieces {
  constructor(layer, chart, text, motion) {
    Object.assign(this, { layer, chart, text, motion });
    this.shown = new Map(); // piece id -> {g, piece, look, x, y}
    this.stacks = new Map(); // space id -> [piece, from bottom to top]
  }

  set(pieces, animate) {
    this.stacks = stacksOf(pieces, this.chart);
    const order = [], { spaces } = this.chart;
    for (const [at, stack] of [...this.stacks].sort(([a], [b]) => spaces.get(a).y - spaces.get(b).y)) {
      stack.forEach((piece, i) => order.push(this.place(piece, spaces.get(at), i, stack.length, animate)));
    }
    const stay = new Set(order.map((shown) => shown.piece.id));
    for (const [id, shown] of this.shown) if (!stay.has(id)) this.remove(id, shown, animate);
    this.sort(order.map((shown) => shown.g));
  }

  place(piece, space, height, many, animate) {
    const look = JSON.stringify([piece.symbol, piece.side, piece.name, piece.facing, piece.values, piece.badges]);
    const shown = this.shown.get(piece.id) ?? this.add(piece);
    if (shown.look !== look) {
      const drawn = drawPiece(piece, this.text);
      drawn.setAttribute("aria-hidden", "true");
      shown.g.replaceChildren(drawn);
      shown.look = look;
      shown.many = 0;
    }
    Object.assign(shown, { piece });
    this.stackSign(shown, height, many);
    const off = (height - (many - 1) / 2) * SHIFT;
    this.move(shown, space.x + off, space.y - off, animate);
    return shown;
  }

  add(piece) {
    const g = el("g", { class: "piece", "data-id": piece.id });
    const shown = { g, fresh: true };
    this.shown.set(piece.id, shown);
    return shown;
  }

  // From afar only the top piece of a stack is seen, with the number of pieces.
  stackSign(shown, height, many) {
    shown.g.classList.toggle("under", height < many - 1);
    const sign = height === many - 1 && many > 1 ? many : 0;
    if (shown.many === sign) return;
    shown.many = sign;
    shown.g.querySelector(".many")?.remove();
    if (!sign) return;
    const parts = [el("circle", { r: 21 }), el("text", { y: 10 }, sign)];
    shown.g.firstChild.append(el("g", { class: "many", transform: move(42, -42) }, ...parts));
  }

  move(shown, x, y, animate) {
    const from = [shown.x, shown.y], { fresh } = shown;
    if (from[0] === x && from[1] === y) return;
    Object.assign(shown, { x, y, fresh: false });
    shown.g.setAttribute("transform", move(x, y));
    if (!animate || !this.motion()) return;
    const frames = fresh ? [{ opacity: 0 }, { opacity: 1 }]
      : [{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: `translate(${x}px, ${y}px)` }];
    shown.g.animate(frames, { duration: 220, easing: "ease-in-out" });
  }

  remove(id, { g }, animate) {
    this.shown.delete(id);
    if (!animate || !this.motion()) return g.remove();
    g.classList.add("leaving");
    g.animate({ opacity: [1, 0] }, 200).onfinish = () => g.remove();
  }

  // Elements are moved only where the order differs: moving one costs its focus.
  sort(order) {
    let after = null;
    for (let i = order.length - 1; i >= 0; i--) {
      const g = order[i];
      if (g.nextSibling !== after || g.parentNode !== this.layer) this.layer.insertBefore(g, after);
      after = g;
    }
  }
}

function stacksOf(pieces, chart) {
  const stacks = new Map();
  for (const piece of pieces.values()) {
    if (!chart.spaces.has(piece.at)) continue;
    const stack = stacks.get(piece.at);
    if (stack) stack.push(piece);
    else stacks.set(piece.at, [piece]);
  }
  for (const stack of stacks.values()) stack.sort((a, b) => a.order - b.order);
  return stacks;
}
