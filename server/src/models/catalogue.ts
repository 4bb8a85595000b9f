import type { CatalogueModel } from './catalogue-model.ts';
import { catalogueRecognizers } from './catalogue-recognizers.ts';
import { catalogueVoices } from './catalogue-voices.ts';

/** They hear the same in every language. */
const detectors: readonly CatalogueModel[] = [
  {
    ...{ name: 'silero-vad', title: 'Silero VAD', kind: 'vad', languages: [], licence: 'MIT' },
    ...{ path: 'asr-models/silero_vad.onnx', bytes: 643_854, sha256: null },
  },
  {
    ...{ name: 'smart-turn', title: 'Smart Turn 3.2', kind: 'end-of-turn', languages: [], licence: 'BSD-2-Clause' },
    path: 'smart-turn/smart-turn-v3.2-cpu.onnx',
    url: 'https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/f766f81d3cfdf7737ac64aad813d91bbfd56bf93/smart-turn-v3.2-cpu.onnx',
    ...{ bytes: 8_679_182, sha256: null },
  },
];

/** Every model that `models pull` knows. */
export const catalogue: readonly CatalogueModel[] = [...catalogueRecognizers, ...catalogueVoices, ...detectors];

/** What is below it is what its publisher has below it; a mirror has the same paths. */
export const DEFAULT_BASE = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';
