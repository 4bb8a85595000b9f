/** The rates that audio has within Parley: of narrowband and of wideband calls. */
export type AudioRateHz = 8000 | 16_000;

/** What can be negotiated, by RTP encoding name in upper case. */
export type AudioCodec = 'PCMU' | 'PCMA' | 'G722' | 'OPUS';

/** Sound into payloads, one after the other. One for each stream. */
export interface AudioEncoder {
  /** Samples at the encoder's rate, for one packet. Writes to the start of `out`; returns how many bytes. */
  encode(samples: Int16Array, out: Uint8Array): number;
  /** So much is lost on the way, in whole percent: packets carry sound of those before them, as far as the codec can. 0: none. */
  expectLoss?(percent: number): void;
  /** The most that packets may take on average, in bits per second, as far as the codec can go down; null: what suits it. */
  limitBitrate?(bitsPerSecond: number | null): void;
  /** Idempotent. */
  close(): void;
}

/** Payloads into audio, in the order in which they are played. One for each stream. */
export interface AudioDecoder {
  /** One packet's payload; its samples at the decoder's rate are the caller's. What cannot be decoded is silence. */
  decode(payload: Uint8Array): Int16Array;
  /** What the payload carries of the audio before it, in the place of a packet that is lost; then the payload itself is decoded. */
  recover?(payload: Uint8Array): Int16Array;
  /** Idempotent. */
  close(): void;
}
