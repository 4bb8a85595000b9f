import { type CalleeEvidence, NOTHING_KNOWN } from '../answering/callee-evidence.ts';
import type { WhileWaiting } from '../conversation-agent.ts';
import type { AnsweredBy } from '../conversation-event.ts';
import type { Prosody } from '../end-of-turn/prosody.ts';
import type { PhraseSet } from '../languages/phrase-set.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { type Hearing, NOTHING_HEARD_YET } from './hearing.ts';
import { type Loudness, UNMEASURED } from './loudness.ts';
import type { Closing, Phase } from './phase.ts';

/** The present or the latest voice. */
interface Voice {
  active: boolean;
  onsetMs: number;
  /** Where it began, with the voices before it that only closures of consonants part from it. */
  runMs: number;
  /** The same, where less parts them: what is heard as something new begins there. */
  breathMs: number;
  /** The end of its last voiced frame; counts once it is over. */
  untilMs: number;
  /** How likely it is one person speaking, and no noise, music or babble: 0 to 1. */
  speech: number;
  /** For how long it was clearly that, since its run began. */
  clearMs: number;
  /** How likely it is to want the floor, by the sound of its first syllable: 0 to 1; null: not known yet. */
  claims: number | null;
  /** The same of the breath before, and where that ended. */
  claimsBefore: number | null;
  untilBeforeMs: number;
  /** It began right behind the agent's own audio, and may be that, sent back by the line. */
  mayBeEcho: boolean;
  /** How it ended; null while it goes on, and where nothing of it has a pitch. */
  prosody: Prosody | null;
  /** What a model says of its end: that nothing more is coming, 0 to 1; null while it goes on or is not judged. */
  judged: number | null;
  /** Its last words as they were heard before the recognizer told them, if they were; null while it goes on or that is not known. */
  anticipated: { text: string | null } | null;
}

/** The sentence that the agent has said last. */
interface Said {
  text: string;
  /** When its last sample was sent. */
  atMs: number;
}

/** Words of the agent's that the user has spoken over. */
export interface Interrupted {
  /** Its last words; null: they were not. */
  closing: Closing | null;
  /** Its first words. */
  opening: boolean;
}

interface PressedKeys {
  digits: string;
  firstMs: number;
  lastMs: number;
}

/** What the user has said and pressed since the last turn was closed. */
export interface OpenUtterance {
  /** Without the agent's own words, which the line may send back. */
  text: string;
  /** Every question to the recognizer was answered. */
  settled: boolean;
  /** The final text was asked for since the voice was last heard. */
  finalizeAsked: boolean;
  /** When the text last changed. */
  changedMs: number;
  /** Words came while they were being said, without a final text being asked for. */
  live: boolean;
  /** Words of the agent's own were taken away from its text. */
  echoed: boolean;
  /** How far the recognizer has listened; null when it does not say, or has answered for everything. */
  listenedUntilMs: number | null;
  /** Where its last word ends, by the recognizer's own times; null where it gives none. */
  wordsEndMs: number | null;
  /** Media time of its first voice; null before it. */
  startMs: number | null;
  endMs: number;
  /** Media times at which a voice began, or went on from the utterance before. */
  onsetsMs: readonly number[];
  /** How loud its voices are. */
  loudness: Loudness;
  keys: PressedKeys | null;
  /** What of the agent's it has interrupted, if anything. */
  interrupts: Interrupted | null;
}

/** What has happened since the user's last turn. */
interface Exchange {
  /** Tools that the agent's present reply called. */
  tools: 'none' | 'running' | 'done';
  /** One of them puts the caller through: what is heard meanwhile is not the agent's business. */
  isTransfer: boolean;
  /** The agent has been heard to say something, if only that it takes a moment. */
  saidSomething: boolean;
  /** How often it has said that it takes a moment, or was about to. */
  fillers: number;
}

