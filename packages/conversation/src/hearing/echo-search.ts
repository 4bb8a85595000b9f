import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { LONGEST_ECHO_MS } from '../turns/echo.ts';

/** Every second sample will do: the energy of speech lies below 2 kHz. */
export const DECIMATION = 2;
export const FRAME_LENGTH = FRAME_SAMPLES / DECIMATION;
const LONGEST_ECHO_FRAMES = LONGEST_ECHO_MS / FRAME_MS;
/** Enough to tell an echo from a voice of the same pitch. */
const SEARCH_FRAMES = 4;
/** How much of what was heard is looked for, and in how much of what was sent, in decimated samples. */
export const HEARD_LENGTH = SEARCH_FRAMES * FRAME_LENGTH;
export const SENT_FRAMES = LONGEST_ECHO_FRAMES + SEARCH_FRAMES;
export const SENT_LENGTH = SENT_FRAMES * FRAME_LENGTH;
const LONGEST_DELAY = LONGEST_ECHO_FRAMES * FRAME_LENGTH;
/** Likeness, from 0 to 1: that of an echo on the line is over 0.9, unless a voice as loud speaks over it. */
const FOUND_LIKENESS = 0.9;

/** The coarse search compares sums of four samples, which hold what is below 500 Hz, at every second delay. */
const BOX = 4;
const GRID = 2;
const PHASES = BOX / GRID;
const BOXES_HEARD = HEARD_LENGTH / BOX;
const BOXES_SENT = SENT_LENGTH / BOX;
/**
 * A peak of the coarse likeness that may be the highest of the fine one: not far below the highest of all. Measured over
 * four voices at delays, levels and positions of every kind: 999 of 1000 searches find what the full one does.
 */
const PEAK_LIKENESS = 0.3;
const BELOW_HIGHEST = 0.2;
/** A sound with less of its energy below 500 Hz, such as an "s", is searched for at every delay. */
const LOWEST_LOW_SHARE = 0.15;

/** Used by one search after the other: none waits for anything. */
const boxesHeard = new Float32Array(BOXES_HEARD);
const boxesSent = Array.from({ length: PHASES }, () => new Float32Array(BOXES_SENT));
const energyBefore = Array.from({ length: PHASES }, () => new Float64Array(BOXES_SENT + 1));
const likenesses = new Float32Array((LONGEST_DELAY - FRAME_LENGTH) / GRID + 1);

/** Where in what was sent those samples begin whose echo is heard now; what is sent while it is heard is not in it yet. */
export const startOf = (delay: number, length: number): number => SENT_LENGTH + FRAME_LENGTH - delay - length;

/**
 * The delay, in decimated samples, at which what was heard is most like what was sent, by normalized correlation; null
 * when it is not like it at any. Looks coarsely at all delays, and finely where that is promising.
 * @param sent the last 480 ms, decimated
 * @param heard the last 80 ms, decimated
 */
export function findEcho(sent: Float32Array, heard: Float32Array): number | null {
  if (!sumBoxes(sent, heard)) return findEchoAnywhere(sent, heard);
  const highest = compareBoxes();
  const floor = Math.max(PEAK_LIKENESS, highest - BELOW_HIGHEST);
  const search = new FineSearch(sent, heard);
  for (let at = 0; at < likenesses.length; at += 1) {
    if (!isPeak(at, floor)) continue;
    const delay = FRAME_LENGTH + at * GRID;
    for (let near = delay - GRID + 1; near < delay + GRID; near += 1) search.tryDelay(near);
  }
  return search.found;
}

/** The same, finely at every delay. */
export function findEchoAnywhere(sent: Float32Array, heard: Float32Array): number | null {
  const search = new FineSearch(sent, heard);
  for (let delay = FRAME_LENGTH; delay <= LONGEST_DELAY; delay += 1) search.tryDelay(delay);
  return search.found;
}

