/** Positions in a stream's sound are counted in these, whatever its clock: samples at 8 kHz. */
export const POSITIONS_PER_MS = 8;

/** How the packets of one payload type become sound. */
export interface PayloadSound {
  /** Of their timestamps. */
  readonly clockRateHz: number;
  /** Sound in a payload that was found to be one of this type. */
  durationMs(payload: Uint8Array): number;
  /** Of the audio right before it, what the payload carries once more; 0 for most. */
  redundantMs(payload: Uint8Array): number;
  /** Its samples, at the rate of the player. In the order in which packets are played, each once. */
  decode(payload: Uint8Array): Int16Array;
  /** The samples of those `redundantMs`, in the place of a packet that is lost: before the payload itself is decoded. */
  recover(payload: Uint8Array): Int16Array;
}
