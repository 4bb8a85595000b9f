import { joined } from '../languages/joined.ts';

/** Shorter gaps are the closures of consonants, not pauses. */
const CLOSURE_MS = 160;
/** What waits this long waits for an answer; recordings breathe for less, and now and then for as long. */
const WAITING_MS = 1000;
/** Longer turns are no reply to what the agent has said: people answer in a few words at first. */
const LONGEST_REPLY_MS = 3500;
/** So much is clearly one person speaking, so little clearly is not. */
const CLEAR_SPEECH = 0.7;
const CLEAR_NOISE = 0.3;
/** Announcements that are longer have given themselves away before. */
const LONGEST_TEXT = 600;

/** The present or the latest voice. */
interface Stretch {
  startMs: number;
  /** Null while it goes on. */
  endMs: number | null;
}

/** What is known of the callee, in media time: 0 is the answer. */
export interface CalleeEvidence {
  /** Null before the first one. */
  stretch: Stretch | null;
  /** Since when the present voice sounds like a noise, or like music; null: it does not, or there is none. */
  noiseMs: number | null;
  /** A voice has sounded like one person speaking. */
  hasSpoken: boolean;
  /** The present or latest speech, without a pause that waits: from where, and until when. */
  speechMs: number;
  spokenUntilMs: number;
  /** The longest of them so far. */
  longestMs: number;
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
  stretch: null,
  noiseMs: null,
  hasSpoken: false,
  speechMs: 0,
  spokenUntilMs: Number.NEGATIVE_INFINITY,
  longestMs: 0,
  said: '',
  beeps: 0,
  agentHeardMs: 0,
  wasHeardOut: false,
  agentDoneMs: null,
  exchanges: 0,
  convincedMs: null,
};

export function withVoiceFrom(evidence: CalleeEvidence, onsetMs: number): CalleeEvidence {
  const { stretch } = evidence;
  const goesOn = stretch !== null && onsetMs - (stretch.endMs ?? onsetMs) < CLOSURE_MS;
  const startMs = goesOn ? stretch.startMs : onsetMs;
  return { ...evidence, stretch: { startMs, endMs: null }, noiseMs: null };
}

/** What the present voice sounds like. @param speech that it is one person speaking, 0 to 1 */
export function withSound(evidence: CalleeEvidence, speech: number, atMs: number): CalleeEvidence {
  const { hasSpoken, noiseMs } = evidence;
  if (speech >= CLEAR_NOISE)
    return { ...withSpeechUntil(evidence, atMs), noiseMs: null, hasSpoken: hasSpoken || speech >= CLEAR_SPEECH };
  return noiseMs === null ? { ...evidence, noiseMs: atMs } : evidence;
}

export function withVoiceUntil(evidence: CalleeEvidence, untilMs: number): CalleeEvidence {
  if (evidence.stretch === null) return evidence;
  const spoken = evidence.noiseMs === null ? withSpeechUntil(evidence, untilMs) : evidence;
  return { ...spoken, stretch: { ...evidence.stretch, endMs: untilMs }, noiseMs: null };
}

function withSpeechUntil(evidence: CalleeEvidence, atMs: number): CalleeEvidence {
  const startMs = evidence.stretch?.startMs ?? atMs;
  const speechMs = startMs - evidence.spokenUntilMs < WAITING_MS ? evidence.speechMs : startMs;
  return { ...evidence, speechMs, spokenUntilMs: atMs, longestMs: Math.max(evidence.longestMs, atMs - speechMs) };
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

/**
 * For how long nothing has been replied to what the agent has said; 0 while the question does not arise. A voice is a
 * reply, whenever its words are known.
 */
export function unansweredMs({ agentDoneMs, spokenUntilMs }: CalleeEvidence, atMs: number): number {
  return agentDoneMs === null || spokenUntilMs > agentDoneMs ? 0 : atMs - agentDoneMs;
}
