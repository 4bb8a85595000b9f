import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordedClips } from '../../recordings/clips.ts';
import type { SpeechRequest } from '../../synthesis/speech-request.ts';
import { espeakClips } from './espeak.ts';
import { speakWithFestival } from './festival.ts';
import { speakWithFlite } from './flite.ts';
import { speakWithPico } from './pico.ts';
import type { Clip } from './speech-clip.ts';

const DIRECTORY = fileURLToPath(new URL('../../../node_modules/.cache/parley-turn-taking', import.meta.url));
/** Grows when clips are made in another way. */
const EDITION = 2;

const SYNTHESIZERS = {
  espeak: espeakClips,
  festival: speakWithFestival,
  flite: speakWithFlite,
  pico: speakWithPico,
  recorded: recordedClips,
};

/** Speech on disk: each text in each voice is synthesized once on a host. */
export const ClipStore = {
  /** Synthesizes what is missing. */
  prepare(requests: readonly SpeechRequest[]): void {
    const wanted = new Map(requests.map((request) => [keyOf(request), request]));
    const missing = [...wanted]
      .filter(([key, request]) => !read.has(key) && !existsSync(fileOf(request)))
      .map(([, request]) => request);
    if (missing.length > 0) mkdirSync(DIRECTORY, { recursive: true });
    for (const name of Object.keys(SYNTHESIZERS) as SpeechRequest['synthesizer'][]) {
      const batch = missing.filter(({ synthesizer }) => synthesizer === name);
      if (batch.length === 0) continue;
      const clips = SYNTHESIZERS[name](batch);
      for (const [index, request] of batch.entries()) write(fileOf(request), clips[index]!);
    }
  },

  /** Throws when it was not prepared. */
  get(request: SpeechRequest): Clip {
    const key = keyOf(request);
    const clip = read.get(key) ?? readClip(fileOf(request));
    read.set(key, clip);
    return clip;
  },
};

/** By key: what this process has used. */
const read = new Map<string, Clip>();

function readClip(file: string): Clip {
  const { pcm, words } = JSON.parse(readFileSync(file, 'utf8'));
  const bytes = Buffer.from(pcm, 'base64');
  return { samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)), words };
}

const keyOf = ({ synthesizer, voice, pitch, rate, text }: SpeechRequest): string =>
  JSON.stringify([EDITION, synthesizer, voice, pitch, rate, text]);

const fileOf = (request: SpeechRequest): string =>
  path.join(DIRECTORY, `${createHash('sha1').update(keyOf(request)).digest('hex')}.json`);

/** Two benches at a time may write the same clip. */
function write(file: string, { samples, words }: Clip): void {
  const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pcm, words }));
  renameSync(draft, file);
}
