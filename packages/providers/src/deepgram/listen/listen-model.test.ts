import { describe, expect, it } from 'vitest';
import { keyTerms } from './key-terms.ts';
import { listenModel } from './listen-model.ts';

function parameters(model: string | null, language: string | null, hints: string[] = []): Record<string, string> {
  const { signal } = new AbortController();
  return Object.fromEntries(listenModel(model).parametersOf({ language, hints, signal }));
}

describe('Nova', () => {
  it('is the default, and leaves the end of an utterance to the conversation', () => {
    expect(listenModel(null)).toMatchObject({ path: '/v1/listen', capabilities: { endOfTurn: 'none', interim: true } });
    expect(parameters(null, 'en-US')).toMatchObject({
      model: 'nova-3',
      language: 'en-US',
      interim_results: 'true',
      endpointing: 'false',
      utterance_end_ms: '1000',
    });
  });

  it('hears a language with its own model where it has one, else with the one of all languages', () => {
    expect(parameters('nova-3', 'de-AT')).toMatchObject({ language: 'de' });
    expect(parameters('nova-3', 'de-CH')).toMatchObject({ language: 'de-CH' });
    expect(parameters('nova-3', 'nb-NO')).toMatchObject({ language: 'no' });
    expect(parameters('nova-3', 'zu')).toMatchObject({ language: 'multi', language_hint: 'zu' });
    expect(parameters('nova-2', 'th-TH')).toMatchObject({ language: 'th-TH' });
  });

  it('tells the language when none is named', () => {
    expect(parameters('nova-3', null)).toMatchObject({ language: 'multi' });
    expect(parameters('nova-3', null)).not.toHaveProperty('language_hint');
    expect(listenModel('nova-3').capabilities.detectsLanguage).toBe(true);
  });

  it('takes key terms by the name that the model has for them', () => {
    expect(parameters('nova-3', 'en', ['Parley'])).toMatchObject({ keyterm: 'Parley' });
    expect(parameters('nova-2-phonecall', 'en', ['Parley'])).toMatchObject({ keywords: 'Parley' });
  });
});

describe('Flux', () => {
  it('has its own end of turn, and one language', () => {
    const { path, capabilities } = listenModel('flux-general-en');
    expect(path).toBe('/v2/listen');
    expect(capabilities).toMatchObject({ endOfTurn: 'likely', languages: ['en'], detectsLanguage: false });
    expect(parameters('flux-general-en', 'en-US')).toMatchObject({ eot_threshold: '0.7', eager_eot_threshold: '0.4' });
    expect(parameters('flux-general-en', 'en-US')).not.toHaveProperty('language_hint');
  });

  it('takes a hint of the language where it has several', () => {
    expect(parameters('flux-general-multi', 'pt-BR')).toMatchObject({ language_hint: 'pt' });
    expect(parameters('flux-general-multi', null)).not.toHaveProperty('language_hint');
    expect(listenModel('flux-general-multi').capabilities.detectsLanguage).toBe(true);
  });
});

describe('key terms', () => {
  it('are as many as the vendor takes', () => {
    expect(keyTerms(Array.from({ length: 300 }, (_, index) => `t${index}`))).toHaveLength(100);
    const long = keyTerms(Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(47)}`));
    expect(long.join('').length).toBeLessThanOrEqual(1000);
    expect(long.length).toBeGreaterThan(15);
  });

  it('are each there once, without blanks', () => {
    expect(keyTerms([' Parley', 'Parley ', '', ' '])).toEqual(['Parley']);
  });
});
