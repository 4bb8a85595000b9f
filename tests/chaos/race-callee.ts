// Everybody who is called in a race of requests: a SIP phone in a process of its own, without a voice. It rings, then
// rejects or answers, hangs up after a moment, and remembers when each call was there.
import dgram from 'node:dgram';
import { writeRtp } from '@parley/rtp';
import { createAnswer, type IncomingCall, readSdp, UserAgent } from '@parley/sip';

/** Milliseconds, from and to; which of them is decided by chance. */
export type Range = readonly [number, number];

export interface CalleeOptions {
  sipPort: number;
  ringMs: Range;
  /** Of all calls, 0 to 1. The others are rejected. */
  answeredShare: number;
  /** How long an answered call lasts. */
  talkMs: Range;
}

/** What the phone saw of one call. Times in milliseconds since 1970. */
export interface PhoneCall {
  from: string;
  to: string;
  invitedMs: number;
  /** When the phone was through with it: it rejected, hung up, or was hung up on. Null: still there. */
  endedMs: number | null;
}

export type CalleeRequest = { ask: 'calls' } | { ask: 'options'; options: Partial<CalleeOptions> } | { ask: 'close' };
export type CalleeReport = { ready: true } | { calls: PhoneCall[] };

const FRAME_MS = 20;
const FRAME_SAMPLES = 160;
const SILENCE = new Uint8Array(FRAME_SAMPLES).fill(0xff);
const REJECTIONS = [480, 486, 603];

let options = JSON.parse(process.argv[2]!) as CalleeOptions;
const calls: PhoneCall[] = [];
const between = ([min, max]: Range) => min + Math.random() * (max - min);
const after = (range: Range, action: () => void) => setTimeout(action, between(range));

/** Silence for all who have answered, out of one socket: a line without any packet counts as broken after a while. */
class Line {
  readonly #socket = dgram.createSocket('udp4');
  readonly #listeners = new Map<PhoneCall, { host: string; port: number; payloadType: number; ssrc: number }>();
  #frame = 0;

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve));
    setInterval(() => this.#send(), FRAME_MS);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  join(call: PhoneCall, to: { host: string; port: number; payloadType: number }): void {
    this.#listeners.set(call, { ...to, ssrc: Math.floor(Math.random() * 2 ** 32) });
  }

  leave(call: PhoneCall): void {
    this.#listeners.delete(call);
  }

  #send(): void {
    this.#frame += 1;
    const timestamp = (this.#frame * FRAME_SAMPLES) >>> 0;
    const sequenceNumber = this.#frame & 0xffff;
    for (const { host, port, payloadType, ssrc } of this.#listeners.values()) {
      const header = { marker: false, payloadType, sequenceNumber, timestamp, ssrc };
      this.#socket.send(writeRtp({ ...header, payload: SILENCE }), port, host);
    }
  }
}

const line = new Line();
await line.open();

function receive(incoming: IncomingCall): void {
  const call: PhoneCall = {
    from: incoming.from.user ?? '',
    to: incoming.requestUser ?? '',
    invitedMs: Date.now(),
    endedMs: null,
  };
  calls.push(call);
  const over = () => {
    call.endedMs ??= Date.now();
    line.leave(call);
  };
  incoming.on((event) => {
    if (event.type === 'ended') over();
  });
  incoming.ring();
  after(options.ringMs, () => {
    if (call.endedMs !== null) return;
    if (Math.random() < options.answeredShare) answer(incoming, call, over);
    else {
      over();
      incoming.reject(REJECTIONS[Math.floor(Math.random() * REJECTIONS.length)]!);
    }
  });
}

function answer(incoming: IncomingCall, call: PhoneCall, over: () => void): void {
  const offer = readSdp(incoming.sdp!);
  const { sdp, codec } = createAnswer(offer, {
    address: '127.0.0.1',
    port: line.port,
    sessionId: Math.floor(Math.random() * 2 ** 40),
    sessionVersion: 1,
    codecs: ['PCMU'],
  });
  incoming.answer(sdp);
  line.join(call, { host: offer.address, port: offer.port, payloadType: codec.payloadType });
  after(options.talkMs, () => {
    over();
    void incoming.hangUp();
  });
}

const agent = await UserAgent.start({
  host: '127.0.0.1',
  port: options.sipPort,
  userAgentName: 'callee',
  onInvite: receive,
});
const report = (message: CalleeReport) => process.send!(message);
process.on('message', async (request: CalleeRequest) => {
  if (request.ask === 'options') options = { ...options, ...request.options };
  if (request.ask === 'calls') report({ calls });
  if (request.ask === 'close') {
    await agent.close();
    process.exit(0);
  }
});
process.on('disconnect', () => process.exit(1));
report({ ready: true });
