import path from 'node:path';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import type { RecognizerSettings, VoiceSettings } from '../../open-models/open-model.ts';

/** Mel features of every streaming model that is published for the library. */
const FEATURES = 80;
/** Nothing was said at all for so long: what is kept of it is of no use. */
const SILENCE_S = 2.4;
/** The end of a turn: more patience than a conversation has by itself, since here words alone are looked at. */
export const TURN_END_S = 1.2;
/** Longer speech is transcribed in parts. */
const LONGEST_S = 30;
/** Recognition decodes many calls at once; a clause of speech is one. */
const RECOGNIZER_THREADS = 1;
const VOICE_THREADS = 2;

type Files = Record<string, string | string[]>;

/** Full paths; several files are named with commas between them. */
function located(directory: string, files: Files): Record<string, string> {
  const full = (name: string): string => path.join(directory, name);
  return Object.fromEntries(
    Object.entries(files).map(([key, names]) => [key, [names].flat().map(full).join(',')] as const),
  );
}

/** https://k2-fsa.github.io/sherpa/onnx/ */
export function recognizerConfiguration({ directory }: InstalledModel, settings: RecognizerSettings): object {
  const { tokens, ...model } = located(directory, settings.files);
  return {
    featConfig: { sampleRate: settings.sampleRateHz, featureDim: FEATURES },
    modelConfig: { [settings.type]: model, tokens, numThreads: RECOGNIZER_THREADS, provider: 'cpu', debug: 0 },
    decodingMethod: 'greedy_search',
    enableEndpoint: true,
    rule1MinTrailingSilence: SILENCE_S,
    rule2MinTrailingSilence: TURN_END_S,
    rule3MinUtteranceLength: LONGEST_S,
  };
}

export function voiceConfiguration({ directory }: InstalledModel, settings: VoiceSettings): object {
  const full = (name: string): string => path.join(directory, name);
  return {
    model: {
      [settings.type]: located(directory, settings.files),
      numThreads: VOICE_THREADS,
      provider: 'cpu',
      debug: 0,
    },
    ruleFsts: settings.ruleFsts.map(full).join(','),
    // Each sentence is heard as soon as it is there.
    maxNumSentences: 1,
  };
}
