// npm run train:claims: makes the weights by which the sound of a second voice over the agent ("yeah … but") tells who wants the
// floor from who listens on (packages/conversation/src/languages/claims/en.ts). Says then how well others do on speakers that
// they have not heard. Needs Debian's espeak-ng, flite and festival. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { SpeechModel, type SpeechModelWeights } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { claimFeatures } from '@parley/conversation/testing';
import { type Example, meanOf, train } from '../speech-meter/network.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { type SecondVoice, secondVoices } from './second-voices.ts';
import { variedView, viewOf } from './views.ts';

const VOICES = 12_000;
const VARIED_VIEWS = 3;
/** Their mean is better than one that is as large. */
const MEMBERS = [20_262, 20_263, 20_264];
const SETTINGS = { hidden: 32, epochs: 12, rate: 0.003, decay: 3e-3 };
const PROVENANCE = 'npm run train:claims: espeak-ng 1.51, Flite and Festival (Debian 12), no recordings';
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const FOLDS = 2;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Learned {
  voice: SecondVoice;
  /** The first one is as it was heard. */
  views: Float32Array[];
}

const voices = secondVoices(VOICES).map((voice, index): Learned => {
  const varied = Array.from({ length: VARIED_VIEWS }, (_, view) =>
    variedView(voice.sound, new Draw(`view/${index}/${view}`)),
  );
  return { voice, views: [viewOf(voice.sound), ...varied].map(claimFeatures) };
});
say(`${voices.length} second voices`);

function modelOf(learned: readonly Learned[]): SpeechModelWeights {
  const examples = learned.flatMap(({ voice, views }) =>
    views.map((features): Example => ({ features, isSpeech: voice.claims, weight: 1 })),
  );
  return meanOf(MEMBERS.map((seed) => train(examples, SETTINGS, PROVENANCE, seededRandom(seed))));
}

writeFileSync(
  new URL('../../packages/conversation/src/languages/claims/en.ts', import.meta.url),
  `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: weights are learned, whatever they look like
import type { SpeechModelWeights } from '@parley/audio';

/** Written by \`npm run train:claims\`. */
export const EN_CLAIMS: SpeechModelWeights = ${JSON.stringify(modelOf(voices))};
`,
);

/** How well those are known that `isLeftOut`, by what was learned from the others. */
function judged(isLeftOut: (learned: Learned) => boolean): { voice: SecondVoice; probability: number }[] {
  const model = new SpeechModel(modelOf(voices.filter((learned) => !isLeftOut(learned))));
  return voices.filter(isLeftOut).map(({ voice, views }) => ({ voice, probability: model.probability(views[0]!) }));
}

function report(name: string, results: ReturnType<typeof judged>): void {
  const share = (threshold: number, isMember: (voice: SecondVoice) => boolean): string => {
    const members = results.filter(({ voice }) => isMember(voice));
    return (members.filter(({ probability }) => probability >= threshold).length / members.length).toFixed(3);
  };
  for (const threshold of THRESHOLDS)
    say(
      `${name}, over ${threshold}: ${share(threshold, ({ claims }) => claims)} of the claims, ` +
        `${share(threshold, ({ text, claims }) => claims && text.startsWith('but '))} of those with "but", ` +
        `${share(threshold, ({ claims }) => !claims)} of the listeners`,
    );
}

const speakers = [...new Set(voices.map(({ voice }) => voice.speaker.name))].sort();
const foldOf = ({ voice }: Learned): number => speakers.indexOf(voice.speaker.name) % FOLDS;
report(
  'speakers left out by halves',
  Array.from({ length: FOLDS }, (_, fold) => judged((learned) => foldOf(learned) === fold)).flat(),
);
report(
  'recorded speakers left out',
  judged(({ voice }) => voice.speaker.synthesizer !== 'espeak'),
);
