import { createRequire } from 'node:module';
import path from 'node:path';
import { levelDbfs, SAMPLE_RATE_HZ } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import createModule, { type SoundSwallowerModule } from 'soundswallower';

/** No path is given up: the words are known. */
const SEARCH = { beam: 1e-200, pbeam: 1e-200, wbeam: 1e-200, topn: 4, bestpath: false };
/** Not in its dictionary. */
const WORDS: [string, string][] = [
  ['mm-hm', 'AH M HH AH M'],
  ['erm', 'AH M'],
];
/** What the acoustic model is used to: speech at this level with a hiss behind it, and some of that before it. */
const LOUDEST_DBFS = -27;
const HISS = 4;
const LEAD_MS = 200;
const FRAME_SAMPLES = SAMPLE_RATE_HZ / 50;
const FULL_SCALE = 32_768;

const soundswallower = createRequire(import.meta.url).resolve('soundswallower');
const modelBase = path.join(path.dirname(soundswallower), 'model', path.sep);
const module = await createModule({ modelBase, print: () => {}, printErr: () => {} } as Partial<SoundSwallowerModule>);
const decoder = new module.Decoder({ samprate: SAMPLE_RATE_HZ, loglevel: 'FATAL', ...SEARCH });
await decoder.initialize();
decoder.add_words(...WORDS);

function asExpected(sound: Int16Array): Float32Array {
  const frames = Array.from({ length: Math.floor(sound.length / FRAME_SAMPLES) }, (_, at) =>
    levelDbfs(sound.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
  );
  const gain = 10 ** ((LOUDEST_DBFS - Math.max(...frames)) / 20);
  const lead = (LEAD_MS * SAMPLE_RATE_HZ) / 1000;
  const random = seededRandom(1);
  return Float32Array.from({ length: sound.length + 2 * lead }, (_, at) => {
    const sample = sound[at - lead] ?? 0;
    return (sample * gain + (random() - 0.5) * HISS) / FULL_SCALE;
  });
}

interface Word {
  text: string;
  startMs: number;
  endMs: number;
}

/** Words of equal length, where the dictionary lacks one. */
function evenWords(words: readonly string[], sound: Int16Array): Word[] {
  const wordMs = (sound.length * 1000) / SAMPLE_RATE_HZ / words.length;
  return words.map((text, at) => ({ text, startMs: at * wordMs, endMs: (at + 1) * wordMs }));
}

/** When each word of the text is said in the sound of 8 kHz, in milliseconds of it. Throws where the sound says something else. */
export function wordsWithin(sound: Int16Array, text: string): Word[] {
  const words = text.split(' ');
  if (!words.every((word) => decoder.lookup_word(word))) return evenWords(words, sound);
  decoder.set_align_text(text);
  decoder.start();
  decoder.process_audio(asExpected(sound), false, true);
  decoder.stop();
  const { w: segments = [] } = decoder.get_alignment();
  const found = segments.filter(({ t }) => !/^[<[(]/.test(t));
  if (found.length !== words.length) throw new Error(`other words are found than those of: ${text}`);
  return found.map(({ b, d }, at) => ({
    text: words[at]!,
    startMs: Math.max(0, b * 1000 - LEAD_MS),
    endMs: (b + d) * 1000 - LEAD_MS,
  }));
}
