import { describe, expect, it } from 'vitest';
import { Concealer } from './concealer.ts';
import { levelDbfs } from './level.ts';
import { addNoise, addSine, babble, seededRandom, toFrames, toPcm } from './testing/signals.ts';

/** A voiced sound: harmonics of a pitch that does not fit into frames. */
function voiced(pitchHz: number, seconds: number): Int16Array {
  const samples = new Float64Array(seconds * 8000);
  for (let harmonic = 1; harmonic <= 6; harmonic++)
    addSine(samples, { frequencyHz: harmonic * pitchHz, peak: 5000 / harmonic, phase: harmonic });
  return toPcm(samples);
}

/** Plays frames, with those in `lost` replaced by concealment. */
function playWithLoss(frames: Int16Array[], lost: (index: number) => boolean): Int16Array {
  const concealer = new Concealer(8000);
  return Int16Array.from(frames.flatMap((frame, i) => [...(lost(i) ? concealer.conceal() : concealer.good(frame))]));
}

function steepest(samples: Int16Array): number {
  let largest = 0;
  for (let i = 1; i < samples.length; i++) largest = Math.max(largest, Math.abs(samples[i]! - samples[i - 1]!));
  return largest;
}

function errorDb(heard: Int16Array, sent: Int16Array): number {
  const difference = heard.map((sample, i) => sample - sent[i]!);
  return levelDbfs(difference) - levelDbfs(sent);
}

describe('Concealer', () => {
  it('passes good frames through untouched', () => {
    const concealer = new Concealer(8000);
    for (const frame of toFrames(babble(1, 120, 1))) expect(concealer.good(frame)).toBe(frame);
  });

  it.each([70, 83, 110, 143, 190, 260, 400])('continues a voice of %i Hz nearly as it was', (pitchHz) => {
    const sent = voiced(pitchHz, 0.4);
    const heard = playWithLoss(toFrames(sent), (i) => i === 10);
    const gap = (samples: Int16Array) => samples.subarray(1600, 1760);
    expect(errorDb(gap(heard), gap(sent))).toBeLessThan(-9);
  });

  it.each([83, 110, 190])('never clicks, at %i Hz: entry, change of length and recovery are smooth', (pitchHz) => {
    const sent = voiced(pitchHz, 1);
    for (const run of [1, 2, 3, 5]) {
      const heard = playWithLoss(toFrames(sent), (i) => i >= 12 && i < 12 + run);
      expect(steepest(heard)).toBeLessThan(1.3 * steepest(sent));
    }
  });

  it('does not click where nothing repeats: a hum slower than any pitch', () => {
    const hum = new Float64Array(4000);
    addSine(hum, { frequencyHz: 45, peak: 12_000 });
    const sent = toPcm(hum);
    for (let at = 4; at < 20; at++) {
      const heard = playWithLoss(toFrames(sent), (i) => i === at);
      const entry = heard.subarray(at * 160 - 1, at * 160 + 2);
      expect(steepest(entry)).toBeLessThan(3 * steepest(sent));
    }
  });

  it('keeps its level for 10 ms, then fades to silence at 60 ms', () => {
    const concealer = new Concealer(8000);
    const frames = toFrames(voiced(100, 0.3));
    for (const frame of frames) concealer.good(frame);
    const before = levelDbfs(frames.at(-1)!);
    const first = concealer.conceal();
    expect(Math.abs(levelDbfs(first.subarray(0, 80)) - before)).toBeLessThan(1.5);
    const levels = [first, concealer.conceal(), concealer.conceal()].map(levelDbfs);
    expect(levels[1]).toBeLessThan(levels[0]! - 2);
    expect(levels[2]).toBeLessThan(levels[1]! - 5);
    for (let i = 0; i < 20; i++) expect(new Set(concealer.conceal())).toEqual(new Set([0]));
  });

  it('returns to the true sound within 10 ms of a good frame, without changing the frame it was given', () => {
    const frames = toFrames(voiced(120, 0.5));
    const concealer = new Concealer(8000);
    for (const frame of frames.slice(0, 10)) concealer.good(frame);
    for (let i = 0; i < 4; i++) concealer.conceal();
    const given = frames[14]!;
    const copy = given.slice();
    const heard = concealer.good(given);
    expect(given).toEqual(copy);
    expect(heard.subarray(80)).toEqual(given.subarray(80));
    expect(concealer.good(frames[15]!)).toBe(frames[15]);
  });

  it('gives silence when there is nothing to continue', () => {
    expect(new Set(new Concealer(8000).conceal())).toEqual(new Set([0]));
  });

  it('stays in range, whatever it continues', () => {
    const loud = toPcm(Float64Array.from({ length: 3200 }, (_, i) => (i % 37 < 18 ? 40_000 : -40_000)));
    const heard = playWithLoss(toFrames(loud), (i) => i % 4 === 3);
    expect(Math.max(...heard)).toBeLessThanOrEqual(32767);
    const noise = new Float64Array(3200);
    addNoise(noise, 2000, seededRandom(3));
    const noisy = playWithLoss(toFrames(toPcm(noise)), (i) => i === 10);
    expect(levelDbfs(noisy.subarray(1600, 1680))).toBeGreaterThan(-27);
    expect(levelDbfs(noisy.subarray(1600, 1680))).toBeLessThan(-20);
  });

  it('is much closer to speech than silence would be, at 5 % loss', () => {
    const random = seededRandom(11);
    const sent = babble(20, 125, 2);
    const frames = toFrames(sent);
    const lost = frames.map(() => random() < 0.05);
    const heard = playWithLoss(frames, (i) => lost[i]!).subarray(0, sent.length);
    const muted = sent.map((sample, i) => (lost[Math.floor(i / 160)] ? 0 : sample));
    expect(errorDb(heard, sent)).toBeLessThan(errorDb(muted, sent) - 2);
  });
});