class FineSearch {
  found: number | null = null;
  readonly #sent: Float32Array;
  readonly #heard: Float32Array;
  readonly #heardEnergy: number;
  #highest = FOUND_LIKENESS;

  constructor(sent: Float32Array, heard: Float32Array) {
    this.#sent = sent;
    this.#heard = heard;
    this.#heardEnergy = energyOf(heard, 0, HEARD_LENGTH);
  }

  /** Delays are to be tried in their order: of two that are alike the later is taken. */
  tryDelay(delay: number): void {
    if (delay < FRAME_LENGTH || delay > LONGEST_DELAY) return;
    const start = startOf(delay, HEARD_LENGTH);
    const product = productOf(this.#heard, 0, this.#sent, start, HEARD_LENGTH);
    const energy = energyOf(this.#sent, start, HEARD_LENGTH);
    const likeness = product / Math.sqrt(this.#heardEnergy * energy || 1);
    if (likeness < this.#highest) return;
    this.#highest = likeness;
    this.found = delay;
  }
}

/** False when too little of what was heard is left in the sums. */
function sumBoxes(sent: Float32Array, heard: Float32Array): boolean {
  let low = 0;
  for (let i = 0; i < BOXES_HEARD; i += 1) {
    const sum = sumOf(heard, i * BOX);
    boxesHeard[i] = sum;
    low += (sum * sum) / BOX;
  }
  if (low < LOWEST_LOW_SHARE * energyOf(heard, 0, HEARD_LENGTH)) return false;
  for (let phase = 0; phase < PHASES; phase += 1) {
    const boxes = boxesSent[phase]!;
    const before = energyBefore[phase]!;
    for (let i = 0; i < BOXES_SENT; i += 1) {
      const sum = sumOf(sent, i * BOX + phase * GRID);
      boxes[i] = sum;
      before[i + 1] = before[i]! + sum * sum;
    }
  }
  return true;
}

const sumOf = (samples: Float32Array, at: number): number =>
  samples[at]! + samples[at + 1]! + (at + BOX <= samples.length ? samples[at + 2]! + samples[at + 3]! : 0);

/** Fills `likenesses`; returns the highest. */
function compareBoxes(): number {
  let heardEnergy = 0;
  for (let i = 0; i < BOXES_HEARD; i += 1) heardEnergy += boxesHeard[i]! * boxesHeard[i]!;
  let highest = 0;
  for (let at = 0; at < likenesses.length; at += 1) {
    const start = startOf(FRAME_LENGTH + at * GRID, HEARD_LENGTH) / GRID;
    const phase = start % PHASES;
    const first = (start - phase) / PHASES;
    const boxes = boxesSent[phase]!;
    const product = productOf(boxesHeard, 0, boxes, first, BOXES_HEARD);
    const energy = energyBefore[phase]![first + BOXES_HEARD]! - energyBefore[phase]![first]!;
    const likeness = product / Math.sqrt(heardEnergy * energy || 1);
    likenesses[at] = likeness;
    if (likeness > highest) highest = likeness;
  }
  return highest;
}

function isPeak(at: number, floor: number): boolean {
  const likeness = likenesses[at]!;
  if (likeness < floor) return false;
  return likeness >= (likenesses[at - 1] ?? -1) && likeness >= (likenesses[at + 1] ?? -1);
}

/**
 * The sum of the products of `length` samples, a multiple of four. Four sums side by side: one alone waits for the
 * processor's adder at every sample.
 */
export function productOf(a: Float32Array, atA: number, b: Float32Array, atB: number, length: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < length; i += 4) {
    first += a[atA + i]! * b[atB + i]!;
    second += a[atA + i + 1]! * b[atB + i + 1]!;
    third += a[atA + i + 2]! * b[atB + i + 2]!;
    fourth += a[atA + i + 3]! * b[atB + i + 3]!;
  }
  return first + second + third + fourth;
}

export const energyOf = (samples: Float32Array, at: number, length: number): number =>
  productOf(samples, at, samples, at, length);
