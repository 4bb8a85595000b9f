import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatHost } from '@parley/sip';

const MODULES = '/usr/lib/baresip/modules';
const READY_MS = 10_000;

export interface BaresipOptions {
  /** Its own address. Left out: 127.0.0.1. */
  host?: string;
  /** Local SIP port there. */
  port: number;
  /** It answers calls to it by itself. */
  number: string;
  /** Local ports of RTP. */
  rtpPorts: { first: number; last: number };
  codec: 'pcmu' | 'pcma' | 'g722' | 'opus';
  /** The tone that it sends. Left out: 300, too low for the beep of a voicemail, which are 400 to 2000 Hz. */
  toneHz?: number;
  /** What it says in the place of the tone, over and over: WAV of 48 kHz with two channels. */
  says?: Uint8Array;
  /** It recovers lost packets of Opus, and sends with redundancy for 20 % of loss. */
  opusFec?: boolean;
  /** baresip's word for SRTP by SDES: when the other side has it, or always. Left out: never. */
  mediaEncryption?: 'srtp' | 'srtp-mand';
  /** It can have RTCP on the port of RTP. */
  rtcpMux?: boolean;
  /** It writes the SIP messages that it sends and receives. */
  traces?: boolean;
  /** Where it takes commands, over TCP. Left out: nowhere. */
  controlPort?: number;
  /** Further settings of the account, as in `ptime=30`. */
  account?: string;
  /** It registers there by Digest, as the number; over TLS where it is given the authorities to believe (PEM). Left out: it does not. */
  registers?: { port: number; password: string; authorities?: string };
  /** Whom it calls, over UDP where nothing else is said. Left out: it waits to be called. */
  calls?: { port: number; number: string; transport?: 'tcp' | 'tls' };
  /** With these it takes SIP over TLS, at the port above its own: a file with its certificate and key, and the authorities to believe (PEM). */
  tls?: { certificate: string; authorities: string };
}

/** As baresip names them: with their rate where that is not 8 kHz. */
const CODECS = { pcmu: 'pcmu', pcma: 'pcma', g722: 'g722/16000', opus: 'opus/48000/2' };
const TONE_HZ = 300;
const SPEECH = 'speech.wav';

/** One baresip process, with a telephone line of its own. */
export class Baresip {
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = '';
  #look: () => void = () => {};

