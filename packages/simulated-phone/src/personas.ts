import { personaLines } from '@parley/providers';
import type { Persona, Ringing, Sound, Step } from './persona.ts';

const SHORT_RING: Ringing = { outcome: 'answer', ringMs: 500, earlyMedia: false };
/** Time to lift the receiver to the ear. */
const FIRST_WORD_MS = 300;
/** A tone that callers and machines know as the end of a greeting. */
const BEEP: Sound = { type: 'tone', frequenciesHz: [1000], durationMs: 500 };
const RECORDING_MS = 20_000;
/** Time that a caller is given to press a key after the menu was read out. */
const MENU_WAIT_MS = 4000;
const FAREWELL_WAIT_MS = 6000;
const INTERRUPTION_AFTER_MS = 1200;
/** A busy street: plainly heard, and as much as the built-in recognizer gets along with. At -15 one call in six fails. */
const NOISE_DB = -18;

const speech = (text: string): Sound => ({ type: 'speech', text });
const after = (ms: number, text: string): Step => ({ cue: { type: 'delay', ms }, action: 'play', sound: speech(text) });
const answering = (text: string): Step => ({ cue: { type: 'agentTurn' }, action: 'play', sound: speech(text) });
const hangUpAfter = (ms: number): Step => ({ cue: { type: 'delay', ms }, action: 'hangUp' });
const hangUpWhenQuiet: Step = { cue: { type: 'agentQuiet', ms: FAREWELL_WAIT_MS }, action: 'hangUp' };

/** What the recognizer of a fresh installation is prepared for, and its agents get along with. */
const [GREETING = '', ...ANSWERS] = personaLines;

const HELLO = after(FIRST_WORD_MS, GREETING);
const CONVERSATION: readonly Step[] = [...ANSWERS.map(answering), hangUpWhenQuiet];
/** The person to whom the menu puts through: from here on a call like the talker's. */
const picksUp = (line: string): Step[] => [after(FIRST_WORD_MS, line), ...CONVERSATION];
const MENU_TEXT = 'welcome to city dental for sales press one for support press two';

const TALKER: Persona = {
  name: 'talker',
  ringing: SHORT_RING,
  script: [HELLO, ...CONVERSATION],
  patience: { quietMs: 8000, prompt: speech('hello are you there'), prompts: 2 },
  menu: {},
  noiseDb: null,
  impairment: null,
  transfers: 'accept',
  neverHangsUp: false,
};

function unanswered(name: string, ringing: Ringing): Persona {
  return { ...TALKER, name, ringing, script: [], patience: null };
}

/** By the last two digits of +1 202-555-01xx. */
const PERSONAS: ReadonlyMap<string, Persona> = new Map([
  ['01', TALKER],
  ['02', unanswered('busy', { outcome: 'reject', ringMs: 0, status: 486 })],
  ['03', unanswered('no-answer', { outcome: 'noAnswer' })],
  [
    '04',
    {
      ...TALKER,
      name: 'voicemail',
      script: [
        after(
          FIRST_WORD_MS,
          'you have reached the voicemail of john smith i am not available right now please leave a message after the beep',
        ),
        { cue: { type: 'delay', ms: 300 }, action: 'play', sound: BEEP },
        hangUpAfter(RECORDING_MS),
      ],
      patience: null,
    },
  ],
  ['05', unanswered('decliner', { outcome: 'reject', ringMs: 500, status: 603 })],
  [
    '06',
    {
      ...TALKER,
      name: 'quitter',
      script: [
        HELLO,
        {
          cue: { type: 'agentTurn' },
          action: 'play',
          sound: { type: 'speech', text: ANSWERS[0] ?? '', portion: 0.5 },
        },
        hangUpAfter(0),
      ],
    },
  ],
  [
    '07',
    {
      ...TALKER,
      name: 'interrupter',
      script: [
        HELLO,
        {
          cue: { type: 'overAgent', afterMs: INTERRUPTION_AFTER_MS },
          action: 'play',
          sound: speech('sorry who is calling please'),
        },
        ...CONVERSATION,
      ],
    },
  ],
  [
    '08',
    {
      ...TALKER,
      name: 'menu',
      script: [after(FIRST_WORD_MS, MENU_TEXT), after(MENU_WAIT_MS, MENU_TEXT), hangUpAfter(MENU_WAIT_MS)],
      menu: {
        1: picksUp('hello this is sales how can i help you'),
        2: picksUp('hello this is support how can i help you'),
      },
    },
  ],
  ['09', { ...TALKER, name: 'objector', script: [HELLO, answering('stop calling me'), hangUpWhenQuiet] }],
  ['10', { ...TALKER, name: 'silent', script: [], patience: null }],
  ['11', { ...TALKER, name: 'noisy', noiseDb: NOISE_DB }],
  ['12', { ...TALKER, name: 'lossy', impairment: { lossRate: 0.05, jitterMs: 60, seed: 112 } }],
  ['13', { ...TALKER, name: 'long-ringer', ringing: { outcome: 'answer', ringMs: 6000, earlyMedia: true } }],
  [
    '14',
    {
      ...TALKER,
      name: 'clinger',
      script: TALKER.script.filter((step) => step.action !== 'hangUp'),
      patience: null,
      neverHangsUp: true,
    },
  ],
  ['15', { ...TALKER, name: 'untransferable', transfers: 405 }],
  ['16', { ...TALKER, name: 'transfer-decliner', transfers: 603 }],
]);

/** The persona that a called number reaches: with or without `+` and country code; the talker for every other number. */
export function personaFor(calledNumber: string): Persona {
  const lastDigits = /^(?:\+?1)?20255501([0-9]{2})$/.exec(calledNumber)?.[1] ?? '';
  return PERSONAS.get(lastDigits) ?? TALKER;
}

/** Every line that a persona may say. */
export function linesOf(persona: Persona): string[] {
  const steps = [...persona.script, ...Object.values(persona.menu).flat()];
  const sounds = steps.flatMap((step) => (step.action === 'play' ? [step.sound] : []));
  if (persona.patience) sounds.push(persona.patience.prompt);
  return [...new Set(sounds.flatMap((sound) => (sound.type === 'speech' ? [sound.text] : [])))];
}
