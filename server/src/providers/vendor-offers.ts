import {
  agentDefaults,
  type Model,
  type ModelList,
  openModelProvider,
  type Voice,
  type VoiceList,
} from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { type ProviderConnection, reachable } from '../kernel/provider-connection.ts';
import type { OfferedModel, OfferedVoice } from '../kernel/provider-offer.ts';
import { builtinModels, builtinVoices } from './builtin-offers.ts';
import type { ProviderConnections } from './connections.ts';
import { defaultTranscriber } from './default-transcriber.ts';

/** What vendors have changes by the week; a list is looked at again and again while an agent is edited. */
const FRESH_MS = 600_000;
/** What failed may be mended by now. */
const FAILURE_FRESH_MS = 30_000;
/** A server of many models is searched by typing, not by reading. */
const MOST_OFFERS = 1000;
const SPEAKS_ITSELF = 'Hears and speaks by itself, without a transcriber, in voices of its own';

/** Asks vendors what they have. Rejects with words for people. */
export interface AskVendors {
  voicesOf(connection: ProviderConnection): Promise<OfferedVoice[]>;
  modelsOf(connection: ProviderConnection): Promise<OfferedModel[]>;
}

/** What is installed on this host, which needs no request to a vendor. */
export interface InstalledOffers {
  readonly voices: readonly Voice[];
  readonly transcribers: readonly Model[];
}

interface Asked<Offer> {
  offers: Offer[];
  failure: string | null;
}

interface Failure {
  provider: string;
  message: string;
}

/** Everything that the agents of an account can speak, think and listen with. */
export class VendorOffers {
  readonly #connections: ProviderConnections;
  readonly #ask: AskVendors;
  /** The model that analyzes calls: it exists. */
  readonly #ownModel: string | null;
  readonly #installed: InstalledOffers;
  readonly #asked = new Map<string, { untilMs: number; result: Promise<Asked<unknown>> }>();

  constructor(options: {
    connections: ProviderConnections;
    ask: AskVendors;
    installed: InstalledOffers;
    ownModel: string | null;
  }) {
    this.#installed = options.installed;
    this.#connections = options.connections;
    this.#ask = options.ask;
    this.#ownModel = options.ownModel;
  }

  async voices(db: Queryable, accountId: string): Promise<VoiceList> {
    const connections = await this.#connections.of(db, accountId);
    const failures: Failure[] = [];
    const offered = await this.#of(connections, 'voices', failures, (connection, voice: OfferedVoice): Voice => {
      const { id, name, languages } = voice;
      return { voice_id: `${connection.name}/${id}`, provider: connection.name, name, description: '', languages };
    });
    const data = [...builtinVoices, ...this.#installed.voices, ...offered];
    return { data, total: data.length, default: agentDefaults.voice_id, failures };
  }

  async models(db: Queryable, accountId: string): Promise<ModelList> {
    const connections = await this.#connections.of(db, accountId);
    const failures: Failure[] = [];
    const offered = await this.#of(connections, 'models', failures, listedModel);
    const own = this.#ownModel === null ? [] : [ownModel(this.#ownModel)];
    const listed = [...builtinModels, ...this.#installed.transcribers, ...own, ...offered];
    const data = [...new Map(listed.map((model) => [model.model, model])).values()];
    return {
      data,
      total: data.length,
      default: own[0]?.model ?? offered.find(isWriting)?.model ?? agentDefaults.model,
      default_transcriber: defaultTranscriber(connections, agentDefaults.language),
      providers: [
        'builtin',
        ...new Set(connections.filter(({ abilities }) => abilities.length > 0).map(({ name }) => name)),
      ],
      failures,
    };
  }

  async #of<Offer, Listed>(
    connections: readonly ProviderConnection[],
    what: 'voices' | 'models',
    failures: Failure[],
    listed: (connection: ProviderConnection, offer: Offer) => Listed | null,
  ): Promise<Listed[]> {
    const able = reachable(connections)
      .filter(({ vendor }) => vendor !== openModelProvider)
      .filter(({ abilities }) => what === 'models' || abilities.includes('voice'));
    const answers = await Promise.all(able.map((connection) => this.#askOnce(connection, what)));
    return answers.flatMap(({ offers, failure }, index) => {
      const connection = able[index]!;
      if (failure !== null) failures.push({ provider: connection.name, message: failure });
      return (offers as Offer[]).slice(0, MOST_OFFERS).flatMap((offer) => listed(connection, offer) ?? []);
    });
  }

  #askOnce(connection: ProviderConnection, what: 'voices' | 'models'): Promise<Asked<unknown>> {
    const key = JSON.stringify([what, connection.vendor, connection.baseUrl, connection.apiKey]);
    const known = this.#asked.get(key);
    if (known && known.untilMs > performance.now()) return known.result;
    const asking = what === 'voices' ? this.#ask.voicesOf(connection) : this.#ask.modelsOf(connection);
    const entry = {
      untilMs: performance.now() + FRESH_MS,
      result: asking.then(
        (offers): Asked<unknown> => ({ offers, failure: null }),
        (error: Error): Asked<unknown> => {
          entry.untilMs = performance.now() + FAILURE_FRESH_MS;
          return { offers: [], failure: error.message };
        },
      ),
    };
    this.#asked.set(key, entry);
    this.#forgetOld();
    return entry.result;
  }

  #forgetOld(): void {
    const nowMs = performance.now();
    for (const [key, { untilMs }] of this.#asked) if (untilMs <= nowMs) this.#asked.delete(key);
  }
}

/** A speech-to-speech model is listed among the language models. */
function listedModel(connection: ProviderConnection, { id, name, kind }: OfferedModel): Model | null {
  const about = { model: `${connection.name}/${id}`, provider: connection.name, name };
  if (kind === 'speech_to_speech') return { ...about, description: SPEAKS_ITSELF, kind: 'language' };
  return kind === 'language' || kind === 'transcriber' ? { ...about, description: '', kind } : null;
}

const isWriting = ({ kind, description }: Model): boolean => kind === 'language' && description !== SPEAKS_ITSELF;

const ownModel = (name: string): Model => ({
  model: `openai/${name}`,
  provider: 'openai',
  name,
  description: 'Talks freely, as the prompt says',
  kind: 'language',
});
