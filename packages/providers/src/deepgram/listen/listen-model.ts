import type { SpeechToTextCapabilities, SpeechToTextOptions } from '@parley/conversation/provider';
import { keyTerms } from './key-terms.ts';
import { FINAL_LIMIT_MS } from './listen-dialogue.ts';

/**
 * Nova, although Deepgram recommends Flux for agents: Nova knows every language and writes numbers, dates and addresses as
 * people do, and Flux's words are no better ("Nova-3 level accuracy"). What Flux is ahead by is its own end of turn, about
 * 260 ms behind the last word; a final that is asked for sooner forces the turn, so that its model has no say.
 */
const DEFAULT_MODEL = 'nova-3';

/** A final comes by the limit of the dialogue, and through the network and two threads. */
const FINAL_PATIENCE_MS = FINAL_LIMIT_MS + 200;

type Parameter = [name: string, value: string];

/** A model of Deepgram's, and how it is asked for. */
export interface ListenModel {
  protocol: 'nova' | 'flux';
  path: string;
  capabilities: SpeechToTextCapabilities;
  parametersOf: (options: SpeechToTextOptions) => Parameter[];
}

export const FLUX_MODELS = ['flux-general-en', 'flux-general-multi'] as const;

/** What `language=multi` hears (https://developers.deepgram.com/docs/nova-3-language-prompting). */
const NOVA_3_LANGUAGES = (
  'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro ' +
  'ru sk sl sr sv ta te th tl tr uk vi xh zh zu nb nn fil'
).split(' ');

/** Those that have models of their own, which hear them better (changelogs of 2025 and 2026). */
const NOVA_3_MODELS = new Set(
  (
    'bg ca cs da da-DK de de-CH el en en-AU en-GB en-IN en-NZ en-US es es-419 et fi fr fr-CA hi hu id it ja ko ko-KR lt ' +
    'lv ms nl nl-BE no pl pt pt-BR pt-PT ro ru sk sv sv-SE tr uk vi zh zh-CN zh-Hans zh-Hant zh-TW'
  ).split(' '),
);

/** https://developers.deepgram.com/docs/flux/language-prompting */
const FLUX_LANGUAGES = 'de en es fr hi it ja nl pt ru'.split(' ');

/** BCP 47's names of languages that Deepgram has by another. */
const SAME_LANGUAGE: Record<string, string> = { nb: 'no', nn: 'no', fil: 'tl' };

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
      wideband: true,
      finalPatienceMs: FINAL_PATIENCE_MS,
      keyTerms: true,
      languages: isNova3 ? NOVA_3_LANGUAGES : null,
      detectsLanguage: isNova3 || model.startsWith('nova-2'),
    },
    parametersOf: ({ language, hints }) => [
      ['model', model],
      ...(isNova3 ? nova3Language(language) : [['language', language ?? 'multi'] as Parameter]),
      ['interim_results', 'true'],
      // The end of an utterance is the conversation's to find: it knows what was asked.
      ['endpointing', 'false'],
      ['utterance_end_ms', '1000'],
      ['smart_format', 'true'],
      // Formatting does not wait for more of a number.
      ['no_delay', 'true'],
      ...keyTerms(hints).map((term): Parameter => [isNova3 ? 'keyterm' : 'keywords', term]),
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
      wideband: true,
      finalPatienceMs: FINAL_PATIENCE_MS,
      keyTerms: true,
      languages: isMultilingual ? FLUX_LANGUAGES : ['en'],
      detectsLanguage: isMultilingual,
    },
    parametersOf: ({ language, hints }) => [
      ['model', model],
      ['eot_threshold', '0.7'],
      ['eager_eot_threshold', '0.4'],
      // It has no smart format.
      ['numerals', 'true'],
      ...(isMultilingual && language !== null ? [['language_hint', baseOf(language)] as Parameter] : []),
      ...keyTerms(hints).map((term): Parameter => ['keyterm', term]),
    ],
  };
}

function nova3Language(language: string | null): Parameter[] {
  if (language === null) return [['language', 'multi']];
  if (NOVA_3_MODELS.has(language)) return [['language', language]];
  const base = baseOf(language);
  if (NOVA_3_MODELS.has(base)) return [['language', base]];
  return [
    ['language', 'multi'],
    ['language_hint', base],
  ];
}

function baseOf(language: string): string {
  const subtag = language.split('-')[0]!.toLowerCase();
  return SAME_LANGUAGE[subtag] ?? subtag;
}
