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

const DAY_S = 86_400;

/** What stands below a chart at a time: Mar 3; within two days 3 PM, over years Mar 2026. */
export function axisLabel({ starts, timeZone }: Times, second: number): string {
  const spanS = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
  const style: Intl.DateTimeFormatOptions =
    spanS <= 2 * DAY_S
      ? { hour: 'numeric' }
      : spanS > 300 * DAY_S
        ? { month: 'short', year: 'numeric' }
        : { month: 'short', day: 'numeric' };
  const name = `axis ${Object.keys(style).join(' ')} ${timeZone}`;
  return forReader(name, ({ language }) => new Intl.DateTimeFormat(language, { ...style, timeZone })).format(
    second * 1000,
  );
}
