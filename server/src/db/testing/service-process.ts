import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EmbeddedConnection } from '../embedded/ping.ts';

const PROGRAM = fileURLToPath(new URL('./service-program.ts', import.meta.url));

/** What the program reports, a line of JSON each. */
export type ServiceReport =
  | { type: 'progress'; message: string }
  | { type: 'ready'; connection: EmbeddedConnection; directory: string; adopted: boolean }
  | { type: 'failed'; code: string; message: string };

/** A Node process that holds an embedded database until it is killed or asked to stop. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #reports: ServiceReport[] = [];
  readonly #exited: Promise<unknown>;
  #news = Promise.withResolvers<void>();
  #over = false;

  /** @param program another copy of service-program.ts. */
  constructor(
    options: { dataDir: string; shared?: boolean; fallbackDirectories?: readonly string[] },
    program = PROGRAM,
  ) {
    // A group of its own, so that a test can press Ctrl-C for it.
    this.#child = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    this.#exited = once(this.#child, 'close');
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      this.#reports.push(JSON.parse(line) as ServiceReport);
      this.#tell();
    });
    this.#exited.then(() => {
      this.#over = true;
      this.#tell();
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** The first report that `matches`. */
  async report<R extends ServiceReport = ServiceReport>(matches: (report: ServiceReport) => boolean): Promise<R> {
    for (;;) {
      const found = this.#reports.find(matches) as R | undefined;
      if (found) return found;
      if (this.#over) throw new Error(`The service process ended; it reported ${JSON.stringify(this.#reports)}`);
      await this.#news.promise;
    }
  }

  /** How the start ended. */
  outcome(): Promise<Exclude<ServiceReport, { type: 'progress' }>> {
    return this.report((report) => report.type !== 'progress');
  }

  async ready(): Promise<Extract<ServiceReport, { type: 'ready' }>> {
    const outcome = await this.outcome();
    if (outcome.type === 'ready') return outcome;
    throw new Error(outcome.message);
  }

  /** Lets the program stop the database and end. */
  async stop(): Promise<void> {
    this.#child.stdin!.end();
    await this.#exited;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** What a terminal does at Ctrl-C: SIGINT to the whole process group. */
  async interruptGroup(): Promise<void> {
    process.kill(-this.pid, 'SIGINT');
    await this.#exited;
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
