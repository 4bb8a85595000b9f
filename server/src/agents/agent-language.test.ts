import { type ProviderVendor, vendorAbilities } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import type { NamedProvider } from '../kernel/provider-connection.ts';
import { asChosen, type LanguageChoices, refuseUnknownLanguage } from './agent-language.ts';

const named = (vendor: ProviderVendor): NamedProvider => ({ vendor, name: vendor, abilities: vendorAbilities[vendor] });
const STORED = { language: 'en-US', voice_id: 'builtin/rms', transcriber: null };

function refusal(given: LanguageChoices, stored: LanguageChoices | null = STORED, ...vendors: ProviderVendor[]) {
  try {
    refuseUnknownLanguage(given, stored, vendors.map(named));
    return null;
  } catch (error) {
    return (error as { param: string }).param;
  }
}

describe('the language auto', () => {
  const AUTO = { ...STORED, language: 'auto', model: 'openai/gpt-realtime' };

  it.each<[string, LanguageChoices, LanguageChoices | null, string | null]>([
    ['needs no transcriber beside a model that hears', { language: 'auto', model: 'openai/gpt-realtime' }, null, null],
    ['nor beside one that is named without a provider', { language: 'auto', model: 'gpt-realtime' }, null, null],
    ['nor beside the stored one', { language: 'auto' }, { ...STORED, model: 'openai/gpt-realtime' }, null],
    ['needs one beside a model that writes', { language: 'auto', model: 'openai/gpt-4.1-mini' }, null, 'language'],
    ['is lost with a model that hears', { model: 'openai/gpt-4.1-mini' }, AUTO, 'model'],
    ['is kept by another model that hears', { model: 'openai/gpt-realtime-2' }, AUTO, null],
  ])('%s', (_, given, stored, param) => {
    expect(refusal(given, stored, 'openai')).toBe(param);
  });
});

describe('a language is refused', () => {
  it.each<[string, LanguageChoices, LanguageChoices | null, ProviderVendor[], string]>([
    ['that the voice of the request lacks', { language: 'es', voice_id: 'builtin/rms' }, STORED, [], 'language'],
    ['that the stored voice lacks', { language: 'es-ES' }, { ...STORED, voice_id: 'builtin/slt' }, [], 'language'],
    ['of a new agent', { language: 'de', voice_id: 'builtin/slt' }, null, [], 'language'],
    ['that a new voice lacks', { voice_id: 'builtin/slt' }, { ...STORED, language: 'es' }, [], 'voice_id'],
    [
      'that a voice of one language lacks',
      { language: 'es', voice_id: 'deepgram/aura-2-thalia-en' },
      null,
      ['deepgram'],
      'language',
    ],
    ['that the transcriber lacks', { language: 'de', transcriber: 'builtin' }, STORED, [], 'language'],
    [
      'that the stored transcriber lacks',
      { language: 'pl' },
      { ...STORED, transcriber: 'assemblyai' },
      ['assemblyai'],
      'language',
    ],
    [
      'that a new transcriber lacks',
      { transcriber: 'deepgram/flux-general-en' },
      { ...STORED, language: 'fr' },
      ['deepgram'],
      'transcriber',
    ],
    ['auto, with a transcriber of one language', { language: 'auto', transcriber: 'builtin' }, null, [], 'language'],
    ['auto, where no transcriber detects languages', { language: 'auto' }, STORED, [], 'language'],
    ['auto, with one that does not say', { language: 'auto', transcriber: 'openai' }, STORED, ['openai'], 'language'],
    [
      'that a voice of the fallbacks lacks',
      { language: 'es', fallbacks: { voice_id: ['deepgram/aura-2-celeste-es', 'builtin/rms'] } },
      STORED,
      ['deepgram'],
      'fallbacks.voice_id[1]',
    ],
    [
      'that a transcriber of the fallbacks lacks',
      { fallbacks: { transcriber: ['builtin'] } },
      { ...STORED, language: 'de' },
      [],
      'fallbacks.transcriber[0]',
    ],
    [
      'that a stored fallback lacks',
      { language: 'de' },
      { ...STORED, fallbacks: { voice_id: ['builtin/slt'], transcriber: [] } },
      [],
      'language',
    ],
    [
      'auto, with a fallback that does not tell languages apart',
      { language: 'auto', transcriber: 'deepgram', fallbacks: { transcriber: ['openai'] } },
      null,
      ['deepgram', 'openai'],
      'fallbacks.transcriber[0]',
    ],
  ])('%s', (_, given, stored, vendors, param) => expect(refusal(given, stored, ...vendors)).toBe(param));
});

