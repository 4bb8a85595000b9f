import type { CatalogueModel } from './catalogue-model.ts';

const MB = 1_000_000;
/** What Piper, Kokoro and Kitten find their sounds with comes along, under a licence of its own. */
const ESPEAK = 'espeak-ng data: GPL-3.0';

interface Piper {
  name: string;
  title: string;
  language: string;
  /** Of the recordings that it was made of, as its MODEL_CARD says. */
  licence: string;
  voice: string;
  megabytes?: number;
}

function piper({ name, title, language, licence, voice, megabytes = 65 }: Piper): CatalogueModel {
  return {
    ...{ name: `piper-${name}`, title, kind: 'voice', languages: [language], licence: `${licence}; ${ESPEAK}` },
    ...{ path: `tts-models/vits-piper-${voice}.tar.bz2`, bytes: megabytes * MB, sha256: null },
    voice: { type: 'vits', files: { model: `${voice}.onnx`, tokens: 'tokens.txt', dataDir: 'espeak-ng-data' } },
  };
}

const SEE_CARD = 'see its MODEL_CARD';

const pipers: Piper[] = [
  {
    ...{ name: 'en-us-lessac', title: 'Lessac', language: 'en-US', voice: 'en_US-lessac-medium' },
    licence: 'Blizzard Challenge 2013 (restricted), see its MODEL_CARD',
  },
  { name: 'en-gb-alan', title: 'Alan', language: 'en-GB', voice: 'en_GB-alan-medium', licence: SEE_CARD },
  { name: 'es-es-davefx', title: 'Davefx', language: 'es-ES', voice: 'es_ES-davefx-medium', licence: 'CC0' },
  { name: 'es-mx-claude', title: 'Claude', language: 'es-MX', voice: 'es_MX-claude-high', licence: SEE_CARD },
  { name: 'fr-fr-siwis', title: 'Siwis', language: 'fr-FR', voice: 'fr_FR-siwis-medium', licence: 'CC-BY-4.0' },
  { name: 'de-de-thorsten', title: 'Thorsten', language: 'de-DE', voice: 'de_DE-thorsten-medium', licence: 'CC0' },
  { name: 'it-it-paola', title: 'Paola', language: 'it-IT', voice: 'it_IT-paola-medium', licence: SEE_CARD },
  { name: 'pt-br-faber', title: 'Faber', language: 'pt-BR', voice: 'pt_BR-faber-medium', licence: SEE_CARD },
  { name: 'nl-nl-alex', title: 'Alex', language: 'nl-NL', voice: 'nl_NL-alex-medium', licence: SEE_CARD },
  { name: 'pl-pl-gosia', title: 'Gosia', language: 'pl-PL', voice: 'pl_PL-gosia-medium', licence: SEE_CARD },
  { name: 'hi-in-pratham', title: 'Pratham', language: 'hi-IN', voice: 'hi_IN-pratham-medium', licence: SEE_CARD },
  { name: 'ar-jo-kareem', title: 'Kareem', language: 'ar', voice: 'ar_JO-kareem-medium', licence: SEE_CARD },
];

/** In their order in `voices.bin`; sherpa-onnx has the sounds of English and Chinese for them. */
const kokoroSpeakers: [sid: number, ids: string, language: string][] = [
  [0, 'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky', 'en-US'],
  [11, 'am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa', 'en-US'],
  [20, 'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis', 'en-GB'],
  [45, 'zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang', 'zh-CN'],
];

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const kittenIds = [2, 3, 4, 5].flatMap((number) => [`expr-voice-${number}-m`, `expr-voice-${number}-f`]);

/** Voices as k2-fsa publishes them (https://github.com/k2-fsa/sherpa-onnx/releases/tag/tts-models). */
export const catalogueVoices: readonly CatalogueModel[] = [
  ...pipers.map(piper),
  {
    ...{ name: 'kokoro', title: 'Kokoro 82M', kind: 'voice', languages: ['en-US', 'en-GB', 'zh-CN'] },
    licence: `Apache-2.0; ${ESPEAK}`,
    ...{ path: 'tts-models/kokoro-multi-lang-v1_0.tar.bz2', bytes: 333 * MB, sha256: null },
    voice: {
      type: 'kokoro',
      files: {
        ...{ model: 'model.onnx', voices: 'voices.bin', tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
        lexicon: ['lexicon-us-en.txt', 'lexicon-zh.txt'],
      },
      speakers: kokoroSpeakers.flatMap(([first, ids, language]) =>
        ids.split(' ').map((id, index) => ({
          ...{ id, sid: first + index, languages: [language] },
          name: `${capitalized(id.slice(3))} (Kokoro)`,
        })),
      ),
    },
  },
  {
    ...{ name: 'kitten-nano', title: 'Kitten nano', kind: 'voice', languages: ['en-US'] },
    licence: `Apache-2.0; ${ESPEAK}`,
    ...{ path: 'tts-models/kitten-nano-en-v0_1-fp16.tar.bz2', bytes: 27 * MB, sha256: null },
    voice: {
      type: 'kitten',
      files: { model: 'model.fp16.onnx', voices: 'voices.bin', tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
      speakers: kittenIds.map((id, sid) => ({ id, sid, name: `Kitten ${id.slice(12)}`, languages: ['en-US'] })),
    },
  },
];
