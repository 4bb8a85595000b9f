import type { CatalogueModel } from './catalogue-model.ts';

const MB = 1_000_000;

interface Transducer {
  name: string;
  title: string;
  languages: string[];
  licence: string;
  archive: string;
  bytes: number;
  encoder: string;
  decoder: string;
  joiner: string;
  isUppercase?: boolean;
  takesLanguage?: boolean;
  tailMs?: number;
}

function transducer({ archive, bytes, encoder, decoder, joiner, ...about }: Transducer): CatalogueModel {
  const { name, title, languages, licence, ...settings } = about;
  return {
    ...{ name, title, kind: 'recognition', languages, licence },
    ...{ path: `asr-models/${archive}.tar.bz2`, bytes, sha256: null },
    recognizer: { type: 'transducer', files: { encoder, decoder, joiner, tokens: 'tokens.txt' }, ...settings },
  };
}

/** Banafo publishes its community models under this licence; the export that is taken states none itself. */
const KROKO_LICENCE = 'CC-BY-SA-4.0 (Banafo)';

const kroko = (language: string, title: string, megabytes: number): CatalogueModel =>
  transducer({
    ...{ name: `kroko-${language}`, title: `${title}, Kroko`, languages: [language], licence: KROKO_LICENCE },
    archive: `sherpa-onnx-streaming-zipformer-${language}-kroko-2025-08-06`,
    bytes: megabytes * MB,
    ...{ encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx' },
  });

const NEMOTRON = { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', joiner: 'joiner.int8.onnx' };
const NVIDIA_LICENCE = 'NVIDIA Open Model License';
/** Its chunks are 560 ms. */
const NEMOTRON_TAIL_MS = 1200;

/** Streaming recognizers as k2-fsa publishes them (https://github.com/k2-fsa/sherpa-onnx/releases/tag/asr-models). */
export const catalogueRecognizers: readonly CatalogueModel[] = [
  transducer({
    ...{ name: 'zipformer-en', title: 'English, streaming zipformer', languages: ['en'], licence: 'Apache-2.0' },
    archive: 'sherpa-onnx-streaming-zipformer-en-2023-06-26',
    bytes: 296 * MB,
    encoder: 'encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx',
    decoder: 'decoder-epoch-99-avg-1-chunk-16-left-128.onnx',
    joiner: 'joiner-epoch-99-avg-1-chunk-16-left-128.onnx',
    isUppercase: true,
  }),
  kroko('en', 'English', 55),
  kroko('es', 'Spanish', 120),
  kroko('fr', 'French', 55),
  kroko('de', 'German', 55),
  transducer({
    ...{ name: 'zipformer-zh-en', title: 'Chinese and English, streaming zipformer', licence: 'Apache-2.0' },
    languages: ['zh', 'en'],
    archive: 'sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20',
    bytes: 511 * MB,
    encoder: 'encoder-epoch-99-avg-1.int8.onnx',
    decoder: 'decoder-epoch-99-avg-1.onnx',
    joiner: 'joiner-epoch-99-avg-1.int8.onnx',
    isUppercase: true,
  }),
  transducer({
    ...{ name: 'nemotron-en', title: 'English, Nemotron 0.6b', languages: ['en'], licence: NVIDIA_LICENCE },
    archive: 'sherpa-onnx-nemotron-speech-streaming-en-0.6b-560ms-int8-2026-04-25',
    bytes: 450 * MB,
    ...NEMOTRON,
    tailMs: NEMOTRON_TAIL_MS,
  }),
  transducer({
    ...{
      name: 'nemotron',
      title: 'Many languages, Nemotron 3.5 0.6b',
      licence: `${NVIDIA_LICENCE}, see its model card`,
    },
    // Those that others have tried it with here; its model card speaks of forty locales.
    languages: ['en', 'es', 'de', 'nl', 'ja'],
    archive: 'sherpa-onnx-nemotron-3.5-asr-streaming-0.6b-560ms-int8-2026-06-11',
    bytes: 450 * MB,
    ...NEMOTRON,
    takesLanguage: true,
    tailMs: NEMOTRON_TAIL_MS,
  }),
];
