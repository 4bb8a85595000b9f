import { formatAgo, formatTime, type TimeStyle } from '../format/time.ts';

interface TimeTextProps {
  /** Unix seconds; null is shown as a dash. */
  at: number | null;
  style?: TimeStyle | 'ago';
}

/** A time in the reader's zone; all of it shows on hover. */
export function TimeText({ at, style = 'minute' }: TimeTextProps) {
  if (at === null) return '–';
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={formatTime(at, 'second')}>
      {style === 'ago' ? formatAgo(at, Date.now()) : formatTime(at, style)}
    </time>
  );
}
