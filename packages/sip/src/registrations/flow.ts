import { parseInteger } from '../messages/cseq.ts';
import type { SipResponse } from '../messages/message.ts';

/** Where the registrar says nothing: pings every 96 to 120 s (RFC 5626 section 4.4.1). */
const USUAL_TIMER_S = 120;
/** A flow that lasted so long was no failure. */
export const STABLE_MS = 120_000;

const BASE_S = 30;
const LONGEST_S = 1800;

/** Whether the registrar keeps the flow: without that there is nothing to keep alive (RFC 5626 section 4.2.1). */
export function keepsFlow(response: SipResponse): boolean {
  return response.headers.all('require').some((option) => option.toLowerCase() === 'outbound');
}

/** From one ping to the next: as long as Flow-Timer says at most, and a fifth of it less by chance (section 4.4). */
export function pingIntervalMs(response: SipResponse, random: () => number): () => number {
  const timerS = Math.max(parseInteger(response.headers.get('flow-timer') ?? '') ?? USUAL_TIMER_S, 1);
  return () => Math.min(timerS, USUAL_TIMER_S) * 1000 * (0.8 + 0.2 * random());
}

/**
 * When a flow is made anew (section 4.5, with the one flow that we have): at once, and after each further failure twice as late,
 * half of it by chance.
 */
export function flowDelayMs(failures: number, random: number): number {
  if (failures === 0) return 0;
  const mostMs = Math.min(BASE_S * 2 ** failures, LONGEST_S) * 1000;
  return mostMs / 2 + (mostMs / 2) * random;
}
