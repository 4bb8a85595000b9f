import { trainingTexts } from '@parley/conversation/testing';
import { backchannels, sentences } from './sentences.ts';
import { between, oneOf, type Random } from './signal-parts.ts';
import { type Speaker, synthesize } from './synthesizers.ts';

/**
 * Who speaks, and what languages: `training` and `heldOut` share no voice, and but for English no language. No caller of a
 * turn-taking case has a voice of the training, but for one of the strangers (`slt`): the tuning set would tell nothing of other voices.
 */
export interface Cast {
  flite: readonly string[];
  festival: readonly string[];
  espeak: readonly string[];
  whispering: string;
  languages: readonly string[];
}

export const casts: Readonly<Record<'training' | 'heldOut', Cast>> = {
  training: {
    flite: ['rms', 'slt'],
    festival: [],
    espeak: [
      ...[
        'm2',
        'm4',
        'f1',
        'croak',
        'adam',
        'Annie',
        'Michael',
        'belinda',
        'rob',
        'quincy',
        'paul',
        'Gene',
        'Lee',
        'zac',
      ],
      ...[
        'steph',
        'pablo',
        'gustave',
        'victor',
        'Andy',
        'AnxiousAndy',
        'benjamin',
        'Denis',
        'Diogo',
        'edward',
        'edward2',
      ],
      ...[
        'Gene2',
        'iven',
        'iven2',
        'iven3',
        'iven4',
        'Jacky',
        'kaukovalta',
        'marcelo',
        'Marco',
        'max',
        'michel',
        'norbert',
      ],
      ...['pedro', 'sandro', 'Nguyen', 'Storm', 'grandpa', 'steph2', 'steph3', 'Mr serious', 'Tweaky', 'RicishayMax'],
      ...['RicishayMax2', 'RicishayMax3', 'klatt3', 'klatt5', 'klatt6'],
    ],
    whispering: 'whisper',
    languages: [
      ...['en-us', 'en-us', 'en', 'en-gb-x-rp', 'en-gb-x-gbclan', 'en-gb-x-gbcwmd', 'en-029', 'en-us-nyc'],
      ...['es', 'de', 'fr', 'it', 'pt', 'pl'],
    ],
  },
  heldOut: {
    flite: ['awb', 'kal'],
    festival: ['ked_diphone', 'cmu_us_slt_arctic_hts'],
    espeak: ['klatt', 'klatt2', 'klatt4', 'm5', 'm7', 'f4', 'f5', 'grandma', 'david', 'caleb', 'aunty'],
    whispering: 'whisperf',
    languages: ['en-gb-scotland', 'en-us', 'sv', 'hi', 'tr', 'cmn'],
  },
};

/** The cast without the voices of Festival that this host lacks, and those. */
export function castPresent(cast: Cast, festivalVoices: readonly string[]): { present: Cast; missing: string[] } {
  const isHere = (voice: string): boolean => festivalVoices.includes(voice);
  return {
    present: { ...cast, festival: cast.festival.filter(isHere) },
    missing: cast.festival.filter((voice) => !isHere(voice)),
  };
}

export type SpeechKind = 'sentence' | 'backchannel' | 'child' | 'whisper';

export interface Utterance {
  kind: SpeechKind;
  /** Of 8 kHz. */
  samples: Float64Array;
}

/** The others are sentences of agents' callers that no case has. */
const SHORT_WORDS = 12;
const english = [...trainingTexts('en').learned].filter((text) => text.split(' ').length <= SHORT_WORDS);
const texts: typeof sentences = { ...sentences, en: [...sentences.en!, ...english] };

/** Espeak-ng names its languages finer than the texts do. */
const textsOf = (language: string) => texts[language.split('-')[0]!]!;

function speakerOf(cast: Cast, kind: SpeechKind, random: Random): Speaker {
  if (kind === 'whisper')
    return { synthesizer: 'espeak-ng', voice: cast.whispering, language: oneOf(random, cast.languages) };
  if (kind !== 'child' && random() < 0.45) {
    const synthesizer = cast.festival.length > 0 && random() < 0.5 ? 'festival' : 'flite';
    return {
      synthesizer,
      voice: oneOf(random, synthesizer === 'festival' ? cast.festival : cast.flite),
      language: 'en',
    };
  }
  return {
    synthesizer: 'espeak-ng',
    voice: oneOf(random, cast.espeak),
    language: kind === 'backchannel' ? 'en-us' : oneOf(random, cast.languages),
    speed: Math.round(between(random, 130, 215)),
    pitch: Math.round(kind === 'child' ? between(random, 80, 99) : between(random, 10, 80)),
  };
}

/** So many utterances of a cast. */
export function utterances(cast: Cast, count: number, random: Random): Utterance[] {
  const kinds: SpeechKind[] = ['sentence', 'sentence', 'sentence', 'backchannel', 'backchannel', 'child', 'whisper'];
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length]!;
    const speaker = speakerOf(cast, kind, random);
    const text = oneOf(random, kind === 'backchannel' ? backchannels : textsOf(speaker.language));
    return { kind, samples: synthesize(speaker, text) };
  }).filter(({ samples }) => samples.length > 800);
}
