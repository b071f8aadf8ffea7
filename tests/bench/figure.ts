/** A measured figure. `ratio` is value ÷ what it is held against, in the same run; for times and sizes smaller is better. */
export type Figure = { name: string; value: number; unit: string; ratio?: number; against?: string };

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The nearest-rank percentile of `values`, `share` in (0, 1]. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
