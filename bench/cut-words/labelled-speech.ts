import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import { type Label, type SpokenText, speakWithEspeak } from '../synthesis/espeak.ts';
import type { SpeechRequest } from '../synthesis/speech-request.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/parley-cut-words', import.meta.url));
const EDITION = 2;

/** Speech with what is said when, which only the bench knows. */
export interface LabelledSpeech extends SpokenText {
  request: SpeechRequest;
}

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Each is synthesized once on a host. */
export function labelledSpeech(requests: readonly SpeechRequest[]): LabelledSpeech[] {
  mkdirSync(CACHE, { recursive: true });
  for (const synthesizer of ['espeak', 'flite', 'festival'] as const) {
    const missing = requests.filter((each) => each.synthesizer === synthesizer && !existsSync(fileOf(each)));
    if (missing.length === 0) continue;
    const spoken = SYNTHESIZERS[synthesizer](missing);
    for (const [index, { samples, words, phones }] of spoken.entries()) {
      const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
      writeFileSync(fileOf(missing[index]!), JSON.stringify({ pcm, words, phones }));
    }
  }
  return requests.map((request) => {
    const { pcm, words, phones } = JSON.parse(readFileSync(fileOf(request), 'utf8'));
    const bytes = Buffer.from(pcm, 'base64');
    return trimmed({ request, samples: new Int16Array(Uint8Array.from(bytes).buffer), words, phones });
  });
}

const fileOf = (request: SpeechRequest): string =>
  path.join(
    CACHE,
    `${createHash('sha1')
      .update(JSON.stringify([EDITION, request]))
      .digest('hex')}.json`,
  );

function spokenByFestival(requests: readonly SpeechRequest[]): SpokenText[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-festival-'));
  try {
    const script = path.join(directory, 'speak.scm');
    const fileFor = (index: number) => path.join(directory, `${index}.wav`);
    writeFileSync(script, requests.map((request, index) => festivalCommands(request, fileFor(index))).join('\n'));
    const output = execFileSync('festival', ['-b', script], { maxBuffer: 1 << 28 }).toString();
    return output
      .split('utterance\n')
      .slice(1)
      .map((told, index) => {
        const { sampleRateHz, samples } = readWav(readFileSync(fileFor(index)));
        const [tokens, segments] = told.split('segments\n').map((part) =>
          part
            .trim()
            .split('\n')
            .map((line) => line.split(' ')),
        );
        const { text } = requests[index]!;
        const words = wordsOf(text);
        if (words.length !== tokens!.length) throw new Error(`Festival tells other words than those of: ${text}`);
        return {
          samples: new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples),
          // A comma is a word of Festival's without any audio, at no time.
          words: words.map((name, i) => ({
            name,
            startMs: Number(tokens![i]![0]) * 1000,
            endMs: Math.max(...tokens![i]!.map(Number)) * 1000,
          })),
          phones: phonesOf(segments!.map(([name, end]) => ({ name: name!, endMs: Number(end) * 1000 }))),
        };
      });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const festivalCommands = ({ voice, text }: SpeechRequest, file: string): string => `(voice_${voice})
(set! spoken (utt.synth (Utterance Text "${text}")))
(format t "utterance\\n")
(mapcar (lambda (token)
    (if (item.daughters token)
      (begin
        (mapcar (lambda (word) (format t "%f %f " (item.feat word "word_start") (item.feat word "word_end"))) (item.daughters token))
        (format t "\\n"))))
  (utt.relation.items spoken 'Token))
(format t "segments\\n")
(mapcar (lambda (segment) (format t "%s %f\\n" (item.name segment) (item.feat segment "end"))) (utt.relation.items spoken 'Segment))
(utt.save.wave spoken "${file}" 'riff)`;

const phonesOf = (ends: readonly { name: string; endMs: number }[]): Label[] =>
  ends.map(({ name, endMs }, i) => ({ name, startMs: ends[i - 1]?.endMs ?? 0, endMs }));

/** Its command line tells when each phone is said, and of its words nothing. */
function spokenByFlite(requests: readonly SpeechRequest[]): SpokenText[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-flite-'));
  try {
    const file = path.join(directory, 'voice.wav');
    return requests.map(({ voice, text }) => {
      const printed = execFileSync('flite', ['-voice', voice, '-psdur', '-t', text, '-o', file]).toString();
      const { sampleRateHz, samples } = readWav(readFileSync(file));
      const ends = printed
        .trim()
        .split(/\s+/)
        .map((each) => each.split(':'));
      return {
        samples: new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples),
        words: [],
        phones: phonesOf(ends.map(([name, end]) => ({ name: name!, endMs: Number(end) * 1000 }))),
      };
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const SYNTHESIZERS = { espeak: speakWithEspeak, flite: spokenByFlite, festival: spokenByFestival };

/** In a word's time there may be the pause behind it: its end is where it is heard last. */
const BLOCK = SAMPLE_RATE_HZ / 200;
const AUDIBLE_BELOW_PEAK = 10 ** (-38 / 20);

/** Without the silence around it, as vendors give it. */
function trimmed({ request, samples, words, phones }: LabelledSpeech): LabelledSpeech {
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += BLOCK)
    levels.push(Math.sqrt(samples.subarray(at, at + BLOCK).reduce((sum, each) => sum + each * each, 0) / BLOCK));
  const floor = Math.max(...levels) * AUDIBLE_BELOW_PEAK;
  const first = Math.max(0, levels.findIndex((level) => level > floor) - 4);
  const last = levels.findLastIndex((level) => level > floor) + 12;
  const msOf = (block: number) => (block * BLOCK * 1000) / SAMPLE_RATE_HZ;
  const shifted = (label: Label): Label => ({
    ...label,
    startMs: label.startMs - msOf(first),
    endMs: label.endMs - msOf(first),
  });
  const audible = (word: Label): Label => {
    const [from, to] = [word.startMs, word.endMs].map((ms) => Math.round(ms / msOf(1)));
    const within = levels.slice(from, to);
    const heard = within.findLastIndex((level) => level > floor);
    const begun = within.findIndex((level) => level > floor);
    return heard < 0 ? word : { ...word, startMs: msOf(from! + begun), endMs: msOf(from! + heard + 1) };
  };
  return {
    request,
    samples: samples.slice(first * BLOCK, last * BLOCK),
    words: words.map((word) => shifted(audible(word))),
    phones: phones.map(shifted),
  };
}
