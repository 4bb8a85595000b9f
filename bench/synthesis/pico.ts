// Speaks with SVOX Pico, and finds when each word is said: the acoustic model of telephone speech is held against the words that
// are known (forced alignment). Reads a JSON array of {voice, text, said}, `said` being how the text is spelled for the voice;
// writes one of {pcm, words}, pcm as 8 kHz in base64, words in milliseconds.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as read } from 'node:stream/consumers';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import { wordsWithin } from './forced-alignment.ts';

interface Requested {
  voice: string;
  text: string;
  said: string;
}

function soundOf({ voice, said }: Requested, file: string): Int16Array {
  execFileSync('pico2wave', ['--lang', voice, '--wave', file, said]);
  const { sampleRateHz, samples } = readWav(readFileSync(file));
  return new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples);
}

const directory = mkdtempSync(path.join(tmpdir(), 'parley-pico-'));
const requests: Requested[] = JSON.parse(await read(process.stdin));
const spoken = requests.map((request) => {
  const sound = soundOf(request, path.join(directory, 'said.wav'));
  const pcm = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength).toString('base64');
  return { pcm, words: wordsWithin(sound, request.text) };
});
rmSync(directory, { recursive: true });
process.stdout.write(JSON.stringify(spoken));
