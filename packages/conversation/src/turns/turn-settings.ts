import type { ConversationAgent } from '../conversation-agent.ts';
import { ENGLISH_BACKCHANNELS, ENGLISH_FAREWELLS, ENGLISH_GREETINGS, PhraseSet } from './backchannel.ts';
import type { TurnSettings } from './turn-state.ts';

/** What the turn machine needs to know of an agent. */
export function turnSettings(agent: ConversationAgent): TurnSettings {
  const { turnTaking, silence, voicemail, direction, firstMessage } = agent;
  const backchannels = turnTaking.backchannels ?? ENGLISH_BACKCHANNELS;
  return {
    direction,
    hasFirstMessage: firstMessage !== null,
    endpointingMs: turnTaking.endpointingMs,
    interruptionMs: turnTaking.interruptionMs,
    speculate: turnTaking.speculate,
    backchannels: new PhraseSet(backchannels),
    greetings: new PhraseSet([...backchannels, ...ENGLISH_GREETINGS]),
    farewells: new PhraseSet([...backchannels, ...ENGLISH_FAREWELLS]),
    courtesies: new PhraseSet([...backchannels, ...ENGLISH_GREETINGS, ...ENGLISH_FAREWELLS]),
    detectVoicemail: direction === 'outbound' && voicemail.detect,
    leavesMessage: voicemail.action === 'message' && voicemail.message !== null,
    reminderMs: silence.reminderMs,
    endMs: silence.endMs,
    maxReminders: silence.maxReminders,
  };
}
