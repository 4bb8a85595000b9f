import path from 'node:path';
import {
  type InstalledModel,
  listInstalledModels,
  readInstalledModel,
  recognizerOf,
} from '../../open-models/installed-models.ts';
import type { BrokenModel, EngineMessage } from './protocol.ts';

/** Why a model cannot be used, as an HTTP status says it. */
export class ModelRefusal extends Error {
  override readonly name = 'ModelRefusal';
  readonly status: 404 | 422;

  constructor(status: 404 | 422, message: string) {
    super(message);
    this.status = status;
  }
}

export interface LoadedModelsOptions {
  modelsDir: string;
  broken: readonly BrokenModel[];
  unloadAfterMs: number;
  /** Resolves when the message has reached the parent process. */
  tell: (message: EngineMessage) => Promise<void>;
}

interface Entry<Loaded> {
  loading: Promise<Loaded>;
  installedMs: number;
  users: number;
  timer: NodeJS.Timeout | null;
}

/** Models in memory, each once for all of its users. An unused one is unloaded after a while. */
export class LoadedModels<Loaded> {
  readonly #options: LoadedModelsOptions;
  readonly #load: (model: InstalledModel) => Loaded | Promise<Loaded>;
  readonly #unload: (loaded: Loaded) => void;
  readonly #entries = new Map<string, Entry<Loaded>>();

  /** @param unload of what is more than memory that is collected */
  constructor(
    options: LoadedModelsOptions,
    load: (model: InstalledModel) => Loaded | Promise<Loaded>,
    unload: (loaded: Loaded) => void = () => undefined,
  ) {
    this.#options = options;
    this.#load = load;
    this.#unload = unload;
  }

  /** What was installed under this name. @throws ModelRefusal */
  async find(name: string, kind: InstalledModel['kind']): Promise<InstalledModel> {
    // A name that leads elsewhere is none.
    const isName = /^[a-z0-9][a-z0-9.-]*$/.test(name);
    const model = isName ? await readInstalledModel(path.join(this.#options.modelsDir, name)) : null;
    if (model?.kind !== kind) throw notInstalled(name, kind);
    const isBroken = this.#options.broken.some((one) => one.model === name && one.installedMs === model.installedMs);
    if (!isBroken) return model;
    throw new ModelRefusal(
      422,
      `the model ${name} cannot be loaded: install it again with "parley models pull ${name} --force"`,
    );
  }

  /** Of the recognizers that are installed, the one for a language. @throws ModelRefusal */
  async findFor(language: string | null): Promise<InstalledModel> {
    const model = recognizerOf(await listInstalledModels(this.#options.modelsDir), language);
    if (model) return this.find(model.name, model.kind);
    throw new ModelRefusal(
      404,
      `no recognizer for ${language ?? 'any language'} is installed: see "parley models list"`,
    );
  }

  /** The one of a kind that is installed, the first of several. @throws ModelRefusal */
  async findAny(kind: InstalledModel['kind']): Promise<InstalledModel> {
    const model = (await listInstalledModels(this.#options.modelsDir)).find((one) => one.kind === kind);
    if (model) return this.find(model.name, kind);
    throw new ModelRefusal(404, `no ${KIND_NAMES[kind]} is installed: see "parley models list"`);
  }

  /** It is kept until `release`. What fails is tried again by the next user. */
  async use(model: InstalledModel): Promise<Loaded> {
    const known = this.#entries.get(model.name);
    const isKnown = known?.installedMs === model.installedMs;
    // Who uses what was replaced opens its stream again, with what is installed now.
    if (known && !isKnown) this.#forget(model.name, known);
    const entry = isKnown ? known : this.#begin(model);
    entry.users += 1;
    clearTimeout(entry.timer ?? undefined);
    entry.timer = null;
    try {
      return await entry.loading;
    } catch (error) {
      if (this.#entries.get(model.name) === entry) this.#entries.delete(model.name);
      throw error;
    }
  }

  release({ name, installedMs }: InstalledModel): void {
    const entry = this.#entries.get(name);
    if (!entry || entry.installedMs !== installedMs) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.timer = setTimeout(() => this.#forget(name, entry), this.#options.unloadAfterMs).unref();
  }

  #begin(model: InstalledModel): Entry<Loaded> {
    const entry = { loading: this.#loadAndTell(model), installedMs: model.installedMs, users: 0, timer: null };
    this.#entries.set(model.name, entry);
    return entry;
  }

  async #loadAndTell(model: InstalledModel): Promise<Loaded> {
    const { tell } = this.#options;
    // The library ends the process when it does not like a model: whose fault it was has to be known before.
    await tell({ type: 'loading', model: model.name, installedMs: model.installedMs });
    try {
      return await this.#load(model);
    } finally {
      await tell({ type: 'loaded', model: model.name });
    }
  }

  #forget(name: string, entry: Entry<Loaded>): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
    entry.loading.then(this.#unload, () => undefined);
    // What the library holds outside of the heap is freed with the unreferenced object.
    globalThis.gc?.();
  }
}

const KIND_NAMES: Record<InstalledModel['kind'], string> = {
  recognition: 'recognizer',
  voice: 'voice',
  vad: 'voice detector',
  'end-of-turn': 'end-of-turn model',
};

function notInstalled(name: string, kind: InstalledModel['kind']): ModelRefusal {
  return new ModelRefusal(
    404,
    `there is no ${KIND_NAMES[kind]} ${name} here: install it with "parley models pull ${name}"`,
  );
}
