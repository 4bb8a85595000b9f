import { FRAME_SAMPLES, levelDbfs, SAMPLE_RATE_HZ, tone } from '@parley/audio';
import { Pacer, RtpSession } from '@parley/rtp';
import {
  type CallEvent,
  type Credentials,
  formatHost,
  type IncomingCall,
  MediaNegotiation,
  type OutgoingCall,
  type RegistrationRequest,
  UserAgent,
} from '@parley/sip';

/** A frame with this share of its energy at one frequency is that tone. */
const PURITY = 0.7;
/** -46 dBFS. */
const MINIMUM_AMPLITUDE = 160;
/** 200 ms. */
const FRAMES_TO_BE_SURE = 10;
const AMPLITUDE = 0.25;

/** Share of a frame's energy at a frequency, 0 to 1; 0 for silence. */
export function shareAt(frame: Int16Array, frequencyHz: number): number {
  let [real, imaginary, energy] = [0, 0, 0];
  for (const [index, sample] of frame.entries()) {
    const phase = (2 * Math.PI * frequencyHz * index) / SAMPLE_RATE_HZ;
    real += sample * Math.cos(phase);
    imaginary += sample * Math.sin(phase);
    energy += sample ** 2;
  }
  if (energy < frame.length * MINIMUM_AMPLITUDE ** 2) return 0;
  return (2 * (real ** 2 + imaginary ** 2)) / (frame.length * energy);
}

/** Two telephones' worth of SIP behind one trunk: real signalling, real RTP, a tone of its own on each line. */
export class TonePhones {
  readonly port: number;
  readonly #userAgent: UserAgent;
  readonly #lines: ToneLine[] = [];
  readonly #incoming: IncomingCall[] = [];
  #waiting: { wake(): void; reject(error: Error): void }[] = [];

  private constructor(userAgent: UserAgent) {
    this.#userAgent = userAgent;
    this.port = userAgent.port;
  }

  static async start(port: number, host = '127.0.0.1'): Promise<TonePhones> {
    const userAgent = await UserAgent.start({
      host,
      port,
      userAgentName: 'tones',
      onInvite: (call) => phones.#note(call),
    });
    const phones = new TonePhones(userAgent);
    return phones;
  }

  /** Resolves when it is registered: it is called where it is. */
  register(request: RegistrationRequest, credentials: Credentials): Promise<void> {
    return new Promise((resolve) => {
      this.#userAgent.register(request, credentials, ({ kind }) => kind === 'registered' && resolve());
    });
  }

