import type { AgentSettings, DraftSettings } from '@parley/contract';

export type FallbackOf = keyof AgentSettings['fallbacks'];

export const MOST_FALLBACKS = 3;

/** As typed, in their order. */
export function fallbacksOf(settings: DraftSettings, of: FallbackOf): string[] {
  const { fallbacks } = settings as { fallbacks?: Partial<Record<FallbackOf, unknown>> | null };
  const list = fallbacks?.[of];
  return Array.isArray(list) ? list.map(String) : [];
}

/** One place up: it is asked before the one that stood above it. */
export function movedUp(list: readonly string[], index: number): string[] {
  const moved = [...list];
  const [choice] = moved.splice(index, 1);
  moved.splice(index - 1, 0, choice!);
  return moved;
}
