import type { TranscriptTurn } from '@parley/contract';

type Response = NonNullable<TranscriptTurn['response']>;
export type Stage = Response['stages'][number]['stage'];

export const stageWords: Record<Stage, { name: string; meaning: string }> = {
  endpointing: { name: 'Endpointing', meaning: 'deciding that the person has finished' },
  recognition: { name: 'Recognition', meaning: 'understanding their last words' },
  model: { name: 'Model', meaning: 'until its first text' },
  synthesis: { name: 'Synthesis', meaning: 'until the first audio' },
  playout: { name: 'Playout', meaning: 'until that audio left' },
};

const STEP_MS = 100;

/** One scale for all turns, so that they can be compared: 0 is the end of the person's speech. */
export function scaleOf(responses: readonly Response[]): { fromMs: number; toMs: number } {
  const starts = responses.flatMap(({ stages }) => stages.map(({ start_ms }) => start_ms));
  const ends = responses.flatMap(({ stages, response_ms }) => [response_ms, ...stages.map(({ end_ms }) => end_ms)]);
  const fromMs = Math.floor(Math.min(0, ...starts) / STEP_MS) * STEP_MS;
  const toMs = Math.ceil(Math.max(STEP_MS, ...ends) / STEP_MS) * STEP_MS;
  return { fromMs, toMs };
}
