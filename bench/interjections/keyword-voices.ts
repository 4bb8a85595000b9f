import { decodeG711, encodeG711 } from '@parley/audio';
import { packFor, trainingTexts } from '@parley/conversation/testing';
import { interruptingPhrases, listeningPhrases } from '@parley/providers';
import { asRecognized } from '@parley/providers/testing';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { ClipStore } from '../turn-taking/stimuli/clip-store.ts';
import { PHRASES } from '../turn-taking/stimuli/phrases.ts';
import { cutAtWords, withLevel } from '../turn-taking/stimuli/speech-clip.ts';
import { heardSound } from './heard-sound.ts';
import { stretched, tilted } from './voice-variants.ts';

/** Something short that is said over an agent, as the recognizer's decoder is given it. */
export interface KeywordVoice {
  speaker: string;
  accent: string;
  text: string;
  interrupts: boolean;
  sound: Int16Array[];
}

/** Variants of espeak-ng that no caller of a turn-taking case has, and no person in its room. */
const SPEAKERS = [
  ...['m4', 'croak', 'adam', 'Annie', 'Michael', 'rob', 'quincy', 'paul', 'Gene', 'Lee', 'zac', 'steph', 'pablo'],
  ...[
    'gustave',
    'victor',
    'Andy',
    'benjamin',
    'Denis',
    'Diogo',
    'edward',
    'edward2',
    'Gene2',
    'iven',
    'iven2',
    'iven3',
  ],
  ...['iven4', 'Jacky', 'kaukovalta', 'marcelo', 'Marco', 'max', 'michel', 'norbert', 'pedro', 'sandro', 'Nguyen'],
  ...['grandpa', 'steph2', 'steph3', 'klatt', 'klatt3', 'klatt5', 'klatt6', 'announcer', 'RicishayMax', 'RicishayMax2'],
  ...['RicishayMax3', 'UniRobot', 'Tweaky'],
];
const ACCENTS = [
  ...['en-us', 'en-us', 'en-gb-x-rp', 'en-gb-x-rp', 'en', 'en-gb-scotland', 'en-gb-scotland', 'en-029', 'en-029'],
  ...['en-gb-x-gbclan', 'en-gb-x-gbcwmd', 'en-us-nyc'],
];
const PICO = ['en-GB', 'en-US'];
const RMS_SHARE = 0.08;
const PICO_SHARE = 0.16;

const { backchannels } = packFor('en');
const measured = new Set([...PHRASES.measured.commands, ...PHRASES.unseen.commands]);
const COMMANDS = [...interruptingPhrases, ...PHRASES.tuning.commands].filter((text) => !measured.has(text));
/** What is said most, as often as all that there are phrases for. */
const COMMON = [
  'yeah',
  'okay',
  'right',
  'mm-hm',
  'uh-huh',
  'mhm',
  'mm',
  'sure',
  'i see',
  'yes',
  'oh okay',
  'got it',
  'good',
];
const COMMANDS_SHARE = 0.6;

/** Sentences that the end of a turn is learned from, which no case is. */
const sentences = [...trainingTexts('en').learned]
  .map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z' ]/g, ' ')
      .trim()
      .split(/\s+/),
  )
  .filter((words) => words.length >= 4)
  .map((words) => words.slice(0, 6));
const listener = new Set([...backchannels, ...listeningPhrases]);
/** They say nothing alone, or what listeners say as well. */
const OPEN = new Set([
  'i',
  'a',
  'the',
  'so',
  'and',
  'well',
  'um',
  'uh',
  'oh',
  'okay',
  'yes',
  'yeah',
  'ah',
  'hmm',
  'right',
]);
const LONGEST_SAMPLES = 6800;

interface Drawn {
  interrupts: boolean;
  text: string;
  /** So many words of it are heard. */
  words: number;
}

function drawText(draw: Draw, interrupts: boolean): Drawn {
  if (!interrupts) {
    const text = draw.of(draw.of([COMMON, listeningPhrases, backchannels]));
    return { interrupts, text, words: text.split(' ').length };
  }
  if (draw.isLess(COMMANDS_SHARE)) {
    const text = draw.of(COMMANDS);
    return { interrupts, text, words: text.split(' ').length };
  }
  const sentence = draw.of(sentences);
  const count = draw.between(1, 3);
  const first = sentence.slice(0, count);
  if ((OPEN.has(first[0]!) && count < 3) || listener.has(first.join(' '))) return drawText(draw, interrupts);
  return { interrupts, text: (draw.isLess(0.5) ? first : sentence).join(' '), words: count };
}

function drawVoice(draw: Draw): Omit<SpeechRequest, 'text'> & { accent: string; speaker: string } {
  if (draw.isLess(RMS_SHARE))
    return { synthesizer: 'flite', voice: 'rms', rate: 0, pitch: 0, accent: 'flite', speaker: 'rms' };
  if (draw.isLess(PICO_SHARE)) {
    const voice = draw.of(PICO);
    return {
      synthesizer: 'pico',
      voice,
      rate: draw.of([85, 100, 120]),
      pitch: draw.of([65, 80, 100]),
      accent: 'pico',
      speaker: voice,
    };
  }
  const [accent, speaker] = [draw.of(ACCENTS), draw.of(SPEAKERS)];
  const [pitch, rate] = [draw.of([25, 40, 55, 70]), draw.of([140, 160, 180, 200])];
  return { synthesizer: 'espeak', voice: `${accent}+${speaker}`, rate, pitch, accent, speaker };
}

/** So many, listeners and others in turn; the same at every run. Those that no detector takes for one voice are left out. */
export function keywordVoices(count: number): KeywordVoice[] {
  const drawn = Array.from({ length: count }, (_, index) => {
    const draw = new Draw(`keyword/${index}`);
    const said = drawText(draw, index % 2 === 1);
    const { accent, speaker, ...voice } = drawVoice(draw);
    const isWhole = voice.synthesizer !== 'espeak';
    const text = isWhole ? said.text.split(' ').slice(0, said.words).join(' ') : said.text;
    return { ...said, draw, accent, speaker, request: { ...voice, text } };
  });
  for (let from = 0; from < count; from += 1000)
    ClipStore.prepare(drawn.slice(from, from + 1000).map(({ request }) => request));
  return drawn.flatMap(({ interrupts, words, draw, accent, speaker, request }) => {
    const clip = ClipStore.get(request);
    const further = clip.words.length - words;
    const { samples, words: heard } = further > 0 ? cutAtWords(clip, [words, further])[0]! : clip;
    const varied = tilted(stretched(samples, draw.between(85, 118) / 100), (draw.between(-100, 100) / 100) * 0.45);
    if (varied.length > LONGEST_SAMPLES) return [];
    const { samples: levelled } = withLevel({ samples: varied, words: [] }, draw.between(-32, -16));
    const companded = draw.isLess(0.5) ? decodeG711('PCMU', encodeG711('PCMU', levelled)) : levelled;
    const sound = heardSound(companded, draw.isLess(0.6) ? draw.between(1, 1e9) : null, draw.between(-58, -46));
    if (sound === null) return [];
    const text = heard.map((word) => word.text).join(' ');
    return [{ speaker, accent, text, interrupts, sound: asRecognized(sound) }];
  });
}
