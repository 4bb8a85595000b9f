import type { AudioCodec, AudioDecoder, AudioEncoder, AudioRateHz } from './audio-codec.ts';
import { G711Decoder, G711Encoder } from './g711-codec.ts';
import { G722Decoder, G722Encoder } from './g722.ts';
import { OpusDecoder, OpusEncoder } from './opus.ts';
import { opusDurationMs, opusRedundantMs } from './opus-packet.ts';

const BYTES_PER_MS = 8;

interface Codec {
  /** Of its RTP timestamps. */
  readonly clockRateHz: 8000 | 48_000;
  /** What its audio is worth. */
  readonly rateHz: AudioRateHz;
  /** Sound in a payload; null when it is none of this codec's. */
  readonly durationMs: (payload: Uint8Array) => number | null;
  /** Of that before a payload of this codec's, what the payload carries once more; left out: nothing, ever. */
  readonly redundantMs?: (payload: Uint8Array) => number;
  readonly openEncoder: (rateHz: AudioRateHz) => AudioEncoder;
  readonly openDecoder: (rateHz: AudioRateHz) => AudioDecoder;
}

/** One byte for each step of the clock. */
const durationByBytes = ({ length }: Uint8Array) => (length > 0 ? length / BYTES_PER_MS : null);

const narrowband = (codec: 'PCMU' | 'PCMA'): Codec => ({
  clockRateHz: 8000,
  rateHz: 8000,
  durationMs: durationByBytes,
  openEncoder: (rateHz) => new G711Encoder(codec, rateHz),
  openDecoder: (rateHz) => new G711Decoder(codec, rateHz),
});

/** All codecs of RTP. The clock of G.722 is half its rate: RFC 3551 section 4.5.2 keeps an old mistake. */
export const AUDIO_CODECS: Readonly<Record<AudioCodec, Codec>> = {
  PCMU: narrowband('PCMU'),
  PCMA: narrowband('PCMA'),
  G722: {
    clockRateHz: 8000,
    rateHz: 16_000,
    durationMs: durationByBytes,
    openEncoder: (rateHz) => new G722Encoder(rateHz),
    openDecoder: (rateHz) => new G722Decoder(rateHz),
  },
  OPUS: {
    clockRateHz: 48_000,
    rateHz: 16_000,
    durationMs: opusDurationMs,
    redundantMs: opusRedundantMs,
    openEncoder: (rateHz) => new OpusEncoder(rateHz),
    openDecoder: (rateHz) => new OpusDecoder(rateHz),
  },
};
