import classes from './Chart.module.css';
import type { Line } from './chart-line.ts';
import { bucketLabel, type Times } from './chart-times.ts';

interface ChartTableProps {
  title: string;
  times: Times;
  lines: readonly Line[];
  format: (value: number) => string;
}

/** What a chart shows, in figures. */
export function ChartTable({ title, times, lines, format }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.table} aria-label={`${title}, as a table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.starts.map((start, index) => (
            <tr key={start}>
              <th scope="row">{bucketLabel(times, index)}</th>
              {lines.map(({ label, values }) => {
                const value = values[index];
                return <td key={label}>{value === null || value === undefined ? '–' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
