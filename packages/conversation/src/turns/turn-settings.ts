import type { ConversationAgent } from '../conversation-agent.ts';
import { ENGLISH_BACKCHANNELS, ENGLISH_FAREWELLS, ENGLISH_GREETINGS, PhraseSet } from './backchannel.ts';
import type { TurnSettings } from './turn-state.ts';

type PhraseSets = Pick<TurnSettings, 'backchannels' | 'greetings' | 'farewells' | 'courtesies'>;

/** By list of backchannels: all calls share them, since they take longer to make than everything else of a short call. */
const phraseSets = new WeakMap<readonly string[], PhraseSets>();

function phraseSetsOf(backchannels: readonly string[]): PhraseSets {
  const known = phraseSets.get(backchannels);
  if (known) return known;
  const made: PhraseSets = {
    backchannels: new PhraseSet(backchannels),
    greetings: new PhraseSet([...backchannels, ...ENGLISH_GREETINGS]),
    farewells: new PhraseSet([...backchannels, ...ENGLISH_FAREWELLS]),
    courtesies: new PhraseSet([...backchannels, ...ENGLISH_GREETINGS, ...ENGLISH_FAREWELLS]),
  };
  phraseSets.set(backchannels, made);
  return made;
}

/** What the turn machine needs to know of an agent. */
export function turnSettings(agent: ConversationAgent): TurnSettings {
  const { turnTaking, silence, voicemail, direction, firstMessage } = agent;
  return {
    direction,
    hasFirstMessage: firstMessage !== null,
    endpointingMs: turnTaking.endpointingMs,
    interruptionMs: turnTaking.interruptionMs,
    speculate: turnTaking.speculate,
    ...phraseSetsOf(turnTaking.backchannels ?? ENGLISH_BACKCHANNELS),
    detectVoicemail: direction === 'outbound' && voicemail.detect,
    leavesMessage: voicemail.action === 'message' && voicemail.message !== null,
    reminderMs: silence.reminderMs,
    endMs: silence.endMs,
    maxReminders: silence.maxReminders,
  };
}
