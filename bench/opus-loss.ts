// npm run bench:opus-loss [-- --seeds 5]: what redundancy in packets of Opus gives when packets are lost: how far the audio that is
// played is from that without loss. Needs Debian's espeak-ng and flite. docs/telephony.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AUDIO_CODECS, Concealer, Fourier, loadOpus, Resampler, readWav } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '5' } } });
const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const SPECTRUM = 512;
/** Quieter frames are pauses: their loss is not heard. */
const SPEECH_RMS = 200;
/** Of a segment, in dB: beyond these nothing is heard (as segmental SNR usually has it). */
const SNR_DB = { least: -10, most: 35 };
const BURST_PACKETS = 3;

const SENTENCES = [
  'The birch canoe slid on the smooth planks, and the boat rose with the tide.',
  'She said that the shipment left Chicago on Thursday, with sixty-six boxes of fresh fish.',
  'Please confirm your address: seven hundred fifteen Westchester Street, apartment three.',
  'The technician replaced the switch, but the statistics still show a six percent loss.',
  'Yes, that is fine. Could you send the invoice to my husband instead, please?',
];

function spoken(file: string, command: string, ...words: string[]): Int16Array {
  execFileSync(command, words, { stdio: 'ignore' });
  const { sampleRateHz, samples } = readWav(readFileSync(file));
  if (sampleRateHz === RATE_HZ) return samples;
  const resampler = new Resampler(sampleRateHz, RATE_HZ);
  return Int16Array.from([...resampler.process(samples), ...resampler.flush()]);
}

/** Every sentence in four voices. */
function speech(): Int16Array {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-opus-'));
  const file = path.join(directory, 'voice.wav');
  try {
    const sounds = SENTENCES.flatMap((text) => [
      ...['slt', 'rms'].map((voice) => spoken(file, 'flite', '-voice', voice, '-t', text, '-o', file)),
      ...['en-us+f2', 'en-gb+m3'].map((voice) => spoken(file, 'espeak-ng', '-v', voice, '-w', file, text)),
    ]);
    const whole = Int16Array.from(sounds.flatMap((sound) => [...sound]));
    return whole.subarray(0, whole.length - (whole.length % FRAME));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Packets of 20 ms for a peer that reports so much loss; 0: without redundancy. */
async function encoded(samples: Int16Array, lossPercent: number): Promise<Uint8Array[]> {
  const encoder = AUDIO_CODECS.OPUS.openEncoder(RATE_HZ);
  encoder.expectLoss?.(lossPercent);
  await new Promise(setImmediate);
  const out = new Uint8Array(1500);
  const packets: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += FRAME)
    packets.push(out.slice(0, encoder.encode(samples.subarray(at, at + FRAME), out)));
  encoder.close();
  return packets;
}

/** Whether each is lost: independently, or in runs of three on average (Gilbert). */
function losses(count: number, loss: number, isBursty: boolean, seed: number): boolean[] {
  const random = seededRandom(seed);
  const end = isBursty ? 1 / BURST_PACKETS : 1 - loss;
  const begin = (loss * end) / (1 - loss);
  let isLost = false;
  return Array.from({ length: count }, () => {
    isLost = isBursty ? random() < (isLost ? 1 - end : begin) : random() < loss;
    return isLost;
  });
}

/** What is played: as the jitter buffer does, where the packet behind is at hand in time. */
async function played(packets: readonly Uint8Array[], isLost: readonly boolean[]) {
  const decoder = AUDIO_CODECS.OPUS.openDecoder(RATE_HZ);
  await new Promise(setImmediate);
  const concealer = new Concealer(RATE_HZ);
  const recovered = new Set<number>();
  const frames = packets.map((packet, index) => {
    if (!isLost[index]) return concealer.good(decoder.decode(packet)).slice();
    const next = packets[index + 1];
    if (next === undefined || isLost[index + 1] || !AUDIO_CODECS.OPUS.redundantMs!(next)) return concealer.conceal();
    recovered.add(index);
    return concealer.good(decoder.recover!(next)).slice();
  });
  decoder.close();
  return { frames, recovered };
}

const fourier = new Fourier(SPECTRUM);
const WINDOW = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));

function logSpectrum(frame: Int16Array): Float64Array {
  const [real, imaginary] = [new Float64Array(SPECTRUM), new Float64Array(SPECTRUM)];
  for (let i = 0; i < FRAME; i++) real[i] = frame[i]! * WINDOW[i]!;
  fourier.forward(real, imaginary);
  return Float64Array.from(
    { length: SPECTRUM / 2 },
    (_, i) => 10 * Math.log10(real[i]! ** 2 + imaginary[i]! ** 2 + 1e3),
  );
}

interface Distance {
  snrDb: number;
  spectralDb: number;
}

function distance(frame: Int16Array, original: Int16Array): Distance {
  let [signal, error] = [0, 1];
  for (let i = 0; i < FRAME; i++) {
    signal += original[i]! ** 2;
    error += (frame[i]! - original[i]!) ** 2;
  }
  const snrDb = Math.min(SNR_DB.most, Math.max(SNR_DB.least, 10 * Math.log10(signal / error)));
  const [a, b] = [logSpectrum(frame), logSpectrum(original)];
  const spectralDb = Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length);
  return { snrDb, spectralDb };
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
const isSpeech = (frame: Int16Array) => Math.sqrt(frame.reduce((sum, s) => sum + s * s, 0) / FRAME) > SPEECH_RMS;
const shown = (distances: readonly Distance[]) =>
  `${mean(distances.map(({ snrDb }) => snrDb)).toFixed(1)} dB, ${mean(distances.map(({ spectralDb }) => spectralDb)).toFixed(2)} dB`;

await loadOpus();
const samples = speech();
const say = (line: string) => process.stdout.write(`${line}\n`);
say(
  `${(samples.length / RATE_HZ).toFixed(0)} s of speech; segmental SNR and log-spectral distance to the sound without loss`,
);
say('loss | redundancy | kbit/s | of lost speech recovered | frames that are lost | all of the speech');
for (const lossPercent of [5, 10, 20]) {
  for (const isBursty of [false, true]) {
    for (const expected of [0, lossPercent]) {
      const packets = await encoded(samples, expected);
      const { frames: whole } = await played(
        packets,
        packets.map(() => false),
      );
      const [lost, all]: [Distance[], Distance[]] = [[], []];
      let [lostSpeech, recoveredFrames] = [0, 0];
      for (let seed = 1; seed <= Number(values.seeds); seed++) {
        const isLost = losses(packets.length, lossPercent / 100, isBursty, seed);
        const { frames, recovered } = await played(packets, isLost);
        for (const [index, frame] of frames.entries()) {
          if (!isSpeech(whole[index]!)) continue;
          const each = distance(frame, whole[index]!);
          all.push(each);
          if (!isLost[index]) continue;
          lost.push(each);
          lostSpeech += 1;
          if (recovered.has(index)) recoveredFrames += 1;
        }
      }
      const kbits = (packets.reduce((sum, { length }) => sum + length, 0) * 8) / (packets.length * 20);
      say(
        `${lossPercent} % ${isBursty ? 'bursts' : 'random'} | ${expected > 0 ? 'with' : 'without'} | ${kbits.toFixed(1)} | ` +
          `${((100 * recoveredFrames) / lostSpeech).toFixed(0)} % | ${shown(lost)} | ${shown(all)}`,
      );
    }
  }
}
