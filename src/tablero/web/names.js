// Names on the map, set in a serif with a halo of paper: one for each place, however many hexes it covers.

import { MARGIN } from "./chart.js";
import { el, mean, r } from "./ink.js";

export function names(chart, text, courses) {
  const taken = [];
  const places = gather(chart, text);
  const rank = (place) => (place.look === "town" ? 0 : place.look === "height" ? 1 : 2);
  places.sort((a, b) => rank(a) - rank(b) || a.y - b.y);
  const rivers = courses.flatMap((course) => riverName(chart, text, course, taken));
  return el("g", { class: "names" }, ...rivers, ...places.map((place) => label(chart, place, taken)));
}

// Neighbouring spaces of the same name are one place.
function gather(chart, text) {
  const places = [];
  for (const s of chart.list) {
    if (!s.name) continue;
    const name = text[s.name] ?? s.name;
    const same = places.find((p) => p.name === name && p.spaces.some((o) => Math.hypot(o.x - s.x, o.y - s.y) < 260));
    if (same) same.spaces.push(s);
    else places.push({ name, spaces: [s], look: chart.hexes ? look(s) : "town" });
  }
  for (const place of places) {
    place.x = mean(place.spaces, "x");
    place.y = mean(place.spaces, "y");
    place.low = Math.max(...place.spaces.map((s) => s.y));
    place.top = Math.min(...place.spaces.map((s) => s.y));
  }
  return places;
}

function look(s) {
  if (s.terrain === "building") return "town";
  if (s.terrain === "mountain" || s.marks.some((mark) => mark > "elevation.1" && mark < "elevation.9")) return "height";
  return s.marks.some((mark) => mark.startsWith("crossing.")) ? "spot" : "field";
}

const EDGE = MARGIN + 16;
const SIZE = { town: 54, height: 46, field: 42, spot: 40 };

// Below the place, else above it, else beside it: the first that covers no other name.
function label(chart, { name, look, x, y, low, top }, taken) {
  const size = SIZE[look], wide = name.length * (size * 0.47 + (look === "town" ? 1 : 3)), level = y + size * 0.3;
  const spots = [
    [x, low + 62 + size * 0.6, "middle"], [x, top - 62, "middle"], [x + 66, level, "start"], [x - 66, level, "end"],
    [x, low + 110, "middle"], [x, top - 110, "middle"],
  ];
  const box = ([px, py, anchor]) => {
    const left = anchor === "middle" ? px - wide / 2 : anchor === "end" ? px - wide : px;
    return [left, py - size, left + wide, py + size * 0.3];
  };
  const free = (b) => b[0] > EDGE && b[2] < chart.width - EDGE && b[1] > EDGE && b[3] < chart.height - EDGE &&
    !taken.some((o) => b[0] < o[2] && b[2] > o[0] && b[1] < o[3] && b[3] > o[1]);
  const spot = spots.find((s) => free(box(s))) ?? spots[0];
  taken.push(box(spot));
  const inset = Math.min(Math.max(box(spot)[0], EDGE), chart.width - wide - EDGE) - box(spot)[0];
  return el("text", { class: `name ${look}`, x: r(spot[0] + inset), y: r(spot[1]), "text-anchor": spot[2] }, name);
}

// Along the water, where it runs straightest, always read from the left.
function riverName(chart, text, { kind, course }, taken) {
  const name = text[`${kind}.name`];
  if (!name) return [];
  const span = Math.ceil((name.length * 34) / 30) + 2;
  let best = -1, least = Infinity;
  for (let i = 3; i + span < course.length - 3; i++) {
    const part = course.slice(i, i + span);
    const turn = part.reduce((sum, p, k) => k ? sum + Math.abs(p.dx * part[k - 1].dy - p.dy * part[k - 1].dx) : 0, 0);
    const dull = Math.abs(part[0].dy) * 0.6 + (part.some((p) => near(chart, p)) ? 3 : 0);
    if (turn + dull < least) [best, least] = [i, turn + dull];
  }
  if (best < 0) return [];
  let part = course.slice(best, best + span);
  if (part.at(-1).x < part[0].x) part = part.reverse();
  for (const p of part) taken.push([p.x - 24, p.y - 24, p.x + 24, p.y + 24]);
  const id = `tb-${kind.replace(/\W/g, "-")}-${best}`;
  const path = el("path", { id, class: "unseen", d: `M${part.map((p) => `${r(p.x)} ${r(p.y)}`).join("L")}` });
  const along = el("textPath", { href: `#${id}`, startOffset: "50%" }, name);
  return [path, el("text", { class: "name water-name", dy: 11, "text-anchor": "middle" }, along)];
}

function near(chart, p) {
  const crossed = (s) => s.marks.some((mark) => mark.startsWith("crossing."));
  return chart.list.some((s) => Math.hypot(s.x - p.x, s.y - p.y) < 130 && crossed(s));
}