describe('an open model of this host', () => {
  const installed: NamedProvider = {
    ...{ vendor: 'sherpa-onnx', name: 'sherpa-onnx', abilities: ['transcriber', 'voice'] },
    recognizers: [{ name: 'kroko-de', languages: ['de'] }],
    voices: [{ name: 'kokoro:af_sky', languages: ['en-US'] }],
  };
  const given = (choices: LanguageChoices) => () => refuseUnknownLanguage(choices, STORED, [installed]);

  it.each<[LanguageChoices, string]>([
    [{ language: 'en', transcriber: 'sherpa-onnx/kroko-de' }, 'language'],
    [{ language: 'de', voice_id: 'sherpa-onnx/kokoro:af_sky' }, 'language'],
    [{ language: 'de', fallbacks: { voice_id: ['sherpa-onnx/kokoro:af_sky'] } }, 'fallbacks.voice_id[0]'],
  ])('refuses what it is known to lack: %j', (choices, param) =>
    expect(given(choices)).toThrow(expect.objectContaining({ param })),
  );

  it.each<LanguageChoices>([
    { language: 'de', transcriber: 'sherpa-onnx/kroko-de' },
    { language: 'en-GB', voice_id: 'sherpa-onnx/kokoro:af_sky' },
    { language: 'fr', voice_id: 'sherpa-onnx/not-there' },
  ])('takes what it has, or what is not installed: %j', (choices) => expect(given(choices)).not.toThrow());
});

describe('a language is taken', () => {
  it.each<[string, LanguageChoices, LanguageChoices | null, ProviderVendor[]]>([
    ['with the default voice', { language: 'es' }, STORED, []],
    ['for a new agent', { language: 'de-DE' }, null, []],
    ['where nothing of it is set', {}, { ...STORED, language: 'es', voice_id: 'builtin/slt' }, []],
    ['in another region', { language: 'en-GB', voice_id: 'builtin/slt', transcriber: 'builtin' }, STORED, []],
    ['that the voice has', { language: 'es-MX', voice_id: 'deepgram/aura-2-celeste-es' }, STORED, ['deepgram']],
    ['of a voice of which nothing is known', { language: 'sw', voice_id: 'openai/marin' }, STORED, ['openai']],
    ['auto, where the default transcriber tells', { language: 'auto' }, STORED, ['deepgram']],
    ['auto, where another one than the best does', { language: 'auto' }, STORED, ['cartesia', 'soniox']],
    [
      'that the fallbacks have',
      { language: 'es', fallbacks: { voice_id: ['deepgram/aura-2-celeste-es'], transcriber: ['deepgram/nova-3'] } },
      STORED,
      ['deepgram'],
    ],
    [
      'that a stored fallback lacks, where neither is set',
      { voice_id: 'deepgram/aura-2-celeste-es' },
      { ...STORED, language: 'es', fallbacks: { voice_id: ['builtin/slt'], transcriber: ['builtin'] } },
      ['deepgram'],
    ],
    [
      'with voices of every language, where the language is auto',
      { language: 'auto', fallbacks: { voice_id: ['builtin/slt', 'deepgram/aura-2-celeste-es'] } },
      STORED,
      ['deepgram'],
    ],
    ['of a bare voice', { language: 'i-klingon', voice_id: 'rms' }, STORED, []],
  ])('%s', (_, given, stored, vendors) => expect(refusal(given, stored, ...vendors)).toBeNull());

  it('from an editor that fills in the default voice', () => {
    expect(refusal(asChosen({ language: 'es', voice_id: 'builtin/rms' }), null)).toBeNull();
    expect(refusal(asChosen({ language: 'es', voice_id: 'builtin/slt' }), null)).toBe('language');
  });
});
