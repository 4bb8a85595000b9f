import { joined } from '../languages/joined.ts';

/** Shorter gaps are the closures of consonants, not pauses. */
const CLOSURE_MS = 160;
/** What waits this long waits for an answer; recordings breathe for less, and now and then for as long. */
const WAITING_MS = 1000;
/** Longer turns are no reply to what the agent has said: people answer in a few words at first. */
const LONGEST_REPLY_MS = 3500;
/** Recognizers tell of a word by then. */
const LATEST_WORD_MS = 1000;
/** Nobody speaks for longer without the closure of a consonant. */
const LONGEST_BREATH_MS = 8000;
/** Announcements that are longer have given themselves away before. */
const LONGEST_TEXT = 600;

/** A stretch of the callee's voice. */
interface Stretch {
  startMs: number;
  /** Null while it goes on. */
  endMs: number | null;
}

/** What is known of whoever has answered, in media time: 0 is the answer. */
export interface CalleeEvidence {
  /** In order; those with less than a pause between them are one. */
  stretches: readonly Stretch[];
  /** The longest speech without a pause that waits, up to the last stretch. */
  longestMs: number;
  /** Where the present or latest speech began. */
  speechMs: number;
  /** When words were last news; null before the first ones. */
  wordsMs: number | null;
  /** All words that are over, without those of the present utterance. */
  said: string;
  beeps: number;
  /** For how long the agent has been heard. */
  agentHeardMs: number;
  /** Something of what it had to say was heard from beginning to end. */
  wasHeardOut: boolean;
  /** When the agent last came to an end of what it had to say; null before, and since the callee has spoken. */
  agentDoneMs: number | null;
  /** Short turns that began when the agent had said what it had to say. */
  exchanges: number;
  /** Since when it has been clear that this is no person; null while it is not. */
  convincedMs: number | null;
}

export const NOTHING_KNOWN: CalleeEvidence = {
  stretches: [],
  longestMs: 0,
  speechMs: 0,
  wordsMs: null,
  said: '',
  beeps: 0,
  agentHeardMs: 0,
  wasHeardOut: false,
  agentDoneMs: null,
  exchanges: 0,
  convincedMs: null,
};

export function withVoiceFrom(evidence: CalleeEvidence, onsetMs: number): CalleeEvidence {
  const last = evidence.stretches.at(-1);
  const lastEndMs = last ? (last.endMs ?? onsetMs) : Number.NEGATIVE_INFINITY;
  const goesOn = onsetMs - lastEndMs < CLOSURE_MS;
  const stretches = goesOn
    ? evidence.stretches.with(-1, { startMs: last!.startMs, endMs: null })
    : [...evidence.stretches, { startMs: onsetMs, endMs: null }];
  const speechMs = onsetMs - lastEndMs < WAITING_MS ? evidence.speechMs : onsetMs;
  return { ...evidence, stretches, speechMs };
}

/** There are new words. */
export const withWordsAt = (evidence: CalleeEvidence, atMs: number): CalleeEvidence => ({ ...evidence, wordsMs: atMs });

export function withVoiceUntil(evidence: CalleeEvidence, untilMs: number): CalleeEvidence {
  const last = evidence.stretches.at(-1);
  if (!last) return evidence;
  const stretches = evidence.stretches.with(-1, { startMs: last.startMs, endMs: untilMs });
  return { ...evidence, stretches, longestMs: Math.max(evidence.longestMs, speechUntil(evidence, untilMs)) };
}

export const withBeep = (evidence: CalleeEvidence): CalleeEvidence => ({ ...evidence, beeps: evidence.beeps + 1 });

export const withAgentHeard = (evidence: CalleeEvidence, ms: number): CalleeEvidence => ({
  ...evidence,
  agentHeardMs: evidence.agentHeardMs + ms,
});

export const withAgentDone = (evidence: CalleeEvidence, atMs: number): CalleeEvidence => ({
  ...evidence,
  agentDoneMs: atMs,
  wasHeardOut: true,
});

/** A turn that is over, with words or without: it may be a reply to what the agent has said. */
export function withTurn(evidence: CalleeEvidence, text: string, startMs: number, endMs: number): CalleeEvidence {
  const { agentDoneMs, exchanges } = evidence;
  const isAfter = agentDoneMs !== null && startMs >= agentDoneMs;
  const isReply = isAfter && endMs - startMs <= LONGEST_REPLY_MS;
  return {
    ...evidence,
    said: joined([evidence.said, text]).slice(-LONGEST_TEXT),
    agentDoneMs: isAfter ? null : agentDoneMs,
    exchanges: isReply ? exchanges + 1 : exchanges,
  };
}

export const withConviction = (evidence: CalleeEvidence, atMs: number | null): CalleeEvidence =>
  evidence.convincedMs === atMs ? evidence : { ...evidence, convincedMs: atMs };

/** The longest speech so far, the one that goes on included. */
export function longestSpeechMs(evidence: CalleeEvidence, atMs: number): number {
  const { stretches, longestMs } = evidence;
  const last = stretches.at(-1);
  return last && last.endMs === null ? Math.max(longestMs, speechUntil(evidence, atMs)) : longestMs;
}

/** A voice without words behind the last word, and one that draws no breath, is a noise. */
function speechUntil({ stretches, speechMs, wordsMs }: CalleeEvidence, atMs: number): number {
  const { startMs } = stretches.at(-1)!;
  const breathMs = atMs - startMs > LONGEST_BREATH_MS ? startMs : atMs;
  const worded = wordsMs !== null && wordsMs >= speechMs ? Math.min(breathMs, wordsMs + LATEST_WORD_MS) : breathMs;
  return Math.max(0, worded - speechMs);
}

/** For how long nothing has been answered to what the agent has said; 0 while the question does not arise. */
export function unansweredMs({ agentDoneMs, stretches }: CalleeEvidence, atMs: number): number {
  if (agentDoneMs === null) return 0;
  const lastMs = stretches.at(-1)?.endMs ?? (stretches.length === 0 ? 0 : atMs);
  return Math.max(0, atMs - Math.max(agentDoneMs, lastMs));
}
