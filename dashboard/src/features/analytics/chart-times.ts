import type { AnalyticsBucket } from '@parley/contract';
import { forReader } from '../../format/reader.ts';

export interface Times {
  /** Where each step begins, in Unix seconds. */
  starts: readonly number[];
  bucket: AnalyticsBucket;
  timeZone: string;
}

const styles: Record<AnalyticsBucket, Intl.DateTimeFormatOptions> = {
  hour: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** What a step is called: Tue, Mar 3. */
export function bucketLabel({ starts, bucket, timeZone }: Times, index: number): string {
  const format = forReader(
    `bucket ${bucket} ${timeZone}`,
    ({ language }) => new Intl.DateTimeFormat(language, { ...styles[bucket], timeZone }),
  );
  const label = format.format((starts[index] ?? 0) * 1000);
  return bucket === 'week' ? `Week of ${label}` : label;
}

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** About how long a step is. */
export const bucketS: Record<AnalyticsBucket, number> = {
  hour: HOUR_S,
  day: DAY_S,
  week: 7 * DAY_S,
  month: 30 * DAY_S,
};

/**
 * The label below a chart at a time: Mar 3; 3 PM where steps are hours of a day or two, Mar 2026 where they are months.
 */
export function axisLabel({ starts, bucket, timeZone }: Times, second: number): string {
  const spanS = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
  const isShort = bucket === 'hour' && spanS <= 2 * DAY_S;
  const style: Intl.DateTimeFormatOptions = isShort
    ? { hour: 'numeric' }
    : bucket === 'month'
      ? { month: 'short', year: 'numeric' }
      : { month: 'short', day: 'numeric' };
  const name = `axis ${Object.keys(style).join(' ')} ${timeZone}`;
  return forReader(name, ({ language }) => new Intl.DateTimeFormat(language, { ...style, timeZone })).format(
    second * 1000,
  );
}
