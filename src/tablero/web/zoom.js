// @ts-check
// Pan and zoom: one sheet under a window. Drag, two fingers, wheel, keys.
//
// While the sheet moves only its transform changes, so the browser moves the picture it has; when it rests it takes its
// true size and is redrawn, sharp.

/** @import { Box, Point } from "./internal" */

const SLIP = 6; // pixels a press may move and still be a click
const READABLE = 0.17; // scale at which counters can still be told apart

export class Zoom {
  /** @type {HTMLElement} */ frame;
  /** @type {HTMLElement} */ sheet;
  /** @type {() => void} */ onMove;
  /** @type {() => void} */ onRest;
  /** @type {() => boolean} */ motion;
  /** @type {Box | undefined} */ part;  // the box of the sheet that is looked at first
  /** @type {{w: number, h: number} | null} */ shown = null;       // the size of the window when it was last looked at
  /** @type {Point} */ start = [0, 0];
  width = 100;
  height = 100;
  x = 0;
  y = 0;
  k = 1;
  /** @type {Map<number, Point>} */ fingers = new Map();
  dragged = false;
  handled = -Infinity;  // when somebody last moved the sheet
  whole = false;        // is the whole sheet shown?
  atHome = false;       // or the part that is looked at first?
  drawn = 0;            // the scale at which the sheet was last drawn
  drawnWidth = 0;
  gliding = 0;
  resting = 0;

