import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const languageModel = (environment: Record<string, string>) => readConfig(environment).languageModel;

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('the configuration was taken');
}

describe('a language model server', () => {
  it('is not there unless it is configured; empty variables count as absent', () => {
    expect(languageModel({})).toBeUndefined();
    expect(languageModel({ PARLEY_LLM_URL: '', PARLEY_LLM_API_KEY: '', PARLEY_LLM_MODEL: '' })).toBeUndefined();
  });

  it('has an address and a model, and a key where it needs one', () => {
    const PARLEY_LLM_URL = 'http://127.0.0.1:11434/v1';
    expect(languageModel({ PARLEY_LLM_URL, PARLEY_LLM_MODEL: 'qwen3:8b' })).toEqual({
      baseUrl: PARLEY_LLM_URL,
      apiKey: undefined,
      model: 'qwen3:8b',
    });
  });

  it('is OpenAI when only a key is given', () => {
    expect(languageModel({ PARLEY_LLM_API_KEY: 'sk-secret', PARLEY_LLM_MODEL: 'gpt-4.1-mini' })).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-secret',
      model: 'gpt-4.1-mini',
    });
  });

  it.each([
    [{ PARLEY_LLM_URL: 'http://127.0.0.1:11434/v1' }],
    [{ PARLEY_LLM_API_KEY: 'sk-secret' }],
    [{ PARLEY_LLM_MODEL: 'gpt-4.1-mini' }],
  ])('is not half configured: %o', (environment) => {
    const message = refusal(environment);
    expect(message).toMatch(/^The configuration is not right:\n {2}PARLEY_LLM_MODEL: (is needed|needs PARLEY_LLM_URL)/);
    expect(message).not.toMatch(/undefined|sk-secret/);
  });

  it.each([
    ['PARLEY_LLM_URL', 'ftp://127.0.0.1/v1'],
    ['PARLEY_LLM_URL', 'http://user:hunter2@127.0.0.1/v1'],
    ['PARLEY_LLM_API_KEY', 'hunter2 and more'],
    ['PARLEY_LLM_API_KEY', 'hunter2\n'],
  ])('is named, and what may be secret is not shown: %s %j', (name, value) => {
    const message = refusal({ PARLEY_LLM_MODEL: 'test-model', PARLEY_LLM_API_KEY: 'sk-secret', [name]: value });
    expect(message).toContain(`\n  ${name}: must `);
    expect(message).not.toMatch(/hunter2|sk-secret/);
  });
});
