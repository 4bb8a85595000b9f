import { setTimeout as delay } from 'node:timers/promises';
import { BuiltinSpeech, createVoiceActivityDetector } from '@parley/providers';
import { Pacer } from '@parley/rtp';
import { type IncomingCall, UserAgent } from '@parley/sip';
import { CallCounts, type PhoneCalls } from './call-counts.ts';
import type { NetworkImpairment } from './persona.ts';
import { personaFor } from './personas.ts';
import { PhoneCall, type VoiceActivityFactory } from './phone-call.ts';
import type { PhoneEvent } from './phone-event.ts';
import { PhoneMedia } from './phone-media.ts';
import { type PortRange, RtpPorts } from './rtp-ports.ts';
import { SoundLibrary } from './sound-library.ts';

/** How long the callers are waited for to take our BYE, when the phone is closed. */
const HANGUP_MS = 1000;

export interface SimulatedPhoneOptions {
  /** Numeric address for SIP and RTP. */
  host: string;
  /** UDP port of SIP; 0 for any. */
  port: number;
  /** Even ports out of it carry RTP; left out: whichever is free. */
  rtpPorts?: PortRange;
  /** Its voice is unloaded when it has not spoken for so long; 10 minutes by default. */
  speechUnloadAfterMs?: number;
  onEvent?(event: PhoneEvent): void;
}

/**
 * A SIP phone at the numbers +1 202-555-0100 to 0199, each with a persona of its own, and at every other number too.
 * It is rung, answers, speaks and listens over SIP and RTP like any other phone.
 */
export class SimulatedPhone {
  private readonly options: SimulatedPhoneOptions;
  private readonly newDetector: VoiceActivityFactory;
  private readonly ports: RtpPorts;
  private readonly pacer = new Pacer();
  private readonly speech: BuiltinSpeech;
  private readonly sounds: SoundLibrary;
  private readonly live = new Set<PhoneCall>();
  private readonly counts = new CallCounts();
  private userAgent!: UserAgent;
  private closing: Promise<void> | null = null;

  private constructor(options: SimulatedPhoneOptions, newDetector: VoiceActivityFactory) {
    this.options = options;
    this.newDetector = newDetector;
    this.ports = new RtpPorts(options.rtpPorts);
    const { speechUnloadAfterMs } = options;
    this.speech = new BuiltinSpeech({
      recognizes: false,
      ...(speechUnloadAfterMs === undefined ? {} : { unloadAfterMs: speechUnloadAfterMs }),
    });
    this.sounds = new SoundLibrary(this.speech);
  }

  /** Rejects with ListenError when the address cannot be bound, with RangeError when `rtpPorts` holds no even port. */
  static async start(options: SimulatedPhoneOptions): Promise<SimulatedPhone> {
    const phone = new SimulatedPhone(options, await createVoiceActivityDetector());
    phone.userAgent = await UserAgent.start({
      host: options.host,
      port: options.port,
      userAgentName: 'Parley simulated phone',
      onInvite: (call) => void phone.take(call),
    });
    return phone;
  }

  /** UDP port of SIP. */
  get port(): number {
    return this.userAgent.port;
  }

  get calls(): PhoneCalls {
    return this.counts.snapshot();
  }

  /** Ends all calls. Idempotent. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async take(call: IncomingCall): Promise<void> {
    const number = call.requestUser ?? '';
    const persona = personaFor(number);
    // While it rings: the first word must not be late.
    this.sounds.prepare(persona);
    const media = await this.openMedia(call.source.host, persona.impairment);
    if (media instanceof Error || this.closing) {
      call.reject(503);
      if (media instanceof Error)
        this.tell({ type: 'failed', message: media.message, callId: call.callId, number, persona: persona.name });
      else media.close();
      return;
    }
    const phoneCall = new PhoneCall({
      call,
      number,
      persona,
      media,
      newDetector: this.newDetector,
      pacer: this.pacer,
      sounds: this.sounds,
      onEvent: (event) => this.tell(event),
      onOver: () => this.live.delete(phoneCall),
    });
    this.live.add(phoneCall);
    phoneCall.start();
  }

  /** Without a free port the caller is turned away, as by any overloaded phone. */
  private openMedia(callerAddress: string, impairment: NetworkImpairment | null): Promise<PhoneMedia | Error> {
    const { host: address } = this.options;
    return PhoneMedia.open({ address, callerAddress, ports: this.ports, impairment }).catch((error: Error) => error);
  }

  private tell(event: PhoneEvent): void {
    this.counts.note(event);
    this.options.onEvent?.(event);
  }

  private async shutDown(): Promise<void> {
    const hangups = Promise.all([...this.live].map((call) => call.close()));
    const patience = new AbortController();
    await Promise.race([hangups, delay(HANGUP_MS, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    await this.userAgent.close();
    this.pacer.close();
    this.sounds.close();
    await this.speech.close();
  }
}
