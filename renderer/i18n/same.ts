/** The shape that a translation must have: every key of English, less the forms of number that its language lacks. */
export type Same<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Same<T[K]>;
};
