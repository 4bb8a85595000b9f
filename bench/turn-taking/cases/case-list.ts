import { packFor } from '@parley/conversation/testing';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import type { Voice } from '../../synthesis/voice.ts';
import { CHILD_VOICES, ROOM_VOICES, VOICES, WHISPER_VOICES } from '../../synthesis/voices.ts';
import { NOISES } from '../stimuli/noises.ts';
import type { Paused } from '../stimuli/phrase-lists.ts';
import { MENU, PHRASES, ROOM_TALK } from '../stimuli/phrases.ts';
import { Draw } from './draw.ts';
import { drawnOver, drawnToSilence } from './drawn.ts';
import { LANGUAGE_MAKERS } from './language-cases.ts';
import { PEOPLE_MAKERS } from './people-cases.ts';
import {
  type CaseClass,
  type CasePart,
  type CaseSet,
  type Drawn,
  isOfPeople,
  isSynthesized,
  isUnseen,
  type Sound,
  type SynthesizedPart,
  type TestCase,
} from './test-case.ts';

/** What recognizers make of a cough or a slamming door. */
const GHOST_WORDS = ['the', 'you', 'a', 'so', 'it', 'and'];

const { backchannels, hesitations } = packFor('en');
/** What listeners say, and what others begin to interrupt with. Who says "um" interrupts. */
const SAID_TO_LISTEN = new Set(
  [...backchannels, ...Object.values(PHRASES).flatMap((phrases) => phrases.backchannels)].filter(
    (text) => !hesitations.includes(text),
  ),
);

/** One case of a class; always the same for the same part, class and index. */
function caseOf(caseClass: CaseClass, part: CasePart, index: number): TestCase {
  const id = `${part.replace(' ', '-')}/${caseClass.replace(' ', '-')}/${index}`;
  return { id, class: caseClass, part, ...drawn(new Draw(id), caseClass, part, index) };
}

function drawn(draw: Draw, caseClass: CaseClass, part: CasePart, index: number): Drawn {
  if (isSynthesized(part)) return MAKERS[caseClass](draw, part, index);
  const makers = isOfPeople(part) ? PEOPLE_MAKERS : LANGUAGE_MAKERS;
  const make = makers[caseClass];
  if (!make) throw new Error(`there is no ${caseClass} in the set ${part}: ${Object.keys(makers).join(', ')}`);
  return make(draw, isUnseen(part));
}

const UNSEEN_PARTS: Partial<Record<CaseSet, CasePart>> = {
  measured: 'unseen',
  people: 'unseen people',
  languages: 'unseen languages',
};

/** Every third case of what is measured with is of the unseen part. The first one has the number `from`. */
export function casesOf(caseClass: CaseClass, set: CaseSet, count: number, from = 0): TestCase[] {
  return Array.from({ length: count }, (_, at) => {
    const index = from + at;
    return caseOf(caseClass, (index % 3 === 2 ? UNSEEN_PARTS[set] : undefined) ?? set, index);
  });
}

const MAKERS: Record<CaseClass, (draw: Draw, part: SynthesizedPart, index: number) => Drawn> = {
  interruption: (draw, part) => interruption(draw, part, draw.of(VOICES[part])),
  backchannel: (draw, part) => {
    const text = draw.of(PHRASES[part].backchannels);
    const again = draw.isLess(0.15) ? [draw.of(PHRASES[part].backchannels)] : [];
    const voice = draw.of(VOICES[part]);
    const sound = speech(draw, voice, [text, ...again], [draw.between(250, 600)], levelOf(draw, -32));
    return drawnOver(draw, [text, ...again].join(' … '), sound, 'go_on');
  },
  noise,
  'ghost word': (draw, part) => ({ ...noise(draw, part), isHeard: true, ghostWord: draw.of(GHOST_WORDS) }),
  pause: (draw, part) => {
    const { numbers, spellings, sentences } = PHRASES[part];
    return pause(draw, part, draw.of([draw.of(numbers), draw.of(spellings), draw.of(sentences)]));
  },
  'open pause': (draw, part) => pause(draw, part, draw.of(PHRASES[part].open)),
  finished: (draw, part) => reply(draw, part, draw.of(PHRASES[part].finished)),
  answer: (draw, part) => reply(draw, part, draw.of(PHRASES[part].answers)),
  echo: (draw) =>
    drawnOver(draw, 'echo alone', { type: 'nothing', durationMs: draw.between(2000, 4000) }, 'go_on', false),
  'double talk': (draw, part) => interruption(draw, part, draw.of(VOICES[part])),
  'hold music': (draw) => {
    const sound: Sound = {
      type: 'noise',
      noise: 'music',
      seed: draw.between(1, 1e9),
      durationMs: 4000,
      levelDbov: draw.between(-30, -20),
    };
    return drawnOver(draw, 'hold music', sound, 'go_on', false);
  },
  menu: (draw, part) => {
    const gapsMs = MENU.map(() => draw.between(400, 800));
    const sound = speech(draw, draw.of(VOICES[part]), MENU, gapsMs, levelOf(draw, -28));
    return { ...drawnToSilence(draw, 'menu', sound), expects: 'wait' };
  },
  'second voice': (draw, part, index) => {
    const text = draw.of(ROOM_TALK);
    const sound = speech(draw, draw.of(ROOM_VOICES[part]), [text], [], draw.between(-44, -34));
    // Good recognizers understand what is said in the room, too.
    return drawnOver(draw, text, sound, 'go_on', index % 2 === 1);
  },
  child: (draw, part) => interruption(draw, part, draw.of(CHILD_VOICES[part])),
  whisper: (draw, part) => {
    const text = draw.of(PHRASES[part].interruptions);
    return drawnOver(
      draw,
      text,
      speech(draw, draw.of(WHISPER_VOICES[part]), [text], [], draw.between(-36, -28)),
      'yield',
    );
  },
  loss: (draw, part, index) =>
    index % 2 === 0 ? interruption(draw, part, draw.of(VOICES[part])) : MAKERS.backchannel(draw, part, index),
};

