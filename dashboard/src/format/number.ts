import { forReader } from './reader.ts';

const written = (name: string, options: Intl.NumberFormatOptions) => (value: number) =>
  forReader(name, ({ language }) => new Intl.NumberFormat(language, options)).format(value);

export const formatNumber = written('number', {});
/** Of a share from 0 to 1. */
export const formatShare = written('share', { style: 'percent', maximumFractionDigits: 1 });

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
