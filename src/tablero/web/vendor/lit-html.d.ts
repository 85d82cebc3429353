// The part of lit-html that the page uses.

import type { Heard } from "../internal";

export interface TemplateResult {
  _$litType$: number;
}

/** What may stand in a template; a listener that hears no input says what it hears. */
export type Value = ((event: Heard) => unknown) | object | string | number | boolean | null | undefined;

export function html(strings: TemplateStringsArray, ...values: Value[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: Value[]): TemplateResult;
export function render(value: Value, container: HTMLElement): unknown;
