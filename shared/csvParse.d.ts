/**
 * What is used of csv-parse's build for browsers. Its own types speak of Node's streams and buffers, which neither it nor `shared/` has
 * (`paths` in tsconfig.json points here).
 */
export declare class CsvError extends Error {
  /** For example `CSV_QUOTE_NOT_CLOSED`. */
  readonly code: string;
  /** Line of the file, from 1. */
  readonly lines: number;
  /** Of the field, from 0. */
  readonly column: number;
}
export declare const parse: (
  text: string | Uint8Array,
  options: {
    delimiter: string;
    relax_column_count: boolean;
    record_delimiter: readonly string[];
    max_record_size: number;
    to: number;
    info: true;
  },
) => { record: string[]; info: { lines: number } }[];
