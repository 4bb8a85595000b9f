import { RequestError } from '../kernel/request-error.ts';

/** The providers that this installation has, by what they can do. */
export interface ConfiguredProviders {
  voices: string[];
  models: string[];
}

/** Every installation has offline speech and the scripted brain; the rest by configuration. */
export function configuredProviders(config: { languageModel: object | undefined }): ConfiguredProviders {
  return { voices: ['builtin'], models: config.languageModel === undefined ? ['builtin'] : ['builtin', 'openai'] };
}

/** The provider and the name in `provider/name`; a bare name is for the default provider. */
function providerChoice(choice: string): { provider: string | null; name: string } {
  const slash = choice.indexOf('/');
  return slash < 0
    ? { provider: null, name: choice }
    : { provider: choice.slice(0, slash), name: choice.slice(slash + 1) };
}

/** Naming a provider that is not configured is an error at once, not in somebody's ear. */
export function refuseUnknownProviders(
  settings: { voice_id?: string | undefined; model?: string | undefined },
  configured: ConfiguredProviders,
): void {
  refuse('voice_id', settings.voice_id, configured.voices);
  refuse('model', settings.model, configured.models);
}

function refuse(param: string, choice: string | undefined, known: string[]): void {
  const provider = choice === undefined ? null : providerChoice(choice).provider;
  if (provider === null || known.includes(provider)) return;
  throw new RequestError('unprocessable', `The provider ${provider} is not configured here; ${known.join(', ')} is.`, {
    param,
  });
}
