import { FRAME_MS } from '@parley/audio';
import { Pacer, RtpSession } from '@parley/rtp';
import { MediaNegotiation, type OutgoingCall } from '@parley/sip';
import type { TrunkSocket } from './trunk-socket.ts';

interface LiveCall {
  readonly call: OutgoingCall;
  readonly rtp: RtpSession;
  hasEnded: boolean;
}

export interface SoundReport {
  readonly packets: number;
  readonly lost: number;
  /** The longest time without a packet in any of the calls. */
  readonly longestGapMs: number;
  /** Calls that are over, though neither side hung up. */
  readonly ended: number;
}

/** Calls through the trunk that live while something else goes on, and hear their agents all the time. */
export class LiveCalls {
  readonly #trunk: TrunkSocket;
  readonly #target: number;
  readonly #number: string;
  readonly #pacer = new Pacer();
  #calls: LiveCall[] = [];
  #gaps: { remove(): void }[] = [];
  #longestGapMs = 0;
  #counted = { packets: 0, lost: 0 };

  constructor(trunk: TrunkSocket, target: number, number: string) {
    this.#trunk = trunk;
    this.#target = target;
    this.#number = number;
  }

  get callIds(): string[] {
    return this.#calls.map(({ call }) => call.callId);
  }

  /** Resolves when all are answered. */
  async place(count: number): Promise<void> {
    this.#calls = await Promise.all(Array.from({ length: count }, (_, index) => this.#place(index)));
  }

  /** From now on. */
  measure(): void {
    this.#longestGapMs = 0;
    this.#counted = this.#count();
    this.#gaps = this.#calls.map(({ rtp }) => {
      let [received, ticks] = [rtp.packetsReceived, 0];
      return this.#pacer.add(() => {
        ticks = rtp.packetsReceived === received ? ticks + 1 : 0;
        received = rtp.packetsReceived;
        this.#longestGapMs = Math.max(this.#longestGapMs, ticks * FRAME_MS);
      });
    });
  }

  /** Since `measure`. */
  report(): SoundReport {
    for (const gap of this.#gaps.splice(0)) gap.remove();
    const { packets, lost } = this.#count();
    return {
      packets: packets - this.#counted.packets,
      lost: lost - this.#counted.lost,
      longestGapMs: this.#longestGapMs,
      ended: this.#calls.filter(({ hasEnded }) => hasEnded).length,
    };
  }

  async hangUp(): Promise<void> {
    const calls = this.#calls.splice(0);
    await Promise.all(calls.map(({ call }) => call.hangUp()));
    for (const { rtp } of calls) rtp.close();
  }

  close(): void {
    this.#pacer.close();
  }

  async #place(index: number): Promise<LiveCall> {
    const rtp = await RtpSession.open({ address: '127.0.0.1', port: 0 });
    const negotiation = new MediaNegotiation({ address: '127.0.0.1', port: rtp.port, codecs: ['PCMU'] });
    const call = this.#trunk.agent.invite({
      uri: `sip:${this.#number}@127.0.0.1:${this.#target}`,
      from: { uri: `sip:+141555501${String(index).padStart(2, '0')}@127.0.0.1` },
      destination: { protocol: 'udp', host: '127.0.0.1', port: this.#target },
      sdp: negotiation.offer(),
    });
    this.#trunk.keep(call.callId);
    const live: LiveCall = { call, rtp, hasEnded: false };
    const answer = await new Promise<string>((resolve, reject) => {
      call.on((event) => {
        if (event.type === 'answered') resolve(event.sdp);
        if (event.type !== 'ended') return;
        live.hasEnded = true;
        reject(new Error(`a call was not answered: ${JSON.stringify(event.cause)}`));
      });
    });
    rtp.configure(negotiation.answeredBy(answer));
    this.#pacer.add(() => {
      rtp.pull();
      rtp.send(null);
    });
    return live;
  }

  #count(): { packets: number; lost: number } {
    return this.#calls.reduce(
      ({ packets, lost }, { rtp }) => ({
        packets: packets + rtp.stats.packetsReceived,
        lost: lost + rtp.stats.packetsLost,
      }),
      { packets: 0, lost: 0 },
    );
  }
}
