import { type NegotiatedMedia, Pacer, RtpSession } from '@parley/rtp';
import type { MediaAgent, MediaEvent, MediaHost, MediaSession } from '../media.ts';
import { SPOKEN_FRAME } from './instant-providers.ts';

const ADDRESS = '127.0.0.1';

/** What was agreed upon, but for where the other end is. */
const agreedWith = (port: number): NegotiatedMedia => ({
  remote: { address: ADDRESS, port },
  networks: [],
  codec: 'PCMU',
  payloadType: 0,
  alternatives: [],
  telephoneEventPayloadType: 101,
  ptimeMs: 20,
  crypto: null,
  rtcp: { mux: true },
  direction: 'sendrecv',
});

function mediaAgent(prompt: string): MediaAgent {
  return {
    prompt: { template: prompt, variables: {}, rendered: prompt },
    firstMessage: 'Hello there.',
    disclosure: null,
    voice: 'instant',
    model: 'instant',
    transcriber: 'instant',
    fallbacks: { transcriber: [], model: [], voice_id: [] },
    language: 'en-US',
    successors: { transcriber: null, model: null },
    allowsDtmf: false,
    transfer: null,
    tools: [],
    endpointingMs: 600,
    interruptionMs: 300,
    waiting: 'phrases',
    reminderMs: 7000,
    endMs: 10_000,
    voicemail: { action: 'hangup', message: null },
    direction: 'inbound',
    knowledge: null,
  };
}

/** The other side of one media session, over real RTP: silent until `speak` is called. */
export class Caller {
  readonly session: MediaSession;
  readonly events: MediaEvent[] = [];
  readonly #rtp: RtpSession;
  readonly #pacer = new Pacer();
  #speaks = false;

  private constructor(session: MediaSession, rtp: RtpSession) {
    this.session = session;
    this.#rtp = rtp;
    rtp.configure(agreedWith(session.port));
    this.#pacer.add(() => {
      rtp.pull();
      rtp.send(this.#speaks ? SPOKEN_FRAME : null);
    });
    void this.#follow();
  }

  /** Opens a session and answers it. */
  static async call(
    media: Pick<MediaHost, 'open'>,
    callId: string,
    options: { prompt?: string; record?: boolean } = {},
  ): Promise<Caller> {
    const { prompt = '', record = false } = options;
    const session = await media.open({
      callId,
      accountId: 'acc_test',
      agent: mediaAgent(prompt),
      connections: [],
      record,
      frames: null,
    });
    const rtp = await RtpSession.open({ address: ADDRESS, port: 0 });
    const caller = new Caller(session, rtp);
    session.answer(caller.media);
    return caller;
  }

  get media(): NegotiatedMedia {
    return agreedWith(this.#rtp.port);
  }

  speak(): void {
    this.#speaks = true;
  }

  get packetsReceived(): number {
    return this.#rtp.stats.packetsReceived;
  }

  get failure(): Extract<MediaEvent, { type: 'failed' }> | undefined {
    return this.events.find((event) => event.type === 'failed');
  }

  get turns(): number {
    return this.events.filter((event) => event.type === 'turn').length;
  }

  close(): void {
    this.#pacer.close();
    this.#rtp.close();
  }

  async #follow(): Promise<void> {
    for await (const event of this.session.events) this.events.push(event);
  }
}
