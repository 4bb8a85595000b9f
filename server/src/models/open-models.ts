import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Model, openModelProvider, type ProviderAbility, type Voice } from '@parley/contract';
import { type EngineEnd, type InstalledModel, listInstalledModels, SpeechEngine } from '@parley/providers/open-models';
import type { Logger } from '../kernel/logger.ts';
import type { NamedProvider, ProviderConnection } from '../kernel/provider-connection.ts';

/** What the command line installs, the service finds so soon. */
const LOOK_EVERY_MS = 2000;

export const modelsDirOf = (dataDir: string): string => path.join(dataDir, 'models');

function voicesOf(models: readonly InstalledModel[]): Voice[] {
  return models.flatMap(({ name, title, voice, languages, licence }) => {
    if (!voice) return [];
    const shared = { provider: openModelProvider, description: `On this host, ${licence}` };
    if (voice.speakers.length === 0)
      return [{ ...shared, voice_id: `${openModelProvider}/${name}`, name: title, languages }];
    return voice.speakers.map((speaker) => ({
      ...shared,
      ...{ voice_id: `${openModelProvider}/${name}:${speaker.id}`, name: speaker.name, languages: speaker.languages },
    }));
  });
}

function transcribersOf(models: readonly InstalledModel[]): Model[] {
  return models.flatMap(({ name, title, recognizer, languages, licence }) => {
    if (!recognizer) return [];
    const description = `On this host, ${languages.join(', ')}, ${licence}`;
    return [
      {
        model: `${openModelProvider}/${name}`,
        provider: openModelProvider,
        name: title,
        description,
        kind: 'transcriber',
      },
    ];
  });
}

/** The recognizers that know the fewest languages come first: they know their own best. */
function recognizersOf(models: readonly InstalledModel[]): { name: string; languages: string[] }[] {
  return models
    .filter(({ recognizer }) => recognizer)
    .map(({ name, languages }) => ({ name, languages }))
    .sort((one, other) => one.languages.length - other.languages.length);
}

/** As `voicesOf` names them. */
function spokenOf(models: readonly InstalledModel[]): { name: string; languages: string[] }[] {
  return voicesOf(models).map(({ voice_id: id, languages }) => ({
    name: id.slice(openModelProvider.length + 1),
    languages,
  }));
}

function judgesOf(models: readonly InstalledModel[]): ('vad' | 'end-of-turn')[] {
  return (['vad', 'end-of-turn'] as const).filter((wanted) => models.some(({ kind }) => kind === wanted));
}

function abilitiesOf(models: readonly InstalledModel[]): ProviderAbility[] {
  return [
    ...(models.some(({ recognizer }) => recognizer) ? (['transcriber'] as const) : []),
    ...(models.some(({ voice }) => voice) ? (['voice'] as const) : []),
  ];
}

/** As agents name it, for who checks agents beside the service. */
export async function namedOpenModels(dataDir: string): Promise<NamedProvider> {
  const models = await listInstalledModels(modelsDirOf(dataDir));
  return {
    vendor: openModelProvider,
    name: openModelProvider,
    abilities: abilitiesOf(models),
    recognizers: recognizersOf(models),
    voices: spokenOf(models),
  };
}

/** The open models of this host while the service runs, and the engine that they run in. */
export class OpenModels {
  /** As an operator's provider; what it can do changes with what is installed. */
  readonly connection: ProviderConnection;
  readonly #modelsDir: string;
  readonly #engine: SpeechEngine;
  #models: InstalledModel[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  private constructor(dataDir: string, log: Logger) {
    this.#modelsDir = modelsDirOf(dataDir);
    const engine = new SpeechEngine({
      modelsDir: this.#modelsDir,
      privateDir: dataDir,
      onEnd: (end) => warn(log, end),
      onUnavailable: (message) => log.error({ reason: message }, 'open models cannot run on this host'),
    });
    this.#engine = engine;
    const models = (): readonly InstalledModel[] => this.#models;
    this.connection = {
      ...{ vendor: openModelProvider, name: openModelProvider, baseUrl: engine.baseUrl, apiKey: engine.apiKey },
      get abilities() {
        return abilitiesOf(models());
      },
      get recognizers() {
        return recognizersOf(models());
      },
      get voices() {
        return spokenOf(models());
      },
      get judges() {
        return judgesOf(models());
      },
    };
  }

  static async start(dataDir: string, log: Logger): Promise<OpenModels> {
    const open = new OpenModels(dataDir, log);
    await mkdir(open.#modelsDir, { recursive: true, mode: 0o700 });
    await open.#look();
    return open;
  }

  get voices(): Voice[] {
    return voicesOf(this.#models);
  }

  get transcribers(): Model[] {
    return transcribersOf(this.#models);
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer ?? undefined);
    await this.#engine.close();
  }

  async #look(): Promise<void> {
    const models = await listInstalledModels(this.#modelsDir);
    if (this.#isClosed) return;
    // It takes 60 MB, and nothing of it is needed before.
    if (models.length > 0) await this.#engine.start();
    this.#models = models;
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS).unref();
  }
}

function warn(log: Logger, { code, signal, brokenModel, lastWords, restartsInMs }: EngineEnd): void {
  const message =
    brokenModel === null
      ? 'the engine of open models has ended; calls go on, and it is started again'
      : 'an open model could not be loaded and is not tried again; remove it, or pull it with --force';
  log.error({ code, signal, model: brokenModel, reason: lastWords, restarts_in_ms: restartsInMs }, message);
}
