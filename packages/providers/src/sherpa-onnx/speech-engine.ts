import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrokenModel, EngineMessage, EngineSettings, Handover } from './engine/protocol.ts';

/** A path of a socket has 108 bytes at most, 104 on macOS (sys/un.h). */
const LONGEST_SOCKET_PATH = 100;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** Who has worked for so long begins anew with the first delay. */
const STEADY_MS = 60_000;
const UNLOAD_AFTER_MS = 600_000;
/** Connections that wait for an engine that is being started; each gives up by itself. */
const MOST_WAITING = 1000;
/** What the engine says of itself before it ends: the library's last words. */
const LAST_WORDS = 2000;

export interface EngineEnd {
  /** Exit code; null: it was ended by the signal. */
  code: number | null;
  signal: string | null;
  /** The model that was being loaded, and is not loaded again until it is installed anew. */
  brokenModel: string | null;
  lastWords: string;
  restartsInMs: number;
}

export interface SpeechEngineOptions {
  /** Where installed models are. */
  modelsDir: string;
  /** For its socket; other users may not enter it. */
  privateDir: string;
  /** A model that was unused for so long is unloaded; 10 minutes by default. */
  unloadAfterMs?: number;
  onEnd: (end: EngineEnd) => void;
  /** It cannot run here at all. */
  onUnavailable: (message: string) => void;
}

/**
 * The process in which open models run, one for all calls of an installation. When it ends it is started again; connections
 * are taken here and handed on, so that a client meanwhile waits instead of being refused.
 */
export class SpeechEngine {
  /** Where media threads reach it, as a vendor is reached. */
  readonly baseUrl: string;
  readonly apiKey = randomBytes(24).toString('base64url');
  readonly #options: SpeechEngineOptions;
  readonly #socketPath: string;
  readonly #ownDir: string | null;
  /** What comes in is not read here. */
  readonly #server: Server = createServer({ pauseOnConnect: true }, (socket) => this.#take(socket));
  readonly #waiting = new Set<Socket>();
  readonly #handedOver = new Map<number, Socket>();
  #nextConnection = 0;
  readonly #broken = new Map<string, BrokenModel>();
  #process: ChildProcess | null = null;
  #isReady = false;
  #timer: NodeJS.Timeout | null = null;
  #delayMs = FIRST_DELAY_MS;
  #started: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: SpeechEngineOptions) {
    this.#options = options;
    const near = path.join(options.privateDir, 'speech-engine.sock');
    const isShort = Buffer.byteLength(near) <= LONGEST_SOCKET_PATH;
    this.#ownDir = isShort ? null : mkdtempSync(path.join(tmpdir(), 'parley-speech-'));
    this.#socketPath = this.#ownDir === null ? near : path.join(this.#ownDir, 'engine.sock');
    // The form of the library `ws`: the path of the request follows the colon.
    this.baseUrl = `ws+unix:${this.#socketPath}:`;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** Idempotent. Resolves when connections are taken; it goes on until `close`. */
  start(): Promise<void> {
    this.#started ??= this.#begin();
    return this.#started;
  }

  async #begin(): Promise<void> {
    // Of a service that was killed.
    rmSync(this.#socketPath, { force: true });
    this.#server.listen(this.#socketPath);
    await once(this.#server, 'listening');
    await chmod(this.#socketPath, 0o600);
    if (!this.#isClosed) this.#run();
  }

  #take(socket: Socket): void {
    const child = this.#process;
    if (child && this.#isReady) {
      const connection = this.#nextConnection++;
      this.#handedOver.set(connection, socket);
      // Kept until the engine says that it has it: one that has just ended takes nothing.
      child.send({ connection } satisfies Handover, socket, { keepOpen: true }, () => undefined);
      return;
    }
    if (this.#waiting.size >= MOST_WAITING) socket.destroy();
    else this.#waiting.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#waiting.delete(socket));
  }

  /** Idempotent. Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer ?? undefined);
    this.#server.close();
    for (const socket of [...this.#waiting, ...this.#handedOver.values()]) socket.destroy();
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      // It has nothing to lose, and its library may keep it from listening.
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#socketPath, { force: true });
    if (this.#ownDir !== null) rmSync(this.#ownDir, { recursive: true, force: true });
  }

  #run(): void {
    const { modelsDir, unloadAfterMs = UNLOAD_AFTER_MS, onUnavailable } = this.#options;
    const settings: EngineSettings = {
      key: this.apiKey,
      modelsDir,
      broken: [...this.#broken.values()],
      unloadAfterMs,
    };
    const startedMs = performance.now();
    const loading = new Map<string, BrokenModel>();
    let lastWords = '';
    const child = fork(new URL('./engine/main.ts', import.meta.url), [JSON.stringify(settings)], {
      // Memory of the library is freed when its objects are collected.
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process = child;
    child.stderr?.on('data', (words: Buffer) => {
      lastWords = `${lastWords}${words.toString('utf8')}`.slice(-LAST_WORDS);
    });
    child.on('message', (message: EngineMessage) => {
      if (message.type === 'ready') this.#welcome();
      else if (message.type === 'taken') this.#release(message.connection);
      else if (message.type === 'loading') loading.set(message.model, message);
      else if (message.type === 'loaded') loading.delete(message.model);
      else if (message.type === 'unavailable') onUnavailable(message.message);
    });
    child.on('error', () => undefined);
    child.once('close', (code, signal) => {
      this.#process = null;
      this.#isReady = false;
      if (this.#isClosed) return;
      for (const socket of this.#handedOver.values()) this.#waiting.add(socket);
      this.#handedOver.clear();
      const [broken = null] = loading.values();
      if (broken) this.#broken.set(broken.model, { model: broken.model, installedMs: broken.installedMs });
      this.#restart(performance.now() - startedMs, { code, signal, brokenModel: broken?.model ?? null, lastWords });
    });
  }

  /** The engine has its own hold of the connection. */
  #release(connection: number): void {
    this.#handedOver.get(connection)?.destroy();
    this.#handedOver.delete(connection);
  }

  #welcome(): void {
    this.#isReady = true;
    for (const socket of this.#waiting) {
      this.#waiting.delete(socket);
      this.#take(socket);
    }
  }

  #restart(livedMs: number, end: Omit<EngineEnd, 'restartsInMs'>): void {
    // A model that cannot be loaded ends it once, which says nothing of the others.
    if (livedMs > STEADY_MS || end.brokenModel !== null) this.#delayMs = FIRST_DELAY_MS;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    this.#timer = setTimeout(() => this.#run(), delayMs);
    this.#options.onEnd({ ...end, restartsInMs: delayMs });
  }
}
