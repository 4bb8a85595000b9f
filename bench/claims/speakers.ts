import { espeak, other, type Voice } from '../synthesis/voice.ts';
import type { Draw } from '../turn-taking/cases/draw.ts';

/** Who says second voices that claims are learned from. */
export interface Speaker {
  name: string;
  synthesizer: Voice['synthesizer'];
  voiceOf(draw: Draw): Voice;
}

/** Variants of espeak-ng that no caller of a turn-taking case has, nor anybody in the room of a measured one. */
const VARIANTS = [
  ...['m2', 'm4', 'f1', 'croak', 'adam', 'Annie', 'Michael', 'belinda', 'rob', 'quincy', 'paul', 'Gene', 'Lee', 'zac'],
  ...['steph', 'Henrique', 'pablo', 'gustave', 'victor', 'Alex', 'Andy', 'AnxiousAndy', 'antonio', 'benjamin', 'boris'],
  ...['Denis', 'Diogo', 'edward', 'edward2', 'Gene2', 'iven', 'iven2', 'iven3', 'iven4', 'Jacky', 'kaukovalta'],
  ...['marcelo', 'Marco', 'Mario', 'max', 'michel', 'miguel', 'Mike', 'norbert', 'pedro', 'robert', 'sandro', 'shelby'],
  ...[
    'travis',
    'Nguyen',
    'Storm',
    'grandpa',
    'steph2',
    'steph3',
    'Mr serious',
    'Tweaky',
    'RicishayMax',
    'RicishayMax2',
  ],
  ...['RicishayMax3', 'klatt', 'klatt2', 'klatt3', 'klatt5', 'klatt6'],
];
const ACCENTS = [
  ...['en-us', 'en-us', 'en-us', 'en', 'en-gb-x-rp', 'en-gb-x-gbclan', 'en-gb-x-gbcwmd', 'en-gb-scotland', 'en-029'],
  'en-us-nyc',
];
const PITCHES = [15, 30, 45, 60, 75] as const;
const RATES = [145, 165, 185, 205] as const;

const variant = (name: string): Speaker => ({
  name,
  synthesizer: 'espeak',
  voiceOf: (draw) => espeak(`${draw.of(ACCENTS)}+${name}`, draw.of(PITCHES), draw.of(RATES)),
});

const recorded = (synthesizer: 'festival' | 'flite', name: string): Speaker => ({
  name,
  synthesizer,
  voiceOf: () => other(synthesizer, name),
});

/** Those that were recorded from people are said as often as three of the others. */
const RECORDED = [recorded('flite', 'rms'), recorded('flite', 'slt'), recorded('festival', 'cmu_us_slt_arctic_hts')];

export const SPEAKERS: readonly Speaker[] = [
  ...VARIANTS.map(variant),
  ...RECORDED.flatMap((speaker) => Array.from({ length: 3 }, () => speaker)),
];
