import {
  AUDIO_CODECS,
  type AudioCodec,
  type AudioDecoder,
  type AudioRateHz,
  Concealer,
  DtmfDetector,
  type Frame,
  RateConverter,
  SAMPLE_RATE_HZ,
} from '@parley/audio';
import type { AgreedFormat } from './agreed-format.ts';
import { BackgroundLevel } from './background-level.ts';
import { ComfortNoise } from './comfort-noise.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { RtpPacket } from './packet.ts';
import type { PayloadSound } from './payload-sound.ts';
import { Reception } from './reception.ts';
import { TelephoneEventReceiver } from './telephone-event-receiver.ts';

/** No telephone sends more in one packet. */
const LONGEST_PAYLOAD_MS = 200;
const EVENT_PAYLOAD_BYTES = 4;
/** A level, and more coefficients than any filter has (RFC 3389 section 3). */
const LONGEST_NOISE_BYTES = 64;
/** Reports of a telephone event come at least this often while it lasts; sound that is missing then was never sent. */
const EVENT_INTERVAL_MS = 100;

/** Whether a packet is of a payload type and size that were agreed upon. */
export function isExpected({ payloadType, payload }: RtpPacket, format: AgreedFormat): boolean {
  const { length } = payload;
  if (format.telephoneEvents.has(payloadType)) return length >= EVENT_PAYLOAD_BYTES;
  if (payloadType === format.comfortNoisePayloadType) return length > 0 && length <= LONGEST_NOISE_BYTES;
  const codec = format.heard.get(payloadType);
  const durationMs = codec === undefined ? null : AUDIO_CODECS[codec].durationMs(payload);
  return durationMs !== null && durationMs <= LONGEST_PAYLOAD_MS;
}

/** The peer's packets on their way to sound: counted, ordered, decoded, concealed. */
export class IncomingStream {
  readonly reception = new Reception();
  packetsLate = 0;
  duplicates = 0;
  concealedFrames = 0;
  /** Of packets that were lost or late, and whose audio was in the packet behind them. */
  recoveredFrames = 0;
  /** On the clock that is passed in. */
  firstPacketAtMs: number | null = null;
  lastPacketAtMs: number | null = null;

  private format: AgreedFormat | null = null;
  private readonly rateHz: AudioRateHz;
  private readonly onDtmf: (digit: string) => void;
  private readonly events = new TelephoneEventReceiver();
  private lastEventAtMs = Number.NEGATIVE_INFINITY;
  /** Hears keys in the audio of a peer that cannot send them as events. */
  private tones: DtmfDetector | null = null;
  /** For the detector, which hears 8 kHz; null where frames have that rate. */
  private readonly narrower: RateConverter | null;
  private readonly background = new BackgroundLevel();
  private readonly jitterBuffer: JitterBuffer;
  private readonly concealer: Concealer;
  private readonly noise: ComfortNoise;
  private readonly sounds = new Map<AudioCodec, PayloadSound & { decoder: AudioDecoder }>();

  /** `rateHz`: of the frames that are pulled. */
  constructor(rateHz: AudioRateHz, onDtmf: (digit: string) => void) {
    this.rateHz = rateHz;
    this.onDtmf = onDtmf;
    this.jitterBuffer = new JitterBuffer({ rateHz, isQuiet: (frame) => this.background.isQuiet(frame) });
    this.concealer = new Concealer(rateHz);
    this.narrower = rateHz === SAMPLE_RATE_HZ ? null : new RateConverter(rateHz, SAMPLE_RATE_HZ);
    this.noise = new ComfortNoise(rateHz);
  }

  configure(format: AgreedFormat): void {
    this.format = format;
    this.tones = format.telephoneEvents.size === 0 ? (this.tones ?? new DtmfDetector()) : null;
    // Made now, since one of them takes a moment.
    for (const codec of format.heard.values()) this.soundOf(codec);
  }