  private constructor(directory: string, process: ChildProcess) {
    this.#directory = directory;
    this.#process = process;
    this.#exited = once(process, 'exit');
    this.#exited.catch(() => {});
    for (const stream of [process.stdout!, process.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
        this.#look();
      });
    }
  }

  /** Resolves when it takes calls. */
  static async start(options: BaresipOptions): Promise<Baresip> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-baresip-'));
    await Promise.all([
      writeFile(path.join(directory, 'config'), configuration(options, directory)),
      writeFile(path.join(directory, 'accounts'), account(options)),
      writeFile(path.join(directory, 'contacts'), ''),
      ...(options.says ? [writeFile(path.join(directory, SPEECH), options.says)] : []),
    ]);
    const { calls, host, traces } = options;
    const family = isIPv6(host ?? '') ? '-6' : '-4';
    const dial = calls ? ['-e', `d ${uriOf(calls, options)}`] : [];
    const baresip = new Baresip(
      directory,
      spawn('baresip', [family, '-v', ...(traces ? ['-s'] : []), '-f', directory, ...dial], { cwd: directory }),
    );
    await baresip.says('baresip is ready');
    return baresip;
  }

  /** One of its commands, by the names that its help has. */
  async enter(controlPort: number, command: string, params: string): Promise<void> {
    const signal = AbortSignal.timeout(READY_MS);
    const socket = connect(controlPort, '127.0.0.1');
    await once(socket, 'connect', { signal });
    // A netstring: its length in bytes goes before it.
    const text = JSON.stringify({ command, params });
    socket.write(`${Buffer.byteLength(text)}:${text},`);
    await once(socket, 'data', { signal });
    socket.destroy();
  }

  /** Resolves when it has said this, in all that it writes. */
  async says(words: string | RegExp): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new Error(`baresip did not say ${words} in ${READY_MS} ms:\n${this.#output}`)),
      READY_MS,
    );
    this.#look = () => this.#output.search(words) >= 0 && resolve();
    this.#look();
    await promise.finally(() => clearTimeout(timer));
  }

  get output(): string {
    return this.#output;
  }

  /** The WAV file of what it heard in its last call. */
  async heard(): Promise<Uint8Array> {
    const files = await readdir(this.#directory);
    const name = files
      .filter((file) => file.endsWith('-dec.wav'))
      .sort()
      .at(-1);
    return new Uint8Array(await readFile(path.join(this.#directory, name ?? 'no-dec.wav')));
  }

  async close(): Promise<void> {
    this.#process.kill();
    await this.#exited;
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** As in a URI. */
const hostOf = ({ host = '127.0.0.1' }: BaresipOptions) => formatHost(host);

function uriOf({ number, port, transport }: NonNullable<BaresipOptions['calls']>, options: BaresipOptions): string {
  const host = isIPv6(options.host ?? '') ? hostOf(options) : '127.0.0.1';
  return `sip:${number}@${host}:${port}${transport === undefined ? '' : `;transport=${transport}`}`;
}

function configuration(options: BaresipOptions, directory: string): string {
  const { host = '127.0.0.1', port, rtpPorts, toneHz = TONE_HZ, rtcpMux = false } = options;
  const authorities = options.registers?.authorities ?? options.tls?.authorities;
  const modules = ['g711', 'g722', 'opus', 'ausine', 'aufile', 'aubridge', 'sndfile', 'srtp'];
  const opus = ['opus_inbandfec yes', 'opus_packet_loss 20', 'opus_application voip', 'opus_bitrate 40000'];
  return [
    `sip_listen ${hostOf(options)}:${port}`,
    options.says ? `audio_source aufile,${path.join(directory, SPEECH)}` : `audio_source ausine,${toneHz}`,
    ...(options.opusFec ? opus : []),
    'audio_player aubridge,heard',
    'audio_alert aubridge,alert',
    'ausrc_srate 48000',
    'ausrc_channels 2',
    `net_interface ${host}`,
    'auplay_srate 16000',
    `rtp_ports ${rtpPorts.first}-${rtpPorts.last}`,
    'rtp_stats yes',
    `rtcp_mux ${rtcpMux ? 'yes' : 'no'}`,
    ...(authorities === undefined ? [] : [`sip_cafile ${authorities}`]),
    ...(options.tls === undefined ? [] : [`sip_certificate ${options.tls.certificate}`]),
    `snd_path ${directory}`,
    `module_path ${MODULES}`,
    ...modules.map((name) => `module ${name}.so`),
    ...(options.controlPort === undefined
      ? []
      : ['module_app ctrl_tcp.so', `ctrl_tcp_listen 127.0.0.1:${options.controlPort}`]),
    'module_tmp uuid.so',
    'module_tmp account.so',
    'module_app menu.so',
    '',
  ].join('\n');
}

function account(options: BaresipOptions): string {
  const { number, port, codec, mediaEncryption, account: further, registers } = options;
  const registration = registers
    ? ['regint=60', `auth_user=${number}`, `auth_pass=${registers.password}`]
    : ['regint=0'];
  const settings = [...registration, 'answermode=auto', `audio_codecs=${CODECS[codec]}`];
  if (mediaEncryption) settings.push(`mediaenc=${mediaEncryption}`);
  if (further) settings.push(further);
  const transport = registers?.authorities === undefined ? '' : ';transport=tls';
  return `<sip:${number}@${hostOf(options)}:${registers?.port ?? port}${transport}>;${settings.join(';')}
`;
}
