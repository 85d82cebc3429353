// The part of lit-html that the page uses.

export interface TemplateResult {
  _$litType$: number;
}

/** What may stand in a template; a listener takes whatever event it is for. */
export type Value = ((event: any) => unknown) | object | string | number | boolean | null | undefined;

export function html(strings: TemplateStringsArray, ...values: Value[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: Value[]): TemplateResult;
export function render(value: Value, container: HTMLElement): unknown;
