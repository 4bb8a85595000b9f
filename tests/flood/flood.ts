import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface FloodReport {
  sent: number;
  sentBytes: number;
  received: number;
  receivedBytes: number;
  statuses: Record<string, number>;
  mostToOneSource: number; // responses
}

export interface FloodOptions {
  readonly target: number; // port on 127.0.0.1
  readonly rate: number; // INVITEs a second
  readonly bytes: number; // of each
  readonly seconds: number;
  readonly sources?: number; // addresses that send
  readonly to?: string;
  readonly trunk?: number; // port that sends instead, and that passes other calls on …
  readonly relay?: number; // … to this one
}

/** The process that floods. */
export class Flood {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout! });
  }

  static async open(options: FloodOptions): Promise<Flood> {
    const script = fileURLToPath(new URL('run.ts', import.meta.url));
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const flood = new Flood(spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] }));
    await flood.#nextLine();
    return flood;
  }

  async run(): Promise<FloodReport> {
    this.#child.stdin!.write('flood\n');
    return JSON.parse(await this.#nextLine());
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.stdin!.end();
    await exited;
  }

  async #nextLine(): Promise<string> {
    const [line] = await Promise.race([
      once(this.#lines, 'line'),
      once(this.#child, 'exit').then(([code]) => Promise.reject(new Error(`the flood ended with ${code}`))),
    ]);
    return line;
  }
}
