import { espeak, other, type Voice } from './voice.ts';

/**
 * Voices that the acoustic model of the built-in recognizer knows little of: accents that it has not learned, and voices of
 * formants. No speaker is in both parts, and none is one that turn-taking is measured with.
 */
export const STRANGERS: Readonly<Record<'learned' | 'heldOut', readonly Voice[]>> = {
  learned: [
    ...['m1', 'm2', 'f3', 'klatt3', 'Andy', 'Denis', 'paul'].map((name) => espeak(`en-gb-scotland+${name}`, 45, 170)),
    ...['m4', 'f1', 'Annie', 'klatt6', 'Jacky', 'benjamin', 'max'].map((name) => espeak(`en-029+${name}`, 50, 160)),
    ...['adam', 'belinda', 'Marco', 'edward', 'sandro', 'f3', 'm2'].map((name) =>
      espeak(`en-gb-x-rp+${name}`, 40, 180),
    ),
    ...['Michael', 'rob', 'grandpa', 'steph', 'klatt3'].map((name) => espeak(`en-gb-x-gbclan+${name}`, 50, 165)),
    ...['quincy', 'zac', 'iven2', 'michel', 'f1'].map((name) => espeak(`en-gb-x-gbcwmd+${name}`, 45, 175)),
    ...['Gene', 'Lee', 'pablo', 'victor', 'croak', 'm4'].map((name) => espeak(`en+${name}`, 50, 165)),
    ...['m2', 'f1', 'Diogo', 'steph', 'klatt6', 'Andy'].map((name) => espeak(`en-us+${name}`, 50, 170)),
    ...['rob', 'belinda', 'max'].map((name) => espeak(`en-us-nyc+${name}`, 45, 180)),
    other('flite', 'rms'),
    other('festival', 'ked_diphone'),
  ],
  heldOut: [
    espeak('en-gb-scotland+Alex', 45, 165),
    espeak('en-gb-scotland+klatt2', 50, 175),
    espeak('en-029+Mike', 40, 160),
    espeak('en-029+Henrique', 50, 170),
    espeak('en-gb-x-rp+robert', 45, 180),
    espeak('en-gb-x-rp+shelby', 60, 165),
    espeak('en-gb-x-gbclan+boris', 40, 170),
    espeak('en-gb-x-gbcwmd+travis', 50, 175),
    espeak('en+antonio', 45, 165),
    espeak('en-us+Mario', 50, 180),
    espeak('en-us-nyc+miguel', 45, 160),
    other('festival', 'cmu_us_slt_arctic_hts'),
    other('flite', 'slt'),
  ],
};
