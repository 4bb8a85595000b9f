import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Then it gives up, and counts what is left as failed. */
const TIMEOUT_S = 60;

export interface SippOptions {
  /** A scenario in sipp's XML. */
  scenario: string;
  /** Local SIP port, on 127.0.0.1. */
  port: number;
  /** sipp ends by itself after so many calls. */
  calls: number;
  /** Whom it calls. Left out: it waits to be called. */
  peer?: { port: number; number: string; atOnce: number; perSecond: number };
  /** Left out: UDP. */
  transport?: 'udp' | 'tcp';
  /** Sends every RTP packet back, as it came. */
  echo?: boolean;
}

export interface SippResult {
  successful: number;
  failed: number;
  /** 0: every call went as the scenario wants it. */
  exitCode: number | null;
  /** What sipp complained of, and what had gone before in those calls. */
  errors: string;
}

export interface TracedMessage {
  direction: 'sent' | 'received';
  callId: string;
  /** `INVITE`, or status and method as in `200 INVITE`. */
  name: string;
  text: string;
}

/** One sipp process with one scenario, as callee or as caller. */
export class Sipp {
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(directory: string, process: ChildProcess) {
    this.#directory = directory;
    this.#process = process;
    this.#exited = once(process, 'exit');
    this.#exited.catch(() => {}); // `start` reports a sipp that cannot be started
  }

  /** Resolves when its sockets are open. */
  static async start(options: SippOptions): Promise<Sipp> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-sipp-'));
    await writeFile(path.join(directory, 'scenario.xml'), options.scenario);
    const process = spawn('sipp', argumentsOf(options), { cwd: directory, stdio: 'ignore' });
    const sipp = new Sipp(directory, process);
    try {
      await sipp.#listens();
    } catch (error) {
      await sipp.close();
      throw error;
    }
    return sipp;
  }

  /** What became of the calls, when sipp is through with all of them. */
  async finished(): Promise<SippResult> {
    await this.#exited;
    const [head = '', ...rows] = (await this.#read('statistics.csv')).trim().split('\n');
    const names = head.split(';');
    const last = rows.at(-1)?.split(';') ?? [];
    const counter = (name: string) => Number(last[names.indexOf(name)]);
    return {
      successful: counter('SuccessfulCall(C)'),
      failed: counter('FailedCall(C)'),
      exitCode: this.#process.exitCode,
      errors: await this.#complaints(),
    };
  }

  /** The SIP messages so far, without repetitions: those are a matter of how busy the host is. */
  async messages(): Promise<TracedMessage[]> {
    const seen = new Set<string>();
    return (await this.#trace()).filter(({ direction, text }) => {
      const key = `${direction} ${text}`;
      return !seen.has(key) && seen.add(key);
    });
  }

  /** The course of its only call, as in `received INVITE`, `sent 180 INVITE`. */
  async ladder(): Promise<string[]> {
    return (await this.messages()).map(({ direction, name }) => `${direction} ${name}`);
  }

  /** Idempotent. Ends the process and removes its files. */
  async close(): Promise<void> {
    if (this.#process.pid !== undefined && this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGKILL');
      await this.#exited;
    }
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #trace(): Promise<TracedMessage[]> {
    const blocks = (await this.#read('messages.log')).split(/^-{20,} .*\n/m);
    return blocks.flatMap((block) => {
      const match = /^(?:UDP|TCP) message (sent|received)[^\n]*\n\n([\s\S]*)$/.exec(block);
      return match ? [tracedMessage(match[1] as TracedMessage['direction'], match[2]!)] : [];
    });
  }

  async #complaints(): Promise<string> {
    const errors = await this.#read('errors.log');
    const callIds = new Set([...errors.matchAll(/Call-Id '([^']+)'/g)].map((match) => match[1]!));
    const messages = callIds.size > 0 ? await this.#trace() : [];
    const courses = [...callIds].map((callId) => {
      const course = messages.filter((message) => message.callId === callId);
      return `${callId}: ${course.map(({ direction, name }) => `${direction} ${name}`).join(', ')}`;
    });
    return [errors, ...courses].join('\n');
  }

  /** The statistics have their first line as soon as all sockets are bound. */
  async #listens(): Promise<void> {
    while ((await this.#read('statistics.csv')).trim().split('\n').length < 2) {
      const exit = (await Promise.race([this.#exited, delay(20)])) as [number | null] | undefined;
      if (exit) throw new Error(`sipp ended with ${exit[0]} at once:\n${await this.#read('errors.log')}`);
    }
  }

  #read(file: string): Promise<string> {
    return readFile(path.join(this.#directory, file), 'utf8').catch(() => '');
  }
}

function argumentsOf(options: SippOptions): string[] {
  const { peer } = options;
  return [
    ...(peer ? [`127.0.0.1:${peer.port}`, '-s', peer.number, '-l', `${peer.atOnce}`, '-r', `${peer.perSecond}`] : []),
    ...['-sf', 'scenario.xml', '-i', '127.0.0.1', '-p', String(options.port), '-m', String(options.calls)],
    ...(options.transport === 'tcp' ? ['-t', 't1'] : []), // one connection for all calls
    ...['-mi', '127.0.0.1', '-ci', '127.0.0.1'], // it looks for free ports for media and control by itself
    ...(options.echo ? ['-rtp_echo'] : []),
    ...['-timeout', `${TIMEOUT_S}s`, '-timeout_error', '-nostdin'],
    ...['-trace_stat', '-stf', 'statistics.csv', '-fd', '1'],
    ...['-trace_err', '-error_file', 'errors.log', '-trace_msg', '-message_file', 'messages.log'],
  ];
}

function tracedMessage(direction: TracedMessage['direction'], text: string): TracedMessage {
  const status = /^SIP\/2\.0 (\d{3})/.exec(text)?.[1];
  const method = /^CSeq:\s*\d+\s+(\S+)/im.exec(text)?.[1] ?? '';
  const callId = /^Call-ID:\s*(\S+)/im.exec(text)?.[1] ?? '';
  return { direction, callId, name: status === undefined ? method : `${status} ${method}`, text };
}
