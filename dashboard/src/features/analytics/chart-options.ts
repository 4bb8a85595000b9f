import uPlot from 'uplot';
import type { Line } from './chart-line.ts';
import { axisLabel, bucketS, type Times } from './chart-times.ts';

interface Drawn {
  element: HTMLElement;
  times: Times;
  lines: readonly Line[];
  format: (value: number) => string;
  highest: number | undefined;
  /** The values are numbers of things: there is no line between one and the next. */
  isCount: boolean;
  /** The step that the pointer is at; null where it is at none. */
  atPointer: (index: number | null) => void;
}

/** Of a step's width, what a bar takes. */
const BAR_SHARE = 0.7;
const WIDEST_BAR = 48;
const AXIS_WIDTH = 56;
const TIME_HEIGHT = 28;
/** 1, 2, 5, 10, 20, 50 and so on. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
/** Room for one time below the chart, in pixels. */
const TIME_WIDTH = 60;

export function chartOptions({ element, times, lines, format, highest, isCount, atPointer }: Drawn): uPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name);
  const axis: uPlot.Axis = {
    stroke: token('--mantine-color-dimmed'),
    font: `11px ${style.fontFamily}`,
    ticks: { show: false },
    grid: { stroke: token('--parley-border'), width: 1 },
  };
  const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, WIDEST_BAR], radius: 0.15 });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), times.timeZone),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { range: () => span(times) },
      y: { range: (_, _min, max) => [0, highest ?? nice(max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: TIME_HEIGHT,
        splits: ({ width }) => labelled(times.starts, width),
        values: (_, splits) => splits.map((second) => axisLabel(times, second)),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        values: (_, splits) => splits.map((value) => format(value)),
        ...(isCount ? { incrs: WHOLE_STEPS } : {}),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, color, kind }): uPlot.Series => {
        const stroke = token(`--chart-${color}`);
        if (kind === 'line') return { label, stroke, width: 2, points: { size: 5, fill: stroke } };
        return { label, stroke, fill: stroke, width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => atPointer(cursor.idx ?? null)] },
  };
}

/** Where a time is written: at the beginnings of steps, as many as there is room for. */
function labelled(starts: readonly number[], width: number): number[] {
  const every = Math.max(1, Math.ceil((starts.length * TIME_WIDTH) / Math.max(TIME_WIDTH, width - AXIS_WIDTH)));
  return starts.filter((_, index) => index % every === 0);
}

/** Half a step of room at both ends, so that the outer bars are whole. */
function span({ starts, bucket }: Times): [number, number] {
  const first = starts[0] ?? 0;
  const last = starts.at(-1) ?? first;
  const step = starts.length > 1 ? (last - first) / (starts.length - 1) : bucketS[bucket];
  return [first - step / 2, last + step / 2];
}

/** Room above the highest value; an axis of nothing reaches to one. */
function nice(max: number | null): number {
  return max === null || max <= 0 ? 1 : max * 1.1;
}
