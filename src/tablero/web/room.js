// @ts-check
// Room for the strip of tracks above the map: as much as it took at first. A row that comes later lies over the edge
// of the map, which stays as it is.

export class Room {
  /** @type {HTMLElement | null} */ strip = null;
  wide = 0;     // the width for which the room was measured
  high = 0;
  watch = new ResizeObserver(() => this.#measure());

  /** @param {HTMLElement | null} strip */
  keep(strip) {
    if (!strip || strip === this.strip) return;
    this.watch.disconnect();
    this.strip = strip;
    this.wide = 0;
    this.watch.observe(strip);
    this.#measure();
  }

  #measure() {
    const { strip } = this, left = strip?.parentElement;
    if (!strip || !left) return;
    if (this.wide !== strip.clientWidth) {
      left.style.setProperty("--room", "0px");
      this.wide = strip.clientWidth;
      this.high = strip.offsetHeight;
    }
    left.style.setProperty("--room", `${this.high}px`);
    if (strip.scrollWidth > strip.clientWidth) strip.tabIndex = 0;      // keys can scroll it
    else strip.removeAttribute("tabindex");
    left.style.setProperty("--over", `${Math.max(0, strip.offsetHeight - this.high)}px`);
  }

  close() {
    this.watch.disconnect();
  }
}
