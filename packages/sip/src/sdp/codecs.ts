import type { AudioCodec, OpusReception } from '@parley/rtp';

/** A codec under the payload type that a description gives it. */
export interface CodecMapping {
  readonly name: string; // upper case
  readonly payloadType: number;
  readonly clockRateHz: number;
  /** Of Opus, as far as the description says how it is heard. */
  readonly opusReception?: OpusReception;
}

/** The static payload types of RFC 3551 table 4: they need no rtpmap. */
export const STATIC_CODECS: ReadonlyMap<number, CodecMapping> = new Map(
  [
    { name: 'PCMU', payloadType: 0, clockRateHz: 8000 },
    { name: 'GSM', payloadType: 3, clockRateHz: 8000 },
    { name: 'G723', payloadType: 4, clockRateHz: 8000 },
    { name: 'PCMA', payloadType: 8, clockRateHz: 8000 },
    { name: 'G722', payloadType: 9, clockRateHz: 8000 }, // samples at 16 kHz; RFC 3551 section 4.5.2 keeps the old mistake
    { name: 'CN', payloadType: 13, clockRateHz: 8000 },
    { name: 'G728', payloadType: 15, clockRateHz: 8000 },
    { name: 'G729', payloadType: 18, clockRateHz: 8000 },
  ].map((codec) => [codec.payloadType, codec]),
);

/** What we offer; what is answered may have the peer's payload types. Dynamic ones are those that browsers use. */
export const OFFERED_CODECS: Readonly<Record<AudioCodec, CodecMapping & { readonly name: AudioCodec }>> = {
  PCMU: { name: 'PCMU', payloadType: 0, clockRateHz: 8000 },
  PCMA: { name: 'PCMA', payloadType: 8, clockRateHz: 8000 },
  G722: { name: 'G722', payloadType: 9, clockRateHz: 8000 },
  OPUS: { name: 'OPUS', payloadType: 111, clockRateHz: 48_000 },
};

/** Whether a peer's codec is this one of ours: G.722 at 16 000 and Opus at another clock than 48 000 are none. */
export function isCodec(mapping: CodecMapping, codec: AudioCodec): boolean {
  return mapping.name === codec && mapping.clockRateHz === OFFERED_CODECS[codec].clockRateHz;
}

/** How a codec is written in an rtpmap: RFC 7587 section 7 wants Opus with two channels, whatever is sent. */
export function encodingOf({ name, clockRateHz }: CodecMapping): string {
  return name === 'OPUS' ? `opus/${clockRateHz}/2` : `${name}/${clockRateHz}`;
}

/** Wideband is what is heard and sent (RFC 7587 section 6.1): a peer saves the rest. Lost packets are recovered from those behind them. */
export const OPUS_PARAMETERS = 'maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1';

/** What the parameters of Opus say of how it is heard; what they leave out, or say in another way than RFC 7587 section 6.1, has its default. */
export function opusReception(parameters: string): OpusReception {
  const values = new Map(
    parameters.split(';').map((parameter) => {
      const [name = '', value = ''] = parameter.split('=');
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
  const bitrate = values.get('maxaveragebitrate') ?? '';
  return {
    decodesFec: values.get('useinbandfec') === '1',
    mostBitsPerSecond: /^[1-9][0-9]{0,6}$/.test(bitrate) ? Number(bitrate) : null,
  };
}

/** RFC 4733: DTMF as packets, in the clock of the codec that it goes with. */
export const TELEPHONE_EVENT = 'telephone-event';
/** A payload type of telephone events. */
export interface TelephoneEventMapping {
  readonly payloadType: number;
  readonly clockRateHz: number;
}
/** The customary dynamic payload types. */
export const OFFERED_TELEPHONE_EVENTS: readonly TelephoneEventMapping[] = [
  { payloadType: 101, clockRateHz: 8000 },
  { payloadType: 110, clockRateHz: 48_000 },
];
/** The events that go with a codec: those of its clock, or those of 8 kHz, which some offer beside Opus as their only ones. */
export function eventsWith(
  events: readonly TelephoneEventMapping[],
  { clockRateHz }: CodecMapping,
): TelephoneEventMapping | null {
  const ofClock = (wantedHz: number) => events.find((event) => event.clockRateHz === wantedHz);
  return ofClock(clockRateHz) ?? ofClock(TELEPHONE_CLOCK_RATE_HZ) ?? null;
}
/** Digits, *, #, A–D and flash: RFC 4733 section 3.2. */
export const TELEPHONE_EVENT_RANGE = '0-16';
export const TELEPHONE_CLOCK_RATE_HZ = 8000;

/** 20 ms a packet: the default of RFC 3551 for these codecs, and what every gateway sends. */
export const PTIME_MS = 20;
