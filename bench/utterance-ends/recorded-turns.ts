import { heardSound } from '../interjections/heard-sound.ts';
import { steelSkyLines } from '../recordings/steel-sky.ts';
import { wordsWithin } from '../synthesis/forced-alignment.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { clipOf, cutAtWords, withLevel } from '../turn-taking/stimuli/speech-clip.ts';
import type { SpokenCall, SpokenPiece } from './spoken-turns.ts';

/** What a sound says, by a model of any words, and how sure it is, 0 to 1. */
type Writer = (sound: Int16Array) => Promise<{ text: string; confidence: number }>;

/** Of the lines so many are taken: every sixth. */
const STEP = 6;
/** Less sure, too many of its words are others than were said. */
const SURE_FROM = 0.7;
const WORDS = { least: 4, most: 14 };
/** Each side of a break has so many words at least. */
const LEAST_WORDS = 2;

/** Words by which a line can be broken: how they are spoken, and behind how many of them no mark is written. */
function breakable(text: string): { words: string; places: number[] } | null {
  const written = text.split(/\s+/);
  const words = written.map((word) => word.toLowerCase().replace(/[^a-z']/g, ''));
  if (words.length < WORDS.least || words.length > WORDS.most || words.includes('')) return null;
  const places = written.flatMap((word, at) => (/[a-z']$/i.test(word) ? [at + 1] : []));
  return {
    words: words.join(' '),
    places: places.filter((place) => place >= LEAST_WORDS && place <= words.length - LEAST_WORDS),
  };
}

/**
 * What people said as it was recorded, each line once whole, and once broken off within a clause; to an agent that expects
 * nothing of it. Which words they are the model of any words tells, which hears whole lines well. The same at every run.
 */
export async function recordedCalls(write: Writer): Promise<SpokenCall[]> {
  const calls: SpokenCall[] = [];
  for (const [index, { name, sound }] of steelSkyLines().entries()) {
    if (index % STEP !== 0) continue;
    const samples = sound();
    const { text, confidence } = await write(samples);
    const line = confidence < SURE_FROM ? null : breakable(text);
    if (line !== null && line.places.length > 0)
      calls.push({ speaker: name, hints: [], pieces: piecesOf(samples, line, new Draw(`recorded turn/${name}`)) });
  }
  return calls;
}

function piecesOf(samples: Int16Array, line: { words: string; places: number[] }, draw: Draw): SpokenPiece[] {
  const clip = withLevel(clipOf(samples, wordsWithin(samples, line.words)), draw.between(-30, -16));
  const place = draw.of(line.places);
  const noiseSeed = draw.isLess(0.5) ? draw.between(1, 1e9) : null;
  const broken = cutAtWords(clip, [place, clip.words.length - place])[0]!;
  return [
    { isEnd: true, said: clip.samples },
    { isEnd: false, said: broken.samples },
  ].flatMap(({ isEnd, said }) => {
    const heard = heardSound(said, noiseSeed);
    return heard === null ? [] : [{ isEnd, question: null, sound: heard }];
  });
}
