import { Button, useComputedColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import classes from './Chart.module.css';
import { ChartTable } from './ChartTable.tsx';
import type { Line } from './chart-line.ts';
import { chartOptions } from './chart-options.ts';
import { bucketLabel, type Times } from './chart-times.ts';

interface ChartProps {
  title: string;
  times: Times;
  lines: readonly Line[];
  format: (value: number) => string;
  /** The end of the axis, where it is known. */
  highest?: number;
  /** Numbers of things, which the axis counts in whole steps. */
  isCount?: boolean;
}

/** Lines or bars over time, and the same as a table. What the pointer is at is written out above. */
export function Chart({ title, times, lines, format, highest, isCount = false }: ChartProps) {
  const [isTable, { toggle }] = useDisclosure(false);
  const box = useRef<HTMLDivElement>(null);
  const values = useRef<HTMLParagraphElement>(null);
  const scheme = useComputedColorScheme();
  // The tokens have other values in another scheme.
  useEffect(() => {
    const element = box.current;
    if (isTable || !element) return;
    const atPointer = (index: number | null) => {
      const parts = lines.map(({ label, values: all }) => `${label} ${wordsOf(all[index ?? -1], format)}`);
      if (values.current)
        values.current.textContent = index === null ? '' : `${bucketLabel(times, index)}: ${parts.join(', ')}`;
    };
    const data: uPlot.AlignedData = [[...times.starts], ...lines.map((line) => [...line.values])];
    const chart = new uPlot(
      chartOptions({ element, times, lines, format, highest, isCount, atPointer }),
      data,
      element,
    );
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [isTable, times, lines, format, highest, isCount, scheme]);
  return (
    <figure className={classes.chart} aria-label={title}>
      <figcaption className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <ul className={classes.legend}>
          {lines.map(({ label, color }) => (
            <li key={label} data-color={color}>
              {label}
            </li>
          ))}
        </ul>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={toggle} aria-pressed={isTable}>
          {isTable ? 'Chart' : 'Table'}
        </Button>
      </figcaption>
      {isTable ? (
        <ChartTable title={title} times={times} lines={lines} format={format} />
      ) : (
        <>
          <p className={classes.values} ref={values} aria-hidden="true" />
          <div
            className={classes.drawing}
            ref={box}
            role="img"
            aria-label={`${title} over time; the same is there as a table`}
          />
        </>
      )}
    </figure>
  );
}

function wordsOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}
