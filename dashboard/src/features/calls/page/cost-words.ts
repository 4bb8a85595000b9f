import type { CallDetail } from '@parley/contract';
import { formatDuration, formatNumber } from '../../../format/number.ts';

export type CostItem = NonNullable<CallDetail['cost']>['items'][number];

export const costNames: Record<CostItem['kind'], string> = {
  model: 'Language model',
  voice: 'Voice',
  transcriber: 'Recognizer',
  telephony: 'Telephone network',
  analysis: 'Analysis afterwards',
};

const unitNames: Record<Exclude<CostItem['unit'], 'audio_ms' | 'call_ms'>, [one: string, many: string]> = {
  input_token: ['token read', 'tokens read'],
  cached_input_token: ['token read from the cache', 'tokens read from the cache'],
  output_token: ['token written', 'tokens written'],
  input_audio_token: ['token heard', 'tokens heard'],
  cached_input_audio_token: ['token heard, from the cache', 'tokens heard, from the cache'],
  output_audio_token: ['token spoken', 'tokens spoken'],
  character: ['character spoken', 'characters spoken'],
};

/** 1,204 tokens read; 1:05 of audio. */
export function quantityWords({ quantity, unit }: Pick<CostItem, 'quantity' | 'unit'>): string {
  if (unit === 'audio_ms') return `${formatDuration(quantity / 1000)} of audio`;
  if (unit === 'call_ms') return `${formatDuration(quantity / 1000)} on the line`;
  return `${formatNumber(quantity)} ${unitNames[unit][quantity === 1 ? 0 : 1]}`;
}