  /** Calls in, and resolves when it is answered. `frequencyHz`: what this line sends all the time. */
  async call(sipPort: number, to: string, from: string, frequencyHz: number): Promise<ToneLine> {
    const { host } = this.#userAgent;
    const rtp = await RtpSession.open({ address: host, port: 0 });
    const negotiation = new MediaNegotiation({ address: host, port: rtp.port, codecs: ['PCMU'] });
    const call = this.#userAgent.invite({
      uri: `sip:${to}@${formatHost(host)}:${sipPort}`,
      from: { uri: `sip:${from}@${formatHost(host)}` },
      destination: { protocol: 'udp', host, port: sipPort },
      sdp: negotiation.offer(),
    });
    const line = new ToneLine(call, rtp, frequencyHz);
    this.#lines.push(line);
    await new Promise<void>((resolve, reject) => {
      call.on((event: CallEvent) => {
        line.take(event);
        if (event.type === 'answered') {
          rtp.configure(negotiation.answeredBy(event.sdp));
          resolve();
        }
        if (event.type === 'ended') reject(new Error(`not answered: ${JSON.stringify(event.cause)}`));
      });
    });
    line.start();
    return line;
  }

  /** The next call that comes here; it rings. */
  async nextCall(): Promise<IncomingCall> {
    while (this.#incoming.length === 0) {
      await new Promise<void>((wake, reject) => this.#waiting.push({ wake, reject }));
    }
    return this.#incoming.shift()!;
  }

  /** A test is over: what it waited for in vain, and calls that it did not take, are not the next one's. */
  forgetCalls(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('no call has come'));
    for (const call of this.#incoming.splice(0)) call.reject(480);
  }

  /** Answers such a call. `sound`: the frequency that this line sends all the time, or what it says once, 8 kHz mono. */
  async answer(call: IncomingCall, sound: number | Int16Array): Promise<ToneLine> {
    const { host } = this.#userAgent;
    const rtp = await RtpSession.open({ address: host, port: 0 });
    const negotiation = new MediaNegotiation({ address: host, port: rtp.port, codecs: ['PCMU'] });
    const { sdp, media } = negotiation.answerTo(call.sdp!);
    rtp.configure(media);
    const line = new ToneLine(call, rtp, sound);
    this.#lines.push(line);
    call.on((event: CallEvent) => line.take(event));
    call.answer(sdp);
    line.start();
    return line;
  }

  async close(): Promise<void> {
    for (const line of this.#lines) line.close();
    await this.#userAgent.close();
  }

  #note(call: IncomingCall): void {
    call.ring();
    this.#incoming.push(call);
    for (const { wake } of this.#waiting.splice(0)) wake();
  }
}

interface Waiter {
  isHeard: (frame: Int16Array) => boolean;
  /** In a row. */
  frames: number;
  framesLeft: number;
  resolve: () => void;
}

/** One call of such a telephone. */
export class ToneLine {
  /** Keys of the other side, in order. */
  digits = '';
  readonly #call: IncomingCall | OutgoingCall;
  readonly #rtp: RtpSession;
  readonly #pacer = new Pacer();
  readonly #voice: Int16Array;
  readonly #isSaidOnce: boolean;
  /** What it has heard since it said what it says once. */
  readonly recorded: number[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #position = 0;
  #waiting: Waiter[] = [];

  constructor(call: IncomingCall | OutgoingCall, rtp: RtpSession, sound: number | Int16Array) {
    this.#call = call;
    this.#rtp = rtp;
    // Whole periods of every frequency that is a multiple of 50 Hz.
    this.#voice = typeof sound === 'number' ? tone([sound], 60_000, { amplitude: AMPLITUDE }) : sound;
    this.#isSaidOnce = typeof sound !== 'number';
    rtp.onDtmf = (digit) => {
      this.digits += digit;
    };
  }

  start(): void {
    this.#pacer.add(() => this.#tick());
  }

  take(event: CallEvent): void {
    if (event.type === 'ended') this.#ended.resolve();
  }

  /** Resolves when it has heard nothing but this tone for so many frames of 20 ms. */
  hears(frequencyHz: number, frames = FRAMES_TO_BE_SURE): Promise<void> {
    return this.#when((frame) => shareAt(frame, frequencyHz) >= PURITY, frames);
  }

  /** Resolves when it has heard a sound for 200 ms, whatever it is. */
  hearsSound(): Promise<void> {
    return this.#when((frame) => levelDbfs(frame) > -45);
  }

  /** Resolves when it has heard nothing for 200 ms. */
  hearsSilence(): Promise<void> {
    return this.#when((frame) => levelDbfs(frame) < -60);
  }

  press(digits: string): void {
    this.#rtp.sendDtmf(digits);
  }

  /** Resolves when the other side has pressed exactly these since the beginning. */
  hasHeard(digits: string): Promise<void> {
    return this.#when(() => this.digits === digits, 1);
  }

  /** The call is over. */
  ended(): Promise<void> {
    return this.#ended.promise;
  }

  async hangUp(): Promise<void> {
    await this.#call.hangUp();
  }

  close(): void {
    this.#pacer.close();
    this.#rtp.close();
  }

  #tick(): void {
    const heard = this.#rtp.pull()?.frame ?? new Int16Array(FRAME_SAMPLES);
    this.#speak(heard);
    for (const waiter of this.#waiting)
      waiter.framesLeft = waiter.isHeard(heard) ? waiter.framesLeft - 1 : waiter.frames;
    const done = this.#waiting.filter(({ framesLeft }) => framesLeft <= 0);
    this.#waiting = this.#waiting.filter(({ framesLeft }) => framesLeft > 0);
    for (const { resolve } of done) resolve();
  }

  #speak(heard: Int16Array): void {
    const isOver = this.#isSaidOnce && this.#position + FRAME_SAMPLES > this.#voice.length;
    this.#rtp.send(
      isOver ? new Int16Array(FRAME_SAMPLES) : this.#voice.subarray(this.#position, this.#position + FRAME_SAMPLES),
    );
    if (isOver) this.recorded.push(...heard);
    else this.#position += FRAME_SAMPLES;
    if (!this.#isSaidOnce) this.#position %= this.#voice.length;
  }

  #when(isHeard: (frame: Int16Array) => boolean, frames = FRAMES_TO_BE_SURE): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ isHeard, frames, framesLeft: frames, resolve }));
  }
}
