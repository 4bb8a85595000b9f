import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../server/src/cli/arguments.ts';
import { commands } from '../../server/src/cli/commands.ts';
import { execute } from '../../server/src/cli/execute.ts';
import { until } from './growing-pauses.ts';
import { migratedCluster } from './migrated-cluster.ts';
import { freePort, rtpPortRange } from './ports.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** As `npm start` gives it (scripts/run.mjs): half of V8's default is collected in half the time, which no call waits for. */
const YOUNG_GENERATION = '--max-semi-space-size=8';

/** What comes sooner is taken for the same signal, handed on by npm. */
const SECOND_SIGNAL_MS = 1100;

export interface ServiceAddress {
  port: number;
  sipPort: number;
  phonePort: number;
  rtpPorts: string;
  dataDir: string;
}

/** A whole Parley in a process of its own, as `npm start` runs it. It can be killed and started again in its place. */
export class Service {
  readonly address: ServiceAddress;
  readonly apiKey: string;
  /** Everything it has printed, for a person who looks at a failed test. */
  output = '';
  #child: ChildProcess | null = null;
  #environment: Record<string, string>;
  /** Its processes are npm, a shell, the one that installs and builds, and the service. */
  #startsByNpm = false;

  private constructor(address: ServiceAddress, apiKey: string, environment: Record<string, string>) {
    this.address = address;
    this.apiKey = apiKey;
    this.#environment = environment;
  }

  /** `given`: of its address what is chosen by someone else. */
  static async start(
    environment: Record<string, string> = {},
    given: Partial<Omit<ServiceAddress, 'dataDir'>> = {},
  ): Promise<Service> {
    const service = await Service.#withPorts(environment, given);
    const { DATABASE_URL, PARLEY_DATA_DIR = service.address.dataDir } = service.environment;
    if (DATABASE_URL === undefined) await migratedCluster.install(PARLEY_DATA_DIR);
    await service.start();
    return service;
  }

  /** One that another process has started, and removes. */
  static of(address: ServiceAddress, apiKey: string): Service {
    return new Service(address, apiKey, {});
  }

  /** As a newcomer starts it: `npm start`, no database there yet, and no key given: `apiKey` opens nothing. */
  static async startByNpm(environment: Record<string, string> = {}): Promise<Service> {
    const service = await Service.#withPorts({ PARLEY_API_KEY: '', ...environment });
    service.#startsByNpm = true;
    await service.start();
    return service;
  }

  static async #withPorts(
    environment: Record<string, string>,
    given: Partial<Omit<ServiceAddress, 'dataDir'>> = {},
  ): Promise<Service> {
    const address: ServiceAddress = {
      port: given.port ?? (await freePort()),
      sipPort: given.sipPort ?? (await freePort()),
      phonePort: given.phonePort ?? (await freePort()),
      rtpPorts: given.rtpPorts ?? rtpPortRange(),
      dataDir: await mkdtemp(path.join(tmpdir(), 'parley-test-')),
    };
    return new Service(address, `test-key-${crypto.randomUUID()}`, environment);
  }

  /** Of the service's process, or of the npm that started it. */
  get pid(): number {
    return this.#child!.pid!;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.address.port}/v1`;
  }

  get environment(): Record<string, string> {
    const { port, sipPort, phonePort, rtpPorts, dataDir } = this.address;
    return {
      PORT: String(port),
      PARLEY_SIP_PORT: String(sipPort),
      PARLEY_PHONE_PORT: String(phonePort),
      PARLEY_RTP_PORTS: rtpPorts,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_API_KEY: this.apiKey,
      PARLEY_MEDIA_THREADS: '1',
      PARLEY_DRAIN_S: '0',
      PARLEY_LOG_LEVEL: 'info',
      ...this.#environment,
    };
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it, again after `stop`, with these variables changed, and resolves when it is ready. */
  async start(changes: Record<string, string> = {}): Promise<void> {
    this.#environment = { ...this.#environment, ...changes };
    const [command, ...words] = this.#startsByNpm
      ? ['npm', 'start']
      : [process.execPath, YOUNG_GENERATION, 'server/src/main.ts'];
    const child = spawn(command, words, {
      cwd: root,
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const exited = this.#exit(child);
    const ready = new Promise<void>((resolve) => {
      const onData = (data: Buffer) => {
        this.output += data.toString();
        if (this.output.includes('Parley is ready')) resolve();
      };
      child.stdout!.on('data', onData);
      child.stderr!.on('data', onData);
    });
    this.output = '';
    await Promise.race([
      ready,
      exited.then(([code]) => {
        throw new Error(`the service ended with ${code} before it was ready:\n${this.output}`);
      }),
    ]);
  }

  /** Resolves when it has printed this since its start. */
  async printed(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      await Promise.race([once(this.#child!.stdout!, 'data'), once(this.#child!.stderr!, 'data')]);
    }
  }

  /** The signal alone. */
  signal(signal: 'SIGTERM'): void {
    this.#child?.kill(signal);
  }

  /** The signal, and the end of the process. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const exited = this.#exit(child);
    child.kill(signal);
    await exited;
  }

  /** Of the service: npm goes before it, and the output is closed by the last process that holds it. */
  #exit(child: ChildProcess): Promise<unknown[]> {
    return once(child, this.#startsByNpm ? 'close' : 'exit');
  }

  /** Stops it, without waiting for farewells in calls that are not needed any more, and deletes its data. */
  async remove(): Promise<void> {
    if (this.#child === null) throw new Error('a service is removed by the process that started it');
    const again = setTimeout(() => this.#child?.kill('SIGTERM'), SECOND_SIGNAL_MS);
    await this.stop('SIGTERM');
    clearTimeout(again);
    await rm(this.address.dataDir, { recursive: true, force: true });
  }

  async request(
    method: string,
    route: string,
    options: { body?: unknown; key?: string | null; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; headers: Headers; body: any }> {
    const key = options.key === undefined ? this.apiKey : options.key;
    const response = await fetch(`${this.baseUrl}${route}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : { body: isSentAsIs(options.body) ? options.body : JSON.stringify(options.body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** What the command-line tool does with --json, in this process: to start one takes ten times the CPU of most commands. */
  async parley(...words: string[]): Promise<any> {
    const { command, checked } = readArguments(commands, words);
    if (!command) throw new Error(`there is no command ${words.join(' ')}`);
    const { json, exitCode = 0 } = await execute(command, checked(command), this.environment, {
      say: () => {},
      progress: () => {},
    });
    const printed = JSON.stringify(json, null, 2);
    if (exitCode !== 0) throw new Error(`parley ${words.join(' ')} ended with ${exitCode}: ${printed}`);
    return JSON.parse(printed);
  }

  /** Asks for a call until it is as wanted; the test's own time limit ends the waiting. */
  async callWhen(callId: string, isWanted: (call: any) => boolean): Promise<any> {
    return until(async () => (await this.request('GET', `/calls/${callId}`)).body, isWanted);
  }

  callOver(callId: string): Promise<any> {
    return this.callWhen(callId, (call) => call.phase === 'ended');
  }
}

const isSentAsIs = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;