  /** A packet of the peer that `isExpected`. */
  accept(packet: RtpPacket, nowMs: number): void {
    this.firstPacketAtMs ??= nowMs;
    this.lastPacketAtMs = nowMs;
    const { telephoneEvents, comfortNoisePayloadType, mayReceive, heard } = this.format!;
    const isEvent = telephoneEvents.has(packet.payloadType);
    const codec = heard.get(packet.payloadType);
    const clockRateHz = codec === undefined ? this.clockRateHz : AUDIO_CODECS[codec].clockRateHz;
    if (!this.reception.record(packet, nowMs, { timed: !isEvent, clockRateHz })) this.duplicates += 1;
    else if (isEvent) this.acceptEvent(packet, nowMs);
    else if (!mayReceive) return;
    else if (packet.payloadType === comfortNoisePayloadType) this.acceptNoise(packet);
    else this.acceptSound(packet, this.soundOf(codec!), nowMs);
  }

  /** The next 20 ms, valid until the next pull; null when there is nothing to hear. */
  pull(nowMs: number): { frame: Int16Array; concealed: boolean } | null {
    const playout = this.jitterBuffer.pull(nowMs);
    if (this.format === null || !this.format.mayReceive) return null;
    if (playout.type !== 'frame') {
      const noise = this.noise.frame(playout.type);
      if (noise !== null) return { frame: this.concealer.good(noise), concealed: false };
    }
    if (playout.type === 'empty') return null;
    if (playout.type === 'lost') {
      if (this.isEvent(nowMs)) return null;
      this.concealedFrames += 1;
      return { frame: this.concealer.conceal(), concealed: true };
    }
    if (playout.isRecovered) {
      if (this.isEvent(nowMs)) return null;
      this.recoveredFrames += 1;
    }
    this.noise.soundPlayed(this.jitterBuffer.playedSequenceNumber);
    const frame = this.concealer.good(playout.samples);
    this.background.hear(frame);
    if (this.tones !== null) this.listenForKeys(this.tones, frame);
    return { frame, concealed: false };
  }

  close(): void {
    for (const { decoder } of this.sounds.values()) decoder.close();
    this.sounds.clear();
  }

  private isEvent(nowMs: number): boolean {
    return nowMs - this.lastEventAtMs < EVENT_INTERVAL_MS;
  }

  private listenForKeys(tones: DtmfDetector, frame: Frame): void {
    const digit = tones.push(this.narrower?.convert(frame) ?? frame);
    if (digit !== null) this.onDtmf(digit);
  }

  /** Of what is sent, and so of what has no clock of its own. */
  private get clockRateHz(): number {
    return AUDIO_CODECS[this.format!.codec].clockRateHz;
  }

  private acceptNoise(packet: RtpPacket): void {
    this.noise.begin(packet);
    this.jitterBuffer.pushSoundless(packet, this.clockRateHz);
  }

  private acceptSound(packet: RtpPacket, sound: PayloadSound, nowMs: number): void {
    this.noise.endAt(packet);
    if (this.jitterBuffer.push(packet, sound, nowMs) === 'late') this.packetsLate += 1;
  }

  private acceptEvent(packet: RtpPacket, nowMs: number): void {
    this.lastEventAtMs = nowMs;
    const digit = this.events.receive(packet, this.clockRateHz);
    if (digit !== null) this.onDtmf(digit);
  }

  /** A decoder for each codec that the peer may send: it may change with every packet. */
  private soundOf(codec: AudioCodec): PayloadSound {
    const known = this.sounds.get(codec);
    if (known) return known;
    const { clockRateHz, durationMs, redundantMs, openDecoder } = AUDIO_CODECS[codec];
    const decoder = openDecoder(this.rateHz);
    const sound = {
      clockRateHz,
      durationMs: (payload: Uint8Array) => durationMs(payload) ?? 0,
      redundantMs: (payload: Uint8Array) => redundantMs?.(payload) ?? 0,
      decode: (payload: Uint8Array) => decoder.decode(payload),
      recover: (payload: Uint8Array) => decoder.recover?.(payload) ?? new Int16Array(0),
      decoder,
    };
    this.sounds.set(codec, sound);
    return sound;
  }
}
