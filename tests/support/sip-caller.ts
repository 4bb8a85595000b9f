import { FRAME_MS, FRAME_SAMPLES, levelDbfs } from '@parley/audio';
import { Pacer, RtpSession } from '@parley/rtp';
import { type CallEvent, MediaNegotiation, type OutgoingCall, UserAgent } from '@parley/sip';

/** Speech of the built-in voices is far over it, the noise of µ-law silence far below. */
const SPEECH_DBFS = -45;

/** A person at a telephone on the other end of a trunk: real SIP, real RTP, and a voice that is given to them. */
export class SipCaller {
  readonly port: number;
  /** Frames with speech that came from the agent. */
  spokenFrames = 0;
  /** Of them those that were heard when it was asked last. */
  #askedFrames = 0;
  readonly #userAgent: UserAgent;
  readonly #others: SipCaller[] = [];
  readonly #pacer = new Pacer();
  #rtp: RtpSession | null = null;
  #call: OutgoingCall | null = null;
  #ticking: { remove(): void } | null = null;
  #voice: Int16Array = new Int16Array(0);
  #position = 0;
  #quietMs = 0;
  #waiting: { condition: () => boolean; resolve: () => void }[] = [];
  #ended = Promise.withResolvers<void>();

  private constructor(userAgent: UserAgent) {
    this.#userAgent = userAgent;
    this.port = userAgent.port;
  }

  static async start(port: number): Promise<SipCaller> {
    const userAgent = await UserAgent.start({
      host: '127.0.0.1',
      port,
      userAgentName: 'caller',
      onInvite: (call) => call.reject(486),
    });
    return new SipCaller(userAgent);
  }

  /** Another caller behind the same trunk, for another call at the same time. */
  another(): SipCaller {
    const caller = new SipCaller(this.#userAgent);
    this.#others.push(caller);
    return caller;
  }

  /** Resolves when the call is answered. */
  async call(sipPort: number, to: string, from = '+4930999999'): Promise<void> {
    this.#rtp?.close();
    const rtp = await RtpSession.open({ address: '127.0.0.1', port: 0 });
    this.#rtp = rtp;
    const negotiation = new MediaNegotiation({ address: '127.0.0.1', port: rtp.port, codecs: ['PCMU'] });
    const call = this.#userAgent.invite({
      uri: `sip:${to}@127.0.0.1:${sipPort}`,
      from: { uri: `sip:${from}@127.0.0.1` },
      destination: { protocol: 'udp', host: '127.0.0.1', port: sipPort },
      sdp: negotiation.offer(),
    });
    this.#call = call;
    const ended = Promise.withResolvers<void>();
    this.#ended = ended;
    const sdp = await new Promise<string>((resolve, reject) => {
      call.on((event: CallEvent) => {
        if (event.type === 'answered') resolve(event.sdp);
        if (event.type !== 'ended') return;
        ended.resolve();
        reject(new Error(`the call was not answered: ${JSON.stringify(event.cause)}`));
      });
    });
    rtp.configure(negotiation.answeredBy(sdp));
    // What the agent said in the call before is none of this one's.
    this.#askedFrames = this.spokenFrames;
    this.#ticking?.remove();
    this.#ticking = this.#pacer.add(() => this.#tick(rtp));
  }

  /** Says this, and resolves when it is said. 8 kHz mono. */
  async say(voice: Int16Array): Promise<void> {
    this.#voice = voice;
    this.#position = 0;
    await this.#when(() => this.#position >= voice.length);
  }

  /** So much is said of what is being said. */
  async hasSaid(durationMs: number): Promise<void> {
    await this.#when(() => this.#position >= (durationMs / FRAME_MS) * FRAME_SAMPLES);
  }

  /** As telephone events (RFC 4733). */
  press(digits: string): void {
    this.#rtp!.sendDtmf(digits);
  }

  /** The agent has said something since it was asked last, and stopped for so long. */
  async agentStopped(quietMs = 700): Promise<void> {
    const before = this.#askedFrames;
    await this.#when(() => this.spokenFrames > before + 10 && this.#quietMs >= quietMs);
    this.#askedFrames = this.spokenFrames;
  }

  /** The agent, who was speaking, says nothing for so long: however few of its words were left. */
  async agentFellSilent(quietMs = 700): Promise<void> {
    await this.#when(() => this.#quietMs >= quietMs);
    this.#askedFrames = this.spokenFrames;
  }

  /** The agent has spoken for so long since it was asked. */
  async agentSpoke(durationMs: number): Promise<void> {
    const frames = this.spokenFrames + durationMs / FRAME_MS;
    await this.#when(() => this.spokenFrames >= frames);
    this.#askedFrames = this.spokenFrames;
  }

  /** The other side has hung up. */
  ended(): Promise<void> {
    return this.#ended.promise;
  }

  async hangUp(): Promise<void> {
    await this.#call?.hangUp();
  }

  async close(): Promise<void> {
    for (const caller of [this, ...this.#others]) caller.#putDown();
    await this.#userAgent.close();
  }

  #putDown(): void {
    this.#pacer.close();
    this.#rtp?.close();
  }

  #tick(rtp: RtpSession): void {
    const heard = rtp.pull()?.frame;
    const isSpeech = heard !== undefined && levelDbfs(heard) > SPEECH_DBFS;
    this.spokenFrames += isSpeech ? 1 : 0;
    this.#quietMs = isSpeech ? 0 : this.#quietMs + FRAME_MS;
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(this.#voice.subarray(this.#position, this.#position + FRAME_SAMPLES));
    this.#position += FRAME_SAMPLES;
    rtp.send(frame);
    const [due, rest] = [this.#waiting.filter(({ condition }) => condition()), this.#waiting];
    this.#waiting = rest.filter((waiter) => !due.includes(waiter));
    for (const { resolve } of due) resolve();
  }

  #when(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ condition, resolve }));
  }
}
