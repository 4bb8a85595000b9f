import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface LoadOptions {
  /** Port on 127.0.0.1 that is called. */
  readonly target: number;
  /** Port that calls: a trunk's. */
  readonly port: number;
  readonly number: string;
}

export interface Round {
  readonly calls: number;
  /** New calls a second; left out: the next begins when one is over. */
  readonly perSecond?: number;
  /** At a time, at most. */
  readonly concurrency: number;
  /** From the 200 to our BYE. */
  readonly holdMs: number;
}

export interface RoundReport {
  readonly completed: number;
  /** How the others ended, counted. */
  readonly failures: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** From the INVITE to its 200, ms, ascending. */
  readonly setupMs: readonly number[];
  /** Of the process that calls. */
  readonly cpuS: number;
}

/** A process that calls with our own stack. */
export class Load {
  readonly #child: ChildProcess;
  readonly #reports: NodeJS.AsyncIterator<string>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#reports = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  }

  static async start(options: LoadOptions): Promise<Load> {
    const script = fileURLToPath(new URL('load-process.ts', import.meta.url));
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const load = new Load(spawn(process.execPath, [script, ...words], { stdio: ['pipe', 'pipe', 'inherit'] }));
    await load.#next();
    return load;
  }

  async run(round: Round): Promise<RoundReport> {
    this.#child.stdin!.write(`${JSON.stringify(round)}\n`);
    return JSON.parse(await this.#next());
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.stdin!.end();
    await exited;
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#reports.next();
    if (done) throw new Error('the process that calls has ended');
    return value;
  }
}
