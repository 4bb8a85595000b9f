const LONGEST_PACKET_MS = 120;
/** Configurations below are SILK alone, those below the other SILK and CELT together, the rest is CELT (RFC 6716 table 2). */
const HYBRID = 12;
const CELT = 16;
/** One frame of SILK; a frame of Opus has up to three of them. */
const LONGEST_SILK_FRAME_MS = 20;
/** Lengths from here on have a second byte (RFC 6716 section 3.2.1). */
const LONGEST_ONE_BYTE_LENGTH = 251;

/** Duration of one frame of a packet by the upper five bits of its first byte (RFC 6716 table 2). */
function frameMs(configuration: number): number {
  if (configuration < HYBRID) return [10, 20, 40, 60][configuration & 3]!;
  if (configuration < CELT) return [10, 20][configuration & 1]!;
  return [2.5, 5, 10, 20][configuration & 3]!;
}

/** How long the audio of a packet is, by its first bytes (RFC 6716 section 3.2). Null when that is no Opus packet. */
export function opusDurationMs(payload: Uint8Array): number | null {
  const [first, second] = payload;
  if (first === undefined) return null;
  const code = first & 3;
  if (code === 3 && second === undefined) return null;
  const frames = code === 0 ? 1 : code === 3 ? second! & 0x3f : 2;
  const durationMs = frames * frameMs(first >> 3);
  return frames > 0 && durationMs <= LONGEST_PACKET_MS ? durationMs : null;
}

/**
 * How long the audio before a packet is that the packet carries once more, at a lower rate: one frame, or 0. What says so is the
 * flag for low bit-rate redundancy (RFC 6716 section 4.2.4), behind the flags for voice activity; for two channels there are two.
 */
export function opusRedundantMs(payload: Uint8Array): number {
  const configuration = (payload[0] ?? 0) >> 3;
  if (opusDurationMs(payload) === null || configuration >= CELT) return 0;
  const flags = payload[firstFrameAt(payload)];
  // What a pause consists of: a frame of no length.
  if (flags === undefined) return 0;
  const durationMs = frameMs(configuration);
  const silkFrames = Math.max(1, durationMs / LONGEST_SILK_FRAME_MS);
  const isStereo = (payload[0]! & 4) !== 0;
  const isRedundant = ((flags >> (7 - silkFrames)) & 1) === 1;
  const isSideRedundant = isStereo && ((flags >> (6 - 2 * silkFrames)) & 1) === 1;
  return isRedundant || isSideRedundant ? durationMs : 0;
}

/** Where a packet's first frame begins (RFC 6716 section 3.2); at the end where that has no length. */
function firstFrameAt(payload: Uint8Array): number {
  const code = payload[0]! & 3;
  if (code < 2) return 1;
  if (code === 2) return behindLengths(payload, 1, 1);
  const count = payload[1]!;
  let at = 2;
  // Bytes of padding are at the end; how many, in as many bytes as it takes.
  if ((count & 0x40) !== 0) {
    while (payload[at] === 255) at += 1;
    at += 1;
  }
  return (count & 0x80) === 0 ? at : behindLengths(payload, at, (count & 0x3f) - 1);
}

function behindLengths(payload: Uint8Array, from: number, lengths: number): number {
  if (lengths > 0 && payload[from] === 0) return payload.length;
  let at = from;
  for (let i = 0; i < lengths; i++) at += (payload[at] ?? 0) > LONGEST_ONE_BYTE_LENGTH ? 2 : 1;
  return at;
}