/** What is known of the telephone line. */
interface Line {
  /** A voice that may be the agent's own has been heard before. */
  echoSuspected: boolean;
  /** When the line was last proven to send back the agent's words; null before. */
  echoProvenMs: number | null;
}

/** Who is at the other end. */
interface Party {
  answeredBy: AnsweredBy | null;
  /** A voice menu has the line, and no person was met behind it yet. */
  atMenu: boolean;
  /** Turns that were completed there. */
  turns: number;
  /** How loud they speak to the agent, in dBov; null until there was a turn. */
  levelDb: number | null;
}

/** How the agent has behaved so far. */
interface Manners {
  /** It has been heard to say something. */
  introduced: boolean;
  /** How often in a row it has said that it heard a voice and no words. */
  timesNotCaught: number;
  /** Reminders given since the user last said something. */
  reminders: number;
}

/** All that the machine knows. What only matters in a phase is in the phase. */
export interface TurnState<P extends Phase = Phase> {
  phase: P;
  voice: Voice;
  utterance: OpenUtterance;
  /** What recognizers have made of it, and of those before it. */
  hearing: Hearing;
  /** The words for which a reply is being prepared; none, when it goes on from the results of tools; null: no reply is. */
  speculated: string | null;
  exchange: Exchange;
  /** Null: nothing yet, or the user has had a turn since. */
  said: Said | null;
  line: Line;
  party: Party;
  /** What tells who has answered an outbound call. */
  callee: CalleeEvidence;
  manners: Manners;
}

/** What the machine needs to know of the agent. */
export interface TurnSettings {
  direction: 'outbound' | 'inbound';
  hasFirstMessage: boolean;
  endpointingMs: number;
  interruptionMs: number;
  speculate: boolean;
  /** The caller's last words are heard before the recognizer tells them. */
  anticipates: boolean;
  language: SpokenLanguage;
  backchannels: PhraseSet;
  /** Sounds of a person who is about to say something. */
  hesitations: PhraseSet;
  /** What tells the agent to be silent. */
  demands: PhraseSet;
  /** Backchannels and what is said into the agent's first words. */
  greetings: PhraseSet;
  /** Backchannels and what is said into its last ones. */
  farewells: PhraseSet;
  /** All of these: what people say of their own accord at such a moment, even in the agent's words. */
  courtesies: PhraseSet;
  detectVoicemail: boolean;
  leavesMessage: boolean;
  reminderMs: number;
  endMs: number;
  maxReminders: number;
  /** What the caller hears behind the first words that ask for patience. */
  whileWaiting: WhileWaiting;
}

export const NOTHING_HEARD: OpenUtterance = {
  text: '',
  settled: true,
  finalizeAsked: false,
  changedMs: 0,
  live: false,
  echoed: false,
  listenedUntilMs: null,
  wordsEndMs: null,
  startMs: null,
  endMs: 0,
  onsetsMs: [],
  loudness: UNMEASURED,
  keys: null,
  interrupts: null,
};

export const NO_VOICE: Voice = {
  active: false,
  onsetMs: 0,
  runMs: 0,
  breathMs: 0,
  untilMs: 0,
  speech: 0,
  clearMs: 0,
  claims: null,
  claimsBefore: null,
  untilBeforeMs: 0,
  mayBeEcho: false,
  prosody: null,
  judged: null,
  anticipated: null,
};

export const INITIAL_STATE: TurnState = {
  phase: { name: 'idle', sinceMs: 0 },
  voice: NO_VOICE,
  utterance: NOTHING_HEARD,
  hearing: NOTHING_HEARD_YET,
  speculated: null,
  exchange: { tools: 'none', isTransfer: false, saidSomething: false, fillers: 0 },
  said: null,
  line: { echoSuspected: false, echoProvenMs: null },
  party: { answeredBy: null, atMenu: false, turns: 0, levelDb: null },
  callee: NOTHING_KNOWN,
  manners: { introduced: false, timesNotCaught: 0, reminders: 0 },
};
