import type { SpeechToTextCapabilities, SpeechToTextOptions } from '@parley/conversation';
import { FINAL_LIMIT_MS } from './listen-dialogue.ts';

/**
 * Nova, although Deepgram recommends Flux for agents: it knows every language and formats numbers as they are written,
 * Flux has no smart format, and its words are no better ("Nova-3 level accuracy"). What Flux is ahead by is its own end of
 * turn, which helps only an agent that is made to listen to it; who wants that names `flux-general-en`.
 */
const DEFAULT_MODEL = 'nova-3';

type Parameters = [name: string, value: string][];

/** A model of Deepgram's, and how it is asked for. */
export interface ListenModel {
  protocol: 'nova' | 'flux';
  path: string;
  capabilities: SpeechToTextCapabilities;
  parametersOf: (options: SpeechToTextOptions) => Parameters;
}

export const FLUX_MODELS = ['flux-general-en', 'flux-general-multi'] as const;

/** https://developers.deepgram.com/docs/nova-3-language-prompting, and `multi`. */
const NOVA_3_LANGUAGES = (
  'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro ' +
  'ru sk sl sr sv ta te th tl tr uk vi xh zh zu'
).split(' ');

/** Regions that have a model of their own; every other one is heard by its language's. */
const NOVA_REGIONS = new Set(
  (
    'da-DK de-CH en-AU en-GB en-IN en-NZ en-US es-419 fr-CA ko-KR nl-BE pt-BR pt-PT sv-SE th-TH zh-CN zh-HK zh-TW ' +
    'zh-Hans zh-Hant'
  ).split(' '),
);

/** https://developers.deepgram.com/docs/flux/language-prompting */
const FLUX_LANGUAGES = 'de en es fr hi it ja nl pt ru'.split(' ');

/** Its limit is 500 tokens for all of them (https://developers.deepgram.com/docs/keyterm). */
const MAX_KEY_TERMS = 100;

export function listenModel(name: string | null): ListenModel {
  const model = name ?? DEFAULT_MODEL;
  return model.startsWith('flux') ? fluxModel(model) : novaModel(model);
}

function novaModel(model: string): ListenModel {
  const isNova3 = model.startsWith('nova-3');
  return {
    protocol: 'nova',
    path: '/v1/listen',
    capabilities: {
      interim: true,
      endOfTurn: 'none',
      finalPatienceMs: FINAL_PATIENCE_MS,
      keyTerms: true,
      languages: isNova3 ? NOVA_3_LANGUAGES : null,
      detectsLanguage: isNova3 || model.startsWith('nova-2'),
    },
    parametersOf: ({ language, hints }) => [
      ['model', model],
      ['language', novaLanguage(language)],
      ['interim_results', 'true'],
      // The end of an utterance is the conversation's to find: it knows what was asked.
      ['endpointing', 'false'],
      ['utterance_end_ms', '1000'],
      ['smart_format', 'true'],
      // Formatting does not wait for more of a number.
      ['no_delay', 'true'],
      ...hints.slice(0, MAX_KEY_TERMS).map((hint): [string, string] => [isNova3 ? 'keyterm' : 'keywords', hint]),
    ],
  };
}

function fluxModel(model: string): ListenModel {
  const isMultilingual = model === 'flux-general-multi';
  return {
    protocol: 'flux',
    path: '/v2/listen',
    capabilities: {
      interim: true,
      endOfTurn: 'likely',
      finalPatienceMs: FINAL_PATIENCE_MS,
      keyTerms: true,
      languages: isMultilingual ? FLUX_LANGUAGES : ['en'],
      detectsLanguage: isMultilingual,
    },
    parametersOf: ({ language, hints }) => [
      ['model', model],
      ['eot_threshold', '0.7'],
      ['eager_eot_threshold', '0.4'],
      ...(isMultilingual && language !== null ? [['language_hint', primarySubtag(language)] as [string, string]] : []),
      ...hints.slice(0, MAX_KEY_TERMS).map((hint): [string, string] => ['keyterm', hint]),
    ],
  };
}

/** A final comes by the limit of the dialogue, and through the network and two threads. */
const FINAL_PATIENCE_MS = FINAL_LIMIT_MS + 200;

function novaLanguage(language: string | null): string {
  if (language === null) return 'multi';
  return NOVA_REGIONS.has(language) ? language : primarySubtag(language);
}

const primarySubtag = (language: string): string => language.split('-')[0]!;