function noise(draw: Draw, part: SynthesizedPart): Drawn {
  const kind = draw.of([...NOISES, 'babble'] as const);
  const durationMs = draw.between(200, 4000);
  const levelDbov = draw.between(-34, -18);
  if (kind === 'babble') return drawnOver(draw, kind, babble(draw, part, durationMs, levelDbov), 'go_on', false);
  const seed = draw.between(1, 1e9);
  return drawnOver(draw, kind, { type: 'noise', noise: kind, seed, durationMs, levelDbov }, 'go_on', false);
}

function interruption(draw: Draw, part: SynthesizedPart, voice: Voice): Drawn {
  const { interruptions, commands, slowStarts } = PHRASES[part];
  const kind = draw.of(['sentence', 'sentence', 'command', 'slow'] as const);
  if (kind === 'slow') {
    const [filler, rest] = draw.of(slowStarts);
    const sound = speech(draw, voice, [filler, rest], [draw.between(120, 450)], levelOf(draw, -30));
    const claimsLate = SAID_TO_LISTEN.has(filler);
    return { ...drawnOver(draw, `${filler} … ${rest}`, sound, 'yield'), ...(claimsLate ? { claimsLate } : {}) };
  }
  const text = draw.of(kind === 'sentence' ? interruptions : commands);
  return drawnOver(draw, text, speech(draw, voice, [text], [], levelOf(draw, -30)), 'yield');
}

function pause(draw: Draw, part: SynthesizedPart, [before, after]: Paused): Drawn {
  const gapMs = draw.between(300, 900);
  const sound = speech(draw, draw.of(VOICES[part]), [before, after], [gapMs], levelOf(draw, -30));
  const sentence: Sound = { ...sound, isSentence: true };
  return { ...drawnToSilence(draw, `${before} (${gapMs} ms) ${after}`, sentence), expects: 'wait' };
}

function reply(draw: Draw, part: SynthesizedPart, text: string): Drawn {
  return drawnToSilence(draw, text, speech(draw, draw.of(VOICES[part]), [text], [], levelOf(draw, -30)));
}

const levelOf = (draw: Draw, lowestDbov: number): number => draw.between(lowestDbov, -16);

function speech(
  draw: Draw,
  voice: Voice,
  texts: readonly string[],
  gapsMs: number[],
  levelDbov: number,
): Extract<Sound, { type: 'speech' }> {
  // People do not repeat themselves exactly: of espeak-ng three pitches and speeds each.
  const varied = {
    ...voice,
    pitch: Math.min(99, voice.pitch + draw.of([-6, 0, 6])),
    rate: voice.rate + draw.of([-12, 0, 12]),
  };
  const spoken = voice.synthesizer === 'espeak' ? varied : voice;
  return { type: 'speech', parts: texts.map((text): SpeechRequest => ({ ...spoken, text })), gapsMs, levelDbov };
}

function babble(draw: Draw, part: SynthesizedPart, durationMs: number, levelDbov: number): Sound {
  const voices = Array.from(
    { length: 6 },
    (): SpeechRequest => ({
      ...draw.of([...ROOM_VOICES[part], ...VOICES[part]]),
      text: draw.of(ROOM_TALK),
    }),
  );
  return { type: 'babble', voices, durationMs, levelDbov };
}
