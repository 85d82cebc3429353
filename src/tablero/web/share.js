// @ts-check
// A picture of the board as it stands on the screen: what this seat sees, and no more.

import { w } from "./i18n.js";
import { announce } from "./page.js";
import { el } from "./svg.js";

const SHARPER = 2;          // pixels of the picture for each of the screen
const FOOT = 34;            // height of the line below the board

/** All rules of the page's style sheets, for a picture that cannot read them itself. */
const rules = () => [...document.styleSheets, ...document.adoptedStyleSheets]
  .flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n");

/** What the board shows now, as one drawing that needs nothing of the page. @param {HTMLElement} board */
function drawing(board) {
  const frame = board.getBoundingClientRect();
  const layers = [...board.querySelectorAll("svg.board-ink")].map((layer) => {
    const copy = /** @type {SVGSVGElement} */ (layer.cloneNode(true));
    const { left, top, width, height } = layer.getBoundingClientRect();
    copy.setAttribute("x", String(left - frame.left));
    copy.setAttribute("y", String(top - frame.top));
    Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, transform: "" });
    return copy;
  });
  const style = el("style", {}, rules());
  const sheet = el("g", { class: board.querySelector(".sheet")?.className ?? "" }, ...layers);
  return el("svg", { width: frame.width * SHARPER, height: frame.height * SHARPER,
    viewBox: `0 0 ${frame.width} ${frame.height}`, class: document.documentElement.className }, style,
  el("g", { class: board.className }, sheet));
}

/** The part of the board that is in sight, with a line below it. @param {HTMLElement} board @param {string} title */
async function pictureOf(board, title) {
  const { width, height } = board.getBoundingClientRect(), canvas = document.createElement("canvas");
  canvas.width = width * SHARPER;
  canvas.height = (height + FOOT) * SHARPER;
  const brush = canvas.getContext("2d"), { color, backgroundColor } = getComputedStyle(document.documentElement);
  if (!brush) throw new Error("no canvas");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${
    encodeURIComponent(new XMLSerializer().serializeToString(drawing(board)))}`;
  await image.decode();
  brush.scale(SHARPER, SHARPER);
  brush.fillStyle = backgroundColor;
  brush.fillRect(0, 0, width, height + FOOT);
  brush.fillStyle = getComputedStyle(board).backgroundColor;
  brush.fillRect(0, 0, width, height);
  brush.drawImage(image, 0, 0, width, height);
  brush.fillStyle = color;
  brush.font = "600 16px serif";
  brush.fillText(`Tablero · ${title}`, 12, height + 22);
  return canvas;
}

/**
 * Save the picture, and put it where it can be pasted, if the browser lets it.
 * @param {HTMLElement} board @param {string} title
 */
export async function sharePicture(board, title) {
  const canvas = await pictureOf(board, title), link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.png`;
  link.click();
  try {
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    announce(w("picture_copied"));
  } catch { /* it was saved, at least */ }
}
