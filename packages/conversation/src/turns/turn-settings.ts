import type { ConversationAgent } from '../conversation-agent.ts';
import { prepareTurnEnd } from '../end-of-turn/turn-end.ts';
import { PhraseSet } from '../languages/phrase-set.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import type { TurnSettings } from './turn-state.ts';

type PhraseSets = Pick<
  TurnSettings,
  'backchannels' | 'hesitations' | 'demands' | 'greetings' | 'farewells' | 'courtesies'
>;

/** By language and list of backchannels: all calls share them, since they take longer to make than everything else of a short call. */
const phraseSets = new WeakMap<SpokenLanguage, WeakMap<readonly string[], PhraseSets>>();

function phraseSetsOf(language: SpokenLanguage, backchannels: readonly string[]): PhraseSets {
  const ofLanguage = phraseSets.get(language) ?? new WeakMap<readonly string[], PhraseSets>();
  phraseSets.set(language, ofLanguage);
  const known = ofLanguage.get(backchannels);
  if (known) return known;
  const { writing, pack } = language;
  const made: PhraseSets = {
    backchannels: new PhraseSet(backchannels, writing),
    hesitations: new PhraseSet(pack.hesitations, writing),
    demands: new PhraseSet(pack.demands, writing),
    greetings: new PhraseSet([...backchannels, ...pack.greetings], writing),
    farewells: new PhraseSet([...backchannels, ...pack.farewells], writing),
    courtesies: new PhraseSet([...backchannels, ...pack.greetings, ...pack.farewells], writing),
  };
  ofLanguage.set(backchannels, made);
  return made;
}

/** What the turn machine needs to know of an agent that speaks `language` now. */
export function turnSettings(agent: ConversationAgent, language: SpokenLanguage): TurnSettings {
  const { turnTaking, silence, voicemail, direction, firstMessage } = agent;
  prepareTurnEnd(language);
  return {
    direction,
    hasFirstMessage: firstMessage !== null,
    endpointingMs: turnTaking.endpointingMs,
    interruptionMs: turnTaking.interruptionMs,
    speculate: turnTaking.speculate,
    anticipates: false,
    language,
    ...phraseSetsOf(language, turnTaking.backchannels ?? language.pack.backchannels),
    detectVoicemail: direction === 'outbound' && voicemail.detect,
    leavesMessage: voicemail.action === 'message' && voicemail.message !== null,
    reminderMs: silence.reminderMs,
    endMs: silence.endMs,
    maxReminders: silence.maxReminders,
    whileWaiting: agent.whileWaiting ?? 'phrases',
  };
}
