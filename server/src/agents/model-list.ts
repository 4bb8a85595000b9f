import { agentDefaults, type ModelList } from '@parley/contract';
import type { ConfiguredProviders } from './provider-choice.ts';

const ASK_MS = 2000;
const FRESH_MS = 60_000;
/** A server of many models is searched by typing, not by reading. */
const MOST_MODELS = 500;

interface ModelServer {
  baseUrl: string;
  apiKey: string | undefined;
  /** The model that analyzes calls: it exists. */
  model: string;
}

/** The language models that agents can have: the script, and those that the model server says it has. */
export class Models {
  readonly #server: ModelServer | undefined;
  readonly #providers: ConfiguredProviders;
  #names: Promise<string[]> = Promise.resolve([]);
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(server: ModelServer | undefined, providers: ConfiguredProviders) {
    this.#server = server;
    this.#providers = providers;
  }

  async list(): Promise<ModelList> {
    const script = {
      model: 'builtin/script',
      provider: 'builtin',
      name: 'Script',
      description: 'Follows the dialogue in the prompt; needs no language model',
    };
    const named = (await this.#namesOfServer()).map((name) => ({
      model: `openai/${name}`,
      provider: 'openai',
      name,
      description: 'Talks freely, as the prompt says',
    }));
    const data = [script, ...named];
    const best = this.#server ? `openai/${this.#server.model}` : agentDefaults.model;
    return { data, total: data.length, default: best, providers: this.#providers.models };
  }

  #namesOfServer(): Promise<string[]> {
    const server = this.#server;
    if (!server) return this.#names;
    if (performance.now() - this.#askedMs < FRESH_MS) return this.#names;
    this.#askedMs = performance.now();
    this.#names = askServer(server).then((names) => [...new Set([server.model, ...names])].slice(0, MOST_MODELS));
    return this.#names;
  }
}

/** Empty when the server does not say: then a name can be typed all the same. */
async function askServer({ baseUrl, apiKey }: ModelServer): Promise<string[]> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(ASK_MS),
    });
    const { data } = (await response.json()) as { data?: { id?: unknown }[] };
    const ids = (Array.isArray(data) ? data : []).map(({ id }) => id);
    return ids.filter((id): id is string => typeof id === 'string' && /^\S{1,190}$/.test(id)).toSorted();
  } catch {
    return [];
  }
}
