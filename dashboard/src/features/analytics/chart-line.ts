/** One thing that a chart draws. */
export interface Line {
  label: string;
  color: 'gray' | 'teal' | 'violet' | 'blue' | 'yellow' | 'red';
  kind: 'bars' | 'line';
  /** Null where there is nothing to measure. */
  values: readonly (number | null)[];
}
