// npm run train:keywords: makes the small network by which the built-in recognizer hears a whole short voice, beside its searches
// (packages/providers/src/builtin/recognition/keyword-weights.ts). Says first how well others do on speakers that they have not heard,
// and on a synthesizer that none has. Needs Debian's espeak-ng, flite and libttspico-utils. The same weights at every run with the
// same synthesizers.
import { writeFileSync } from 'node:fs';
import type { SpeechModelWeights } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { KeywordModel, keywordFeatures } from '@parley/providers/testing';
import { train } from '../speech-meter/network.ts';
import { areaUnder, type Judged, sharesOf } from './figures.ts';
import { keywordVoices } from './keyword-voices.ts';

const KEYWORDS = 12_000;
const FOLDS = 2;
const SETTINGS = { hidden: 32, epochs: 30, rate: 0.003, decay: 3e-3 };
const PROVENANCE = 'npm run train:keywords: espeak-ng 1.51 and Flite (Debian 12), no recordings';
/** Debian's Pico, of which nothing is learned. */
const HELD_OUT_ACCENT = 'pico';
const THRESHOLDS = [0, 0.5, 1, 1.5];
const say = (line: string) => process.stdout.write(`${line}\n`);

function tell(title: string, judged: readonly Judged[]): void {
  say(`${title}: area under the curve ${areaUnder(judged).toFixed(3)} (${judged.length})`);
  for (const threshold of THRESHOLDS) say(`  ${sharesOf(judged, threshold)}`);
}

const spoken = keywordVoices(KEYWORDS).map(({ sound, ...voice }) => ({ ...voice, features: keywordFeatures(sound) }));
const isForeign = ({ accent }: { accent: string }): boolean => accent === HELD_OUT_ACCENT;
const keywords = spoken.filter((voice) => !isForeign(voice));
const speakers = [...new Set(keywords.map(({ speaker }) => speaker))].sort();
const foldOf = (speaker: string): number => speakers.indexOf(speaker) % FOLDS;

function networkOf(voices: readonly (typeof keywords)[number][]): SpeechModelWeights {
  const examples = voices.map(({ features, interrupts }) => ({ features, isSpeech: interrupts, weight: 1 }));
  return train(examples, SETTINGS, PROVENANCE, seededRandom(20_263));
}

/** Of each fold one that has not heard its speakers. */
const networks = Array.from(
  { length: FOLDS },
  (_, fold) => new KeywordModel(networkOf(keywords.filter(({ speaker }) => foldOf(speaker) !== fold))),
);
const withoutSpeaker = (speaker: string): KeywordModel => networks[foldOf(speaker)]!;
const judgedBy = (voices: typeof keywords, modelOf: (speaker: string) => KeywordModel): Judged[] =>
  voices.map(({ speaker, features, interrupts }) => ({
    isTrue: interrupts,
    logOdds: modelOf(speaker).logOdds(features),
  }));
tell('the network alone, speakers left out in turn', judgedBy(keywords, withoutSpeaker));
const network = networkOf(keywords);
const whole = new KeywordModel(network);
tell(
  'the network alone, a synthesizer that it has not heard',
  judgedBy(spoken.filter(isForeign), () => whole),
);

writeFileSync(
  new URL('../../packages/providers/src/builtin/recognition/keyword-weights.ts', import.meta.url),
  `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: weights are learned, whatever they look like
import type { SpeechModelWeights } from '@parley/audio';

/** Written by \`npm run train:keywords\`. */
export const keywordWeights: SpeechModelWeights = ${JSON.stringify(network)};
`,
);
