import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A simulated phone in a process of its own: it outlives the service, as real phones do. */
export class StandalonePhone {
  readonly events: any[] = [];
  readonly #child: ReturnType<typeof spawn>;
  readonly #waiting: (() => void)[] = [];

  readonly port: number;

  constructor(port: number) {
    this.port = port;
    this.#child = spawn(process.execPath, ['packages/simulated-phone/src/main.ts', '--port', String(port), '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      const event = JSON.parse(line);
      this.events.push(event);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The first event of this type, or the one with this number. */
  async next(type: string, number = 1): Promise<any> {
    for (;;) {
      const known = this.events.filter((event) => event.type === type)[number - 1];
      if (known) return known;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** It hears nothing and answers nothing until it goes on. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.goOn();
    this.#child.kill('SIGTERM');
    await exited;
  }
}