  /**
   * `onRest`: the sheet has come to rest; `onMove`: it is moving.
   * @param {HTMLElement} frame @param {HTMLElement} sheet
   * @param {{onMove: () => void, onRest: () => void, motion: () => boolean, signal: AbortSignal}} hooks
   */
  constructor(frame, sheet, { onMove, onRest, motion, signal }) {
    this.frame = frame;
    this.sheet = sheet;
    this.onMove = onMove;
    this.onRest = onRest;
    this.motion = motion;
    /** @param {PointerEvent} event */
    const lift = (event) => this.fingers.delete(event.pointerId);
    frame.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event), { signal });
    frame.addEventListener("pointermove", (event) => this.drag(event), { signal });
    frame.addEventListener("pointerup", lift, { signal });
    frame.addEventListener("pointercancel", lift, { signal });
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(frame);
  }

  /**
   * `part` is the box of the sheet that is looked at first, if it is not the whole.
   * @param {number} width @param {number} height @param {Box | undefined} part
   */
  size(width, height, part) {
    Object.assign(this, { width, height, part });
    if (!this.shown) this.drawn = 0; // another map: draw it at once
    this.resized();
  }

  get view() {
    return { w: this.frame.clientWidth || 1, h: this.frame.clientHeight || 1 };
  }

  get fitting() {
    const { w, h } = this.view;
    return Math.min(w / this.width, h / this.height) * 0.985;
  }

  // A window that had no size yet shows the whole map once it has one.
  resized() {
    const { w, h } = this.view;
    if (w < 2 || h < 2) return;
    if (!this.shown) return this.home();
    const [cx, cy] = [this.shown.w / 2, this.shown.h / 2];
    const middle = [(cx - this.x) / this.k, (cy - this.y) / this.k];
    this.shown = { w, h };
    if (this.whole) return this.fit();
    if (this.atHome) return this.home();
    this.to(w / 2 - middle[0] * this.k, h / 2 - middle[1] * this.k, this.k);
  }

  fit(glide = false) {
    const { w, h } = this.view, k = this.fitting;
    this.shown = { w, h };
    this.go((w - this.width * k) / 2, (h - this.height * k) / 2, k, glide);
    this.whole = true;
  }

  /** The first look: the whole map, or on a small screen as much of it as can still be read. @param {Point} [focus] */
  home(focus) {
    const { w, h } = this.view, k = Math.max(this.fitting, READABLE, Math.min(h / this.height, 0.26));
    this.shown = { w, h };
    if (w > 700 && this.part) return this.frameOn(this.part);
    if (w > 700 || k <= this.fitting * 1.02) return this.fit();
    this.whole = false;
    const [x, y] = focus ?? [this.width / 2, this.height / 2];
    this.to(w / 2 - x * k, h / 2 - y * k, k);
  }

  /** @param {Box} box */
  frameOn([left, top, right, low]) {
    const { w, h } = this.view, k = Math.min(w / (right - left + 60), h / (low - top + 60));
    this.to(within(w / 2 - (left + right) / 2 * k, this.width * k, w), h / 2 - (top + low) / 2 * k, k);
    this.atHome = true;
  }

  /** One of several maps, as a whole if it can be read then. @param {Box} box */
  lookAt([left, top, right, low]) {
    const { w, h } = this.view, k = Math.max(READABLE, Math.min(w / (right - left + 60), h / (low - top + 60)));
    this.handled = performance.now();
    this.go(w / 2 - (left + right) / 2 * k, h / 2 - (top + low) / 2 * k, k, true);
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] @param {boolean} [glide] */
  by(factor, x = this.view.w / 2, y = this.view.h / 2, glide = false) {
    const k = Math.min(Math.max(this.k * factor, this.fitting * 0.85), 2.4), f = k / this.k;
    this.go(x - (x - this.x) * f, y - (y - this.y) * f, k, glide);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.to(this.x + dx, this.y + dy, this.k);
  }

  /**
   * Bring a point of the sheet into view; nearer if what is there could not be read.
   * @param {number} x @param {number} y @param {boolean} [glide]
   */
  reveal(x, y, glide = true) {
    const { w, h } = this.view, k = this.k < READABLE ? Math.min(0.3, w / 900) : this.k;
    const [px, py] = [x * this.k + this.x, y * this.k + this.y], edge = Math.min(40, w / 5, h / 5);
    if (k === this.k && px > edge && px < w - edge && py > edge && py < h - edge) return;
    this.go(within(w / 2 - x * k, this.width * k, w), within(h / 2 - y * k, this.height * k, h), k, glide);
  }

  /**
   * Bring several spots into view together, as near as they allow.
   * @param {{x: number, y: number}[]} spots @param {boolean} [glide]
   */
  gather(spots, glide = true) {
    const { w, h } = this.view, xs = spots.map((spot) => spot.x), ys = spots.map((spot) => spot.y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const k = Math.max(this.fitting, Math.min(0.6, w / (right - left + 800), h / (bottom - top + 700)));
    this.go(within(w / 2 - (left + right) / 2 * k, this.width * k, w),
      within(h / 2 - (top + bottom) / 2 * k, this.height * k, h), k, glide);
  }

  /**
   * Go there, in a glide if the reader allows motion.
   * @param {number} x @param {number} y @param {number} k @param {boolean} glide
   */
  go(x, y, k, glide) {
    cancelAnimationFrame(this.gliding);
    if (!glide || !this.motion()) return this.to(x, y, k);
    const from = [this.x, this.y, this.k], begun = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, Math.max(0, (now - begun) / 240)), e = t * (2 - t);
      /** @param {number} i @param {number} goal */
      const between = (i, goal) => from[i] + (goal - from[i]) * e;
      this.to(between(0, x), between(1, y), between(2, k));
      if (t < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** @param {number} x @param {number} y @param {number} k */
  to(x, y, k) {
    const { w, h } = this.view;
    this.whole = this.atHome = false;
    this.k = k;
    this.x = hold(x, this.width * k, w);
    this.y = hold(y, this.height * k, h);
    this.place();
    this.onMove();
    clearTimeout(this.resting);
    if (this.drawn) this.resting = setTimeout(() => this.rest(), 180);
    else this.rest();
  }

  // `drawn` is the scale at which the sheet was last drawn; on whole pixels it stays as sharp as it was drawn.
  place() {
    const [x, y] = [this.x, this.y].map(Math.round);
    this.sheet.style.transform = `translate(${x}px, ${y}px) scale(${this.k / (this.drawn || this.k)})`;
  }

  rest() {
    if (this.drawn !== this.k || this.drawnWidth !== this.width) {
      this.drawn = this.k;
      this.drawnWidth = this.width;
      this.sheet.style.width = `${this.width * this.k}px`;
      this.sheet.style.height = `${this.height * this.k}px`;
      this.place();
    }
    this.onRest();
  }

  /** @param {number} clientX @param {number} clientY */
  onSheet(clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    return [(clientX - box.left - this.x) / this.k, (clientY - box.top - this.y) / this.k];
  }

  // ------------------------------------------------------------------------------------------------------------ hands

  /**
   * A wheel zooms; two fingers on a pad pan, and zoom when they pinch (which comes as a wheel with ctrl).
   * @param {WheelEvent} event
   */
  wheel(event) {
    event.preventDefault();
    this.handled = event.timeStamp;
    const pad = event.deltaMode === 0 && !event.ctrlKey && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40);
    if (pad) return this.pan(-event.deltaX, -event.deltaY);
    const box = this.frame.getBoundingClientRect();
    const turned = Math.max(-300, Math.min(300, event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY));
    const factor = Math.exp(-turned * (event.ctrlKey ? 0.01 : 0.0022));
    this.by(factor, event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button > 1 || (event.target instanceof Element && event.target.closest("button"))) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.start = [event.clientX, event.clientY];
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    /** @type {Point} */
    const now = [event.clientX, event.clientY], strayed = Math.hypot(now[0] - this.start[0], now[1] - this.start[1]);
    if (!this.dragged && this.fingers.size < 2 && strayed < SLIP) return;
    if (!this.dragged) this.frame.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.handled = event.timeStamp;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, now);
    if (others.length) this.pinch(before, now, others[0]);
    else this.pan(now[0] - before[0], now[1] - before[1]);
  }

  /** @param {Point} before @param {Point} now @param {Point} other */
  pinch(before, now, other) {
    const box = this.frame.getBoundingClientRect();
    /** @param {Point} a */
    const gap = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
    this.by(gap(now) / gap(before), (now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top);
    this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  destroy() {
    this.watch.disconnect();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.gliding);
  }
}

/**
 * A sheet smaller than the window stays in its middle; a larger one may be dragged until its edge is well inside.
 * @param {number} at @param {number} sheet @param {number} window
 */
function hold(at, sheet, window) {
  if (sheet <= window) return (window - sheet) / 2;
  const slack = window * 0.3;
  return Math.min(slack, Math.max(window - sheet - slack, at));
}

/**
 * Keeps a sheet that is larger than the window from showing bare background beside it.
 * @param {number} at @param {number} size @param {number} room
 */
const within = (at, size, room) => (size > room ? Math.max(room - size, Math.min(at, 0)) : at);
