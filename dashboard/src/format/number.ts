const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => whole.format(value);
/** 12,345 is 12.3K. */
export const formatCompact = (value: number): string => compact.format(value);
/** Of a share from 0 to 1. */
export const formatShare = (share: number): string => percent.format(share);

/** 75 s is 1:15, 3,700 s is 1:01:40. */
export function formatDuration(durationS: number): string {
  const hours = Math.floor(durationS / 3600);
  const minutes = Math.floor((durationS % 3600) / 60);
  const seconds = String(Math.floor(durationS % 60)).padStart(2, '0');
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

/** 480 ms, 1.2 s. */
export function formatMs(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}
