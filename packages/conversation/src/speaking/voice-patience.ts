/** A request to a voice, of which nothing has been heard for a while. */
export interface VoiceWait {
  /** Since it sent its last sound, or since it was asked. */
  idleMs: number;
  /** It has sent some of what it was asked for. */
  hasBegun: boolean;
  /** How long it took at most, in this call, to begin; null: not known yet. */
  paceMs: number | null;
  /** It was asked once more. */
  isAskedAgain: boolean;
  /** Another voice can go on. */
  hasNext: boolean;
  /** What has sent nothing for so long sends nothing. Left out: 5000. */
  lostAfterMs?: number | undefined;
}

/** What the caller has of the agent. */
export interface CallerSilence {
  /** How long the line has been silent; 0 while either side makes a sound. */
  silentMs: number;
  /** How long the agent is about to speak; 0 while it speaks, or listens. */
  expectedMs: number;
}

export type PatienceVerdict = 'wait' | 'ask_again' | 'give_up';

/** Shorter gaps are those between two frames. */
const SILENT_MS = 60;
/** One that was asked anew must be quick, for the caller hears nothing else; or slow, then nothing is lost. */
const MIDWAY = { askAgainMs: 400, giveUpMs: 1000, silentMs: 500 };
/** Before its first sound, a voice of which it is not known how long that takes. */
const UNKNOWN = { askAgainMs: 800, leastMs: 900, giveUpMs: 2000 };
/** And one of which it is: half as long again is late. */
const LATE = 1.5;
const KNOWN = { askAgainMs: 400, leastMs: 600, giveUpMs: 1500 };
const SLOWEST_MS = 2500;
/** The caller has waited for so long that another voice has to begin now. */
const WAITED_MS = 1900;
/** The usual silence before a response is expected. */
const ENDPOINTING_MS = 600;
/** Nothing is lost by a second request to a voice that is silent for so long behind what is still being played. */
const IN_PEACE_MS = 1500;
const LOST_AFTER_MS = 5000;

/** How long a voice is waited for: no longer than the caller can be left in silence, where another one can speak. */
export function judgePatience(wait: VoiceWait, caller: CallerSilence): PatienceVerdict {
  const { idleMs, isAskedAgain, hasNext, lostAfterMs = LOST_AFTER_MS } = wait;
  if (idleMs >= lostAfterMs) return 'give_up';
  const isSilent = caller.silentMs >= SILENT_MS;
  if (hasNext && isSilent && isGivenUp(wait, caller)) return 'give_up';
  const isLate = idleMs >= (isSilent ? askAgainMs(wait) : IN_PEACE_MS);
  return isLate && !isAskedAgain ? 'ask_again' : 'wait';
}

function isGivenUp({ idleMs, hasBegun, paceMs }: VoiceWait, { silentMs, expectedMs }: CallerSilence): boolean {
  if (hasBegun) return idleMs >= MIDWAY.giveUpMs && silentMs >= MIDWAY.silentMs;
  const limits = paceMs === null ? UNKNOWN : KNOWN;
  const lateMs = Math.min(LATE * (paceMs ?? 0), SLOWEST_MS);
  if (idleMs >= Math.max(limits.giveUpMs, lateMs)) return true;
  // What is said unasked, after a long silence, is not waited for.
  const waitedMs = Math.min(silentMs, expectedMs + ENDPOINTING_MS);
  return waitedMs >= WAITED_MS && idleMs >= Math.max(limits.leastMs, lateMs);
}

function askAgainMs({ hasBegun, paceMs }: VoiceWait): number {
  if (hasBegun) return MIDWAY.askAgainMs;
  return paceMs === null ? UNKNOWN.askAgainMs : Math.max(KNOWN.askAgainMs, LATE * paceMs);
}
