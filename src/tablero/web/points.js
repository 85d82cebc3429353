// A map of points and lines, drawn plainly: circles joined by roads, sea routes and borders.

import { bend, el, path, r } from "./ink.js";
import { names } from "./names.js";
import { crossings, rivers } from "./courses.js";

export function pointMap(chart, text, marks) {
  const land = el("g", { "clip-path": "url(#tb-sheet)" });
  const { drawn: water, courses } = rivers(chart);
  const ways = new Map();
  for (const { a, b, kind } of chart.board.lines) {
    if (kind.startsWith("river")) continue;
    const [from, to] = [chart.spaces.get(a), chart.spaces.get(b)];
    ways.set(kind, (ways.get(kind) ?? "") + bend([[from.x, from.y], [to.x, to.y]]));
  }
  land.append(water);
  for (const [kind, d] of ways) {
    if (!/sea|naval/.test(kind)) land.append(path("road-edge", d));
    land.append(path(`road way-${kind.replace(/\W/g, "-")}`, d));
  }
  const crossed = crossings(chart, marks);
  const circle = (s) => el("circle", { class: `point ground-${s.terrain}`, cx: r(s.x), cy: r(s.y), r: 76 });
  land.append(crossed, ...chart.list.map(circle));
  return { land, crossed, labels: names(chart, text, courses) };
}
