import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import type { Speech } from './speech.ts';

/** A sample of a speech; negative before its first one. */
export interface Place {
  speech: number;
  position: number;
}

/** Around where the speech stopped. */
const NEAR = SAMPLE_RATE_HZ;
const CLOSE = SAMPLE_RATE_HZ / 2;
/** Who stops in a word begins again a little before, where the sound faded; a closure may pass meanwhile. */
const AROUND = SAMPLE_RATE_HZ / 10;
/** So much tells where it is from; with more of it, it may have stopped again. */
const TELLING = 3 * FRAME_SAMPLES;
/** What was served longer ago is not said any more. */
const SERVED_WITHIN = 60 * SAMPLE_RATE_HZ;
const ENOUGH = 0.75;
/** A place is looked at closely when a part of the samples is alike. */
const SCREEN_STEP = 11;
const SCREENED = 0.5;
/** A frame may begin within a speech's first 20 ms, or have its beginning in it. */
const SLACK = FRAME_SAMPLES;

/**
 * Normalized correlation of the sound with the speech from `position` on: 1 is the same, at whatever level.
 * @param step only every so many samples are looked at
 */
export function likeness(sound: Int16Array, { samples }: Pick<Speech, 'samples'>, position: number, step = 1): number {
  let product = 0;
  let heard = 0;
  let served = 0;
  for (let index = 0; index < sound.length; index += step) {
    const at = position + index;
    const a = sound[index]!;
    const b = at >= 0 && at < samples.length ? samples[at]! : 0;
    product += a * b;
    heard += a * a;
    served += b * b;
  }
  return served === 0 || heard === 0 ? 0 : product / Math.sqrt(heard * served);
}

/**
 * Where the sound is from: where the speech stopped or faded, or at a word near there, or at the beginning of another that was
 * served by then, or else anywhere in what was served lately. Null when it is none of that.
 * @param at sample of the recording at which it was heard
 */
export function locate(sound: Int16Array, at: number, speeches: readonly Speech[], last: Place | null): Place | null {
  const served = speeches
    .map((speech, index) => ({ index, ...speech }))
    .filter(({ servedAt }) => servedAt <= at + FRAME_SAMPLES && servedAt > at - SERVED_WITHIN)
    .reverse();
  // "The" is the same word everywhere: what was said again, or left out, is rather short.
  const borders = last ? bordersBy(last, speeches[last.speech]!) : [];
  const likely = [
    ...borders.filter(({ position }) => Math.abs(position - last!.position) <= CLOSE),
    ...served.map(({ index }) => ({ speech: index, position: 0 })),
    ...borders,
  ];
  if (last) {
    const wentOn = best(sound, speeches, last.speech, last.position - 1, last.position + 2);
    if (wentOn.likeness >= ENOUGH) return wentOn.place;
    const resumed = best(sound, speeches, last.speech, last.position - AROUND, last.position + AROUND);
    if (resumed.likeness >= ENOUGH) return resumed.place;
  }
  for (const { speech, position } of likely) {
    const found = best(sound, speeches, speech, position - 1, position + 2);
    if (found.likeness >= ENOUGH) return found.place;
  }
  const near = last && best(sound, speeches, last.speech, last.position - NEAR, last.position + NEAR);
  if (near && near.likeness >= ENOUGH) return near.place;
  const begun = sound.subarray(0, TELLING);
  const restarted = last && best(begun, speeches, last.speech, last.position - AROUND, last.position + AROUND);
  if (restarted && restarted.likeness >= ENOUGH) return restarted.place;
  for (const { index, samples } of served) {
    const anywhere = best(sound, speeches, index, -SLACK, samples.length);
    if (anywhere.likeness >= ENOUGH) return anywhere.place;
  }
  return null;
}

/** The words around where it stopped: the nearest first. */
function bordersBy({ speech, position }: Place, { words }: Speech): Place[] {
  const distance = (from: number): number => Math.abs(from - position);
  const borders = words.map(({ from }) => from).filter((from) => distance(from) <= NEAR);
  return borders.sort((a, b) => distance(a) - distance(b)).map((each) => ({ speech, position: each }));
}

/** Of several places that are as much alike, as two that say the same word are, the first. */
function best(sound: Int16Array, speeches: readonly Speech[], speech: number, from: number, to: number) {
  let found = { place: { speech, position: from }, likeness: 0 };
  const end = Math.min(to, speeches[speech]!.samples.length);
  for (let position = Math.max(-SLACK, from); position < end; position += 1) {
    if (likeness(sound, speeches[speech]!, position, SCREEN_STEP) < SCREENED) continue;
    const alike = likeness(sound, speeches[speech]!, position);
    if (alike > found.likeness + 0.001) found = { place: { speech, position }, likeness: alike };
  }
  return found;
}
