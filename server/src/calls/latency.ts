import type { CallLatency, TranscriptTurn } from '@parley/contract';
import type { MediaResult } from '../media/media.ts';
import { percentile } from './percentile.ts';

type Stage = NonNullable<TranscriptTurn['response']>['stages'][number];

/** How fast a call was answered, and where the time went; null where nothing was measured. */
export function latencyOf(media: Pick<MediaResult, 'responseMs' | 'turns'> | null): CallLatency | null {
  if (!media || media.responseMs.length === 0) return null;
  return {
    turn_p50_ms: Math.round(percentile(media.responseMs, 50)),
    turn_p95_ms: Math.round(percentile(media.responseMs, 95)),
    turns: media.responseMs.length,
    stages: stagesOf(media.turns),
  };
}

/** In the order in which turns have them. */
function stagesOf(turns: readonly TranscriptTurn[]): CallLatency['stages'] {
  const durationsMs = new Map<Stage['stage'], number[]>();
  for (const { stage, start_ms: startMs, end_ms: endMs } of turns.flatMap(({ response }) => response?.stages ?? [])) {
    durationsMs.set(stage, [...(durationsMs.get(stage) ?? []), endMs - startMs]);
  }
  return [...durationsMs].map(([stage, values]) => ({
    stage,
    p50_ms: Math.round(percentile(values, 50)),
    p95_ms: Math.round(percentile(values, 95)),
  }));
}
