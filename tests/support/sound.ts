import { readWav } from '@parley/audio';

const WINDOW_MS = 20;
/** Below it is the noise of µ-law silence; speech of the built-in voices is 20 dB above it. */
const SPEECH_DBFS = -45;

export interface Sound {
  startS: number;
  endS: number;
}

export async function fetchWav(url: string): Promise<ReturnType<typeof readWav>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the recording answers ${response.status}`);
  return readWav(new Uint8Array(await response.arrayBuffer()));
}

function channelOf(wav: ReturnType<typeof readWav>, channel: number): Float64Array {
  const samples = new Float64Array(Math.floor(wav.samples.length / wav.channels));
  for (let index = 0; index < samples.length; index += 1) samples[index] = wav.samples[index * wav.channels + channel]!;
  return samples;
}

/** Stretches with audio in them, in seconds; pauses shorter than 300 ms belong to the stretch. */
export function stretchesOfSound(wav: ReturnType<typeof readWav>, channel: number): Sound[] {
  const samples = channelOf(wav, channel);
  const size = (wav.sampleRateHz * WINDOW_MS) / 1000;
  const found: Sound[] = [];
  for (let start = 0; start + size <= samples.length; start += size) {
    let energy = 0;
    for (let index = start; index < start + size; index += 1) energy += samples[index]! ** 2;
    const dbfs = 10 * Math.log10(energy / size / 32_768 ** 2 + 1e-12);
    if (dbfs < SPEECH_DBFS) continue;
    const startS = start / wav.sampleRateHz;
    const endS = (start + size) / wav.sampleRateHz;
    const last = found.at(-1);
    if (last && startS - last.endS < 0.3) last.endS = endS;
    else found.push({ startS, endS });
  }
  return found;
}

/** Seconds in which a channel is little but this tone. */
export function secondsOfTone(wav: ReturnType<typeof readWav>, channel: number, toneHz: number): number {
  const samples = channelOf(wav, channel);
  const size = (wav.sampleRateHz * WINDOW_MS) / 1000;
  let windows = 0;
  for (let start = 0; start + size <= samples.length; start += size) {
    let [energy, real, imaginary] = [0, 0, 0];
    for (let index = start; index < start + size; index += 1) {
      const phase = (2 * Math.PI * toneHz * index) / wav.sampleRateHz;
      energy += samples[index]! ** 2;
      real += samples[index]! * Math.cos(phase);
      imaginary += samples[index]! * Math.sin(phase);
    }
    const share = (2 * (real ** 2 + imaginary ** 2)) / size / (energy + 1);
    if (share > 0.5 && energy / size > 32_768 ** 2 * 10 ** (SPEECH_DBFS / 10)) windows += 1;
  }
  return (windows * WINDOW_MS) / 1000;
}

/** Seconds of audio between two times. */
export function soundBetween(stretches: Sound[], startS: number, endS: number): number {
  return stretches.reduce(
    (sum, sound) => sum + Math.max(0, Math.min(endS, sound.endS) - Math.max(startS, sound.startS)),
    0,
  );
}
