import type { JitterBuffer } from '../jitter-buffer.ts';
import type { RtpPacket } from '../packet.ts';
import type { PayloadSound } from '../payload-sound.ts';
import { packetOf } from './packets.ts';

/** A random source that gives the same numbers for the same seed (mulberry32), 0 to 1. */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Network {
  seconds: number;
  seed: number;
  /** Sound in one packet, in ms. */
  ptimeMs?: number;
  /** Share of packets that never arrive, or arrive twice. */
  loss?: number;
  duplication?: number;
  /** What the network adds to each packet's way; packets overtake each other when it varies by more than 20. */
  delayMs?: (packet: { index: number; sentMs: number; random: () => number }) => number;
  /** The sender's clock against the receiver's, in millionths: positive is fast. */
  driftPpm?: number;
  /** Where within 20 ms pulls happen, relative to sending. */
  phaseMs?: number;
  /** First sequence number and timestamp. */
  sequenceNumber?: number;
  timestamp?: number;
  /** Whether a packet is silent, and whether a silent one is sent at all. */
  isQuiet?: (sentMs: number) => boolean;
  suppressSilence?: boolean;
  /** How packets become sound. Default: BYTES_AS_SAMPLES. */
  sound?: PayloadSound;
  /** Whether this packet is lost, beside `loss`. */
  isLost?: (index: number) => boolean;
}

export interface Played {
  atMs: number;
  type: 'frame' | 'lost' | 'empty';
  /** Position in the audio of the sender, in samples, of the frame's first one; NaN without a frame. */
  position: number;
  /** From sending of the packet's end to playing; NaN without a frame. */
  delayMs: number;
  quiet: boolean;
  isRecovered: boolean;
}

const QUIET = 0x80;

/** Payload in which every sample tells its position (28 bits over 4 bytes of 7) and whether it is silent. */
export function labelled(position: number, length: number, quiet: boolean): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => {
    const at = position + i;
    const group = at >> 2;
    return ((group >> (7 * (at & 3))) & 0x7f) | (quiet ? QUIET : 0);
  });
}

/** The position that a payload's first samples tell. Packets here start at multiples of four samples. */
export function positionOf(samples: ArrayLike<number>): number {
  let group = 0;
  for (let i = 0; i < 4; i++) group |= (samples[i]! & 0x7f) << (7 * i);
  return group << 2;
}

export function isQuietFrame(samples: Int16Array): boolean {
  return samples.every((sample) => (sample & QUIET) !== 0);
}

/** Every byte is a sample. */
export const BYTES_AS_SAMPLES: PayloadSound = {
  clockRateHz: 8000,
  durationMs: (payload) => payload.length / 8,
  redundantMs: () => 0,
  decode: (payload) => Int16Array.from(payload),
  recover: () => new Int16Array(0),
};

/** Every packet carries the samples before its own as well: as many as it has. */
export const BYTES_AND_THOSE_BEFORE: PayloadSound = {
  ...BYTES_AS_SAMPLES,
  redundantMs: (payload) => payload.length / 8,
  recover: (payload) => {
    const quiet = payload.every((sample) => (sample & QUIET) !== 0);
    return Int16Array.from(labelled(positionOf(payload) - payload.length, payload.length, quiet));
  },
};

interface Arrival {
  packet: RtpPacket;
  atMs: number;
}

function send(network: Network): Arrival[] {
  const { seconds, seed, ptimeMs = 20, loss = 0, duplication = 0, delayMs = () => 0, driftPpm = 0 } = network;
  const random = seededRandom(seed);
  const arrivals: Arrival[] = [];
  let sequenceNumber = network.sequenceNumber ?? 100;
  let isFirst = true;
  for (let index = 0; index * ptimeMs < seconds * 1000; index++) {
    const sentMs = (index + 1) * ptimeMs * (1 - driftPpm / 1e6);
    const position = index * ptimeMs * 8;
    const quiet = network.isQuiet?.(index * ptimeMs) ?? false;
    if (quiet && network.suppressSilence) {
      isFirst = true;
      continue;
    }
    const packet = packetOf({
      marker: isFirst,
      sequenceNumber: sequenceNumber & 0xffff,
      timestamp: ((network.timestamp ?? 5000) + position) >>> 0,
      payload: labelled(position, ptimeMs * 8, quiet),
    });
    sequenceNumber += 1;
    isFirst = false;
    if (network.isLost?.(index) || random() < loss) continue;
    arrivals.push({ packet, atMs: sentMs + delayMs({ index, sentMs, random }) });
    if (random() < duplication) arrivals.push({ packet, atMs: sentMs + delayMs({ index, sentMs, random }) + 1 });
  }
  return arrivals.sort((a, b) => a.atMs - b.atMs);
}

/** Sends sound through a network into a jitter buffer and pulls it out, in virtual time. `onFrame` sees each frame played. */
export function transport(
  buffer: JitterBuffer,
  network: Network,
  onFrame: (frame: { samples: Int16Array }) => void = () => {},
): Played[] {
  const arrivals = send(network);
  const played: Played[] = [];
  let next = 0;
  const endMs = network.seconds * 1000 + 600;
  for (let atMs = network.phaseMs ?? 10; atMs < endMs; atMs += 20) {
    for (; next < arrivals.length && arrivals[next]!.atMs <= atMs; next++)
      buffer.push(arrivals[next]!.packet, network.sound ?? BYTES_AS_SAMPLES, arrivals[next]!.atMs);
    const playout = buffer.pull(atMs);
    if (playout.type === 'frame') onFrame(playout);
    const isFrame = playout.type === 'frame';
    const position = isFrame ? positionOf(playout.samples) : Number.NaN;
    const sentMs = (position / 8 + 20) * (1 - (network.driftPpm ?? 0) / 1e6);
    const quiet = isFrame && isQuietFrame(playout.samples);
    const isRecovered = isFrame && playout.isRecovered;
    played.push({ atMs, type: playout.type, position, delayMs: atMs - sentMs, quiet, isRecovered });
  }
  return played;
}
