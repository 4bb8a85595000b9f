import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SAMPLE_RATE_HZ, tone, wavHeader } from '@parley/audio';
import { growingPauses, until } from './growing-pauses.ts';
import { secondsOfTone } from './sound.ts';

const READY_MS = 20_000;
const TONE_S = 30;
const HEADER_BYTES = 44;

export interface LinphoneOptions {
  /** Local SIP port of its transport, on all addresses. */
  port: number;
  transport?: 'udp' | 'tcp' | 'tls';
  /** File of the certificates that it believes, PEM; for TLS. */
  authorities?: string;
  /** It speaks SRTP with keys in the SDP, and nothing else. */
  isEncrypted?: boolean;
  /** Local port of RTP; RTCP is the next one. */
  rtpPort: number;
  /** Who it is in From. */
  number: string;
  /** It registers there as the number, by Digest, over its transport, and calls through there. Left out: it does not. */
  registers?: { host: string; port: number; password: string };
  /** The tone that it sends. */
  toneHz: number;
}

/** One linphonec process, which takes calls by itself, sends a tone and writes what it hears into a file. */
export class Linphone {
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = '';
  #look: () => void = () => {};

  private constructor(directory: string) {
    this.#directory = directory;
    this.#process = spawn('linphonec', ['-a', '-S', '-c', path.join(directory, 'linphonerc')], {
      cwd: directory,
      env: { ...process.env, HOME: directory },
    });
    this.#exited = once(this.#process, 'exit');
    this.#exited.catch(() => {});
    for (const stream of [this.#process.stdout!, this.#process.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
        this.#look();
      });
    }
  }

  /** Resolves when it takes calls, and is registered where it registers. */
  static async start(options: LinphoneOptions): Promise<Linphone> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-linphone-'));
    // It does not make the directory of its database, and opens no port without one.
    await mkdir(path.join(directory, '.local/share/linphone'), { recursive: true });
    await writeFile(path.join(directory, 'linphonerc'), configuration(options));
    await writeFile(path.join(directory, 'tone.wav'), toneFile(options.toneHz));
    const linphone = new Linphone(directory);
    linphone.enter('soundcard use files');
    await linphone.says('Using wav files');
    linphone.enter(`play ${path.join(directory, 'tone.wav')}`);
    linphone.enter(`record ${path.join(directory, 'heard.wav')}`);
    // It says nothing to those two; what comes after them is said when they are done.
    linphone.enter('help transfer');
    await linphone.says('attended transfer');
    if (options.registers) await linphone.#isRegistered();
    return linphone;
  }

  /** One of its commands, as a person types it. */
  enter(command: string): void {
    this.#process.stdin!.write(`${command}\n`);
  }

  /** Resolves when it has said this, in all that it writes. */
  async says(words: string | RegExp): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new Error(`linphone did not say ${words} in ${READY_MS} ms:\n${this.#output}`)),
      READY_MS,
    );
    this.#look = () => this.#output.search(words) >= 0 && resolve();
    this.#look();
    await promise.finally(() => clearTimeout(timer));
  }

  get output(): string {
    return this.#output;
  }

  /** The WAV file of what it has heard; it writes the header when the call is over. */
  heard(): Promise<Uint8Array> {
    const file = path.join(this.#directory, 'heard.wav');
    return until(
      async () => new Uint8Array(await readFile(file)),
      (bytes) => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF',
    );
  }

  /** Resolves when it has heard a tone for so long. The header of its file is empty until the call is over. */
  async hears(toneHz: number, seconds: number): Promise<void> {
    await until(
      async () => secondsOfTone(await this.#heardSoFar(), 0, toneHz),
      (heardS) => heardS > seconds,
    );
  }

  async #heardSoFar() {
    const bytes = await readFile(path.join(this.#directory, 'heard.wav')).catch(() => Buffer.alloc(0));
    const samples = new Int16Array(Math.max(0, Math.floor((bytes.length - HEADER_BYTES) / 2)));
    for (const index of samples.keys()) samples[index] = bytes.readInt16LE(HEADER_BYTES + 2 * index);
    return { samples, channels: 1, sampleRateHz: SAMPLE_RATE_HZ };
  }

  /** It tells when it is asked. */
  async #isRegistered(): Promise<void> {
    for (const pause of growingPauses()) {
      this.enter('status register');
      if (/registered, identity/.test(this.#output)) return;
      await pause();
    }
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** A port of 0 is none. */
function configuration(options: LinphoneOptions): string {
  const { port, transport = 'udp', authorities, isEncrypted = false, rtpPort, number, registers } = options;
  const portOf = (name: string) => (name === transport ? port : 0);
  return [
    '[sip]',
    `sip_port=${portOf('udp')}`,
    `sip_tcp_port=${portOf('tcp')}`,
    `sip_tls_port=${portOf('tls')}`,
    ...(authorities === undefined ? [] : [`root_ca=${authorities}`]),
    `contact=sip:${number}@127.0.0.1`,
    'register_only_when_network_is_up=0',
    `media_encryption=${isEncrypted ? 'srtp' : 'none'}`,
    `media_encryption_mandatory=${isEncrypted ? 1 : 0}`,
    'use_ipv6=0',
    'ipv6_migration_done=1',
    ...(registers ? ['default_proxy=0'] : []),
    '[rtp]',
    `audio_rtp_port=${rtpPort}`,
    '[sound]',
    'echocancellation=0',
    ...(registers ? account(number, transport, registers) : []),
    '',
  ].join('\n');
}

function account(
  number: string,
  transport: string,
  { host, port, password }: NonNullable<LinphoneOptions['registers']>,
) {
  return [
    '[proxy_0]',
    `reg_proxy=<sip:${host}:${port};transport=${transport}>`,
    `reg_route=<sip:${host}:${port};transport=${transport};lr>`,
    `reg_identity=sip:${number}@${host}`,
    'reg_expires=600',
    'reg_sendregister=1',
    '[auth_info_0]',
    `username=${number}`,
    `passwd=${password}`,
  ];
}

function toneFile(toneHz: number): Uint8Array {
  const samples = tone([toneHz], TONE_S * 1000, { amplitude: 0.25 });
  const header = wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes: samples.byteLength });
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}
