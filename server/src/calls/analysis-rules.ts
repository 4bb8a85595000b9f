import type { EndReason, TranscriptTurn } from '@parley/contract';

export interface FinishedCall {
  endReason: EndReason;
  endedBy: 'agent' | 'user' | 'system';
  answered: boolean;
  transcript: TranscriptTurn[];
  /** The outcome that the model named when it ended the call. */
  outcomeHint: string | null;
  /** Labels of the agent's own. */
  outcomes: string[];
}

export interface Analysis {
  summary: string;
  sentiment: 'positive' | 'neutral' | 'negative' | null;
  outcome: string;
}

const positive =
  /\b(thank|thanks|great|good|perfect|excellent|wonderful|happy|love|nice|fine|works|yes|sure|appreciate|helpful)\b/gi;
const negative =
  /\b(not interested|stop|never|terrible|bad|angry|annoy\w*|awful|hate|complain\w*|wrong|problem|useless|rude|unhappy|don't call|do not call)\b/gi;

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function sentimentOf(userText: string): Analysis['sentiment'] {
  if (userText.trim() === '') return null;
  const balance = matches(userText, positive) - 2 * matches(userText, negative);
  if (balance >= 2) return 'positive';
  return balance < 0 ? 'negative' : 'neutral';
}

/** How a call that was never answered, or was broken off, is named. */
const outcomeWithoutTalk: Partial<Record<EndReason, string>> = {
  no_answer: 'no_answer',
  busy: 'busy',
  voicemail: 'voicemail',
  transferred: 'transferred',
  opted_out: 'opted_out',
  rejected: 'failure',
  invalid_number: 'failure',
  canceled: 'failure',
  blocked: 'failure',
  duplicate: 'failure',
};

const faults = new Set<EndReason>([
  'carrier_error',
  'media_timeout',
  'llm_error',
  'stt_error',
  'tts_error',
  'dispatch_lost',
  'interrupted_by_restart',
  'internal_error',
]);

/** The outcome that the agent or its script named, where there is such an outcome; null: it named none. */
export function namedOutcome({ outcomeHint, outcomes }: Pick<FinishedCall, 'outcomeHint' | 'outcomes'>): string | null {
  const named = outcomeHint?.toLowerCase() ?? null;
  return named !== null && [...outcomes, 'success', 'partial', 'failure', 'opted_out'].includes(named) ? named : null;
}

function outcomeOf(call: FinishedCall): string {
  const known = outcomeWithoutTalk[call.endReason];
  if (faults.has(call.endReason)) return 'error';
  if (known !== undefined) return known;
  const named = namedOutcome(call);
  if (named !== null) return named;
  const userSpoke = call.transcript.some((turn) => turn.role === 'user');
  if (!userSpoke) return 'failure';
  return call.endReason === 'agent_hangup' && call.endedBy === 'agent' ? 'success' : 'partial';
}

const endings: Partial<Record<EndReason, string>> = {
  user_hangup: 'The person hung up.',
  agent_hangup: 'The agent ended the call after saying goodbye.',
  max_duration: 'The call reached its longest permitted duration.',
  silence_timeout: 'The person had become silent.',
  voicemail: 'A voicemail answered.',
  transferred: 'The person was transferred.',
  opted_out: 'The person asked not to be called again.',
  canceled: 'The call was canceled before it was answered.',
  blocked: 'The number is on the suppression list and was not called.',
  duplicate: 'The agent was in another call with this number, so it was not called again.',
  no_answer: 'The call was not answered.',
  busy: 'The line was busy.',
  rejected: 'The call was rejected.',
  invalid_number: 'The number does not exist.',
};

const turns = (count: number) => `${count} ${count === 1 ? 'turn' : 'turns'}`;

const quoted = (text: string) => `“${text.length > 160 ? `${text.slice(0, 157)}…` : text}”`;

function summaryOf(call: FinishedCall): string {
  const ending =
    call.endReason === 'agent_hangup' && call.endedBy === 'system'
      ? 'The call was ended from outside.'
      : (endings[call.endReason] ?? `The call ended with a fault (${call.endReason}).`);
  if (!call.answered) return ending;
  const agent = call.transcript.filter((turn) => turn.role === 'agent' && turn.text !== '');
  const user = call.transcript.filter((turn) => turn.role === 'user' && turn.text !== '');
  const sentences = [`${turns(agent.length)} of the agent and ${user.length} of the person.`];
  if (agent[0]) sentences.push(`The agent began: ${quoted(agent[0].text)}`);
  const longest = user.toSorted((a, b) => b.text.length - a.text.length)[0];
  if (longest) sentences.push(`The person said, among other things: ${quoted(longest.text)}`);
  return [...sentences, ending].join(' ');
}

/** Plain rules over the transcript, for installations without a language model. They are labelled as such. */
export function analyzeByRules(call: FinishedCall): Analysis {
  const userText = call.transcript
    .filter((turn) => turn.role === 'user')
    .map((turn) => turn.text)
    .join('. ');
  return { summary: summaryOf(call), sentiment: sentimentOf(userText), outcome: outcomeOf(call) };
}
