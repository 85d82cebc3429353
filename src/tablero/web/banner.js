// The banner of a game in the lobby: two flags crossed over hexes.

import { html, svg } from "./vendor/lit-html.js";

const CLOTH = "M120 14q-22-8-40 0t-38-2v44q20 8 38 1t40 2z";

export function banner() {
  return html`<svg class="banner-art" viewBox="0 0 240 150" aria-hidden="true">
    <path class="ground" d="M0 118q40-22 86-10t82-14 72 6v50H0z"/><path class="ground near" d="M0 132q60-16 120-4t120-8v30H0z"/>
    <g class="grid">${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => svg`<path d="M${i * 26 - 6} ${i % 2 ? 118 : 126}h16l8 14-8 14h-16l-8-14z"/>`)}</g>
    <g transform="rotate(-19 120 140)"><path class="pole" d="M120 145V12"/><path class="cloth carlist" d=${CLOTH}/><path class="cross" d="M48 20l66 34M114 20l-66 34"/></g>
    <g transform="translate(240) scale(-1 1) rotate(-19 120 140)"><path class="pole" d="M120 145V12"/><path class="cloth liberal" d=${CLOTH}/><path class="crown" d="M70 46l-5-18 9 8 7-12 7 12 9-8-5 18z"/></g>
  </svg>`;
}
