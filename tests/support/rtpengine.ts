import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { udpAnswers } from './udp-answers.ts';

export interface RtpengineOptions {
  /** UDP port of its control protocol (ng), on 127.0.0.1. */
  controlPort: number;
  /** Addresses of the two networks between which it carries audio. */
  inside: string;
  outside: string;
  rtpPorts: { first: number; last: number };
}

/** Of the ng protocol: a cookie, and a dictionary in bencode. */
const PING = 'ready d7:command4:pinge';

/** One rtpengine process that relays in user space: no kernel module is needed. */
export class Rtpengine {
  /** Its log, for a person who looks at a failed test. */
  output = '';
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor({ controlPort, inside, outside, rtpPorts }: RtpengineOptions) {
    this.#process = spawn(
      'rtpengine',
      [
        ...['--foreground', '--log-stderr', '--log-level=6', '--config-file=none', '--table=-1', '--num-threads=2'],
        ...[`--interface=inside/${inside}`, `--interface=outside/${outside}`],
        ...[`--listen-ng=127.0.0.1:${controlPort}`, '--delete-delay=0'],
        ...[`--port-min=${rtpPorts.first}`, `--port-max=${rtpPorts.last}`],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.on('data', (data: Buffer) => {
        this.output += data.toString();
      });
    this.#exited = once(this.#process, 'exit');
    this.#exited.catch(() => {}); // `start` reports one that cannot be started
  }

  /** Resolves when it answers. */
  static async start(options: RtpengineOptions): Promise<Rtpengine> {
    const rtpengine = new Rtpengine(options);
    const ready = new AbortController();
    try {
      await Promise.race([udpAnswers(options.controlPort, () => PING, ready.signal), rtpengine.#dies()]);
    } catch (error) {
      await rtpengine.close();
      throw error;
    } finally {
      ready.abort();
    }
    return rtpengine;
  }

  /** Idempotent. */
  async close(): Promise<void> {
    if (this.#process.pid === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGTERM');
    await this.#exited;
  }

  async #dies(): Promise<never> {
    const [code] = (await this.#exited) as [number | null];
    throw new Error(`rtpengine ended with ${code} at once:\n${this.output}`);
  }
}
