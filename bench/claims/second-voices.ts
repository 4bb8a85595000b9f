import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { VoiceTracker } from '@parley/conversation';
import { CLAIM_SOUND, claimFeatures, packFor, trainingTexts } from '@parley/conversation/testing';
import { createVoiceActivityDetector } from '@parley/providers';
import { PinkNoise } from '@parley/simulated-phone';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { ClipStore } from '../turn-taking/stimuli/clip-store.ts';
import { withLevel } from '../turn-taking/stimuli/speech-clip.ts';

/** What is said behind a listener's word, as far as it is heard before its first word is known. */
export interface SecondVoice {
  speaker: string;
  text: string;
  claims: boolean;
  features: Float32Array;
}

/** Voices that no caller of a turn-taking case has; some are of people in the room. */
const SPEAKERS = [
  ...['m2', 'm4', 'f1', 'croak', 'adam', 'Annie', 'Michael', 'belinda', 'rob', 'quincy', 'paul', 'Gene', 'Lee', 'zac'],
  ...['steph', 'Henrique', 'pablo', 'gustave', 'victor', 'Alex', 'Alicia', 'Andy', 'antonio', 'benjamin', 'boris'],
  ...['Denis', 'Diogo', 'edward', 'edward2', 'Gene2', 'Hugo', 'iven', 'iven2', 'Jacky', 'john', 'kaukovalta'],
  ...['marcelo', 'Marco', 'Mario', 'max', 'michel', 'miguel', 'Mike', 'norbert', 'pedro', 'robert', 'sandro', 'shelby'],
  ...['travis', 'Nguyen', 'Storm', 'grandpa', 'steph2', 'steph3'],
];
const FLITE = ['rms', 'slt', 'kal16'];
const ACCENTS = ['en-us', 'en-us', 'en-gb-x-rp', 'en', 'en-gb-x-gbclan'];

/** What listeners say most. */
const COMMON = [
  ...['yeah', 'okay', 'right', 'mm-hm', 'uh-huh', 'mhm', 'sure', 'i see', 'yes', 'oh okay', 'yeah okay', 'got it'],
  ...['good', 'alright', 'great', 'oh', 'ah', 'aha', 'hmm'],
];
/** What claims begin with behind "yeah" and "okay". */
const JOINTS = ['', '', '', 'so ', 'and ', 'because ', 'no ', 'then ', 'well ', 'actually '];
const BUT = 'but ';
const BUT_SHARE = 0.4;
const COMMON_SHARE = 0.75;
const FLITE_SHARE = 0.12;
const NOISE_DBOV = -50;
/** Of a first-order filter: telephones are brighter or darker. */
const STEEPEST_TILT = 0.45;
const LEAD_FRAMES = 60;
/** Before this a detector may take the beginning of the noise for a voice. */
const SETTLED_FRAMES = LEAD_FRAMES - 5;
const TAIL_FRAMES = 30;
const CLIPS_AT_ONCE = 1000;

const { backchannels } = packFor('en');
const createDetector = await createVoiceActivityDetector();

/** Sentences that the end of a turn is learned from, which no case is: their first words. */
const sentences = [...trainingTexts('en').learned]
  .map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z' ]/g, ' ')
      .trim()
      .split(/\s+/),
  )
  .filter((words) => words.length >= 3)
  .map((words) => words.slice(0, 6).join(' '));

/** Nothing tells "I want" from "I see" by then. */
const AMBIGUOUS = /^i\b/;
const beginsAsListener = (text: string): boolean =>
  AMBIGUOUS.test(text) || backchannels.some((phrase) => text.startsWith(`${phrase} `));

function textOf(draw: Draw, claims: boolean): string {
  if (!claims) return draw.isLess(COMMON_SHARE) ? draw.of(COMMON) : draw.of(backchannels);
  const sentence = draw.of(sentences);
  const text = (draw.isLess(BUT_SHARE) ? BUT : draw.of(JOINTS)) + sentence;
  return beginsAsListener(text) ? BUT + sentence : text;
}

function requestOf(draw: Draw, text: string): SpeechRequest {
  if (draw.isLess(FLITE_SHARE)) return { synthesizer: 'flite', voice: draw.of(FLITE), rate: 0, pitch: 0, text };
  const voice = `${draw.of(ACCENTS)}+${draw.of(SPEAKERS)}`;
  return { synthesizer: 'espeak', voice, pitch: draw.of([25, 40, 55, 70]), rate: draw.of([145, 165, 185, 205]), text };
}

/** So many, claims and listeners in turn, each second one on a noisy line; the same at every run. Those that no detector notices are left out. */
export function secondVoices(count: number): SecondVoice[] {
  const drawn = Array.from({ length: count }, (_, index) => {
    const draw = new Draw(`second/${index}`);
    const claims = index % 2 === 1;
    const text = textOf(draw, claims);
    return { claims, text, request: requestOf(draw, text), draw };
  });
  for (let from = 0; from < count; from += CLIPS_AT_ONCE)
    ClipStore.prepare(drawn.slice(from, from + CLIPS_AT_ONCE).map(({ request }) => request));
  return drawn.flatMap(({ claims, text, request, draw }) => {
    const noise = draw.isLess(0.5) ? new PinkNoise(NOISE_DBOV, seededRandom(draw.between(1, 1e9))) : null;
    const tilt = (draw.between(-100, 100) / 100) * STEEPEST_TILT;
    const said = tilted(withLevel(ClipStore.get(request), draw.between(-32, -16)).samples, tilt);
    const sound = heard(said, draw.between(0, FRAME_SAMPLES - 1), noise);
    const speaker = request.voice.split('+').at(-1)!;
    return sound === null ? [] : [{ speaker, text, claims, features: claimFeatures(sound) }];
  });
}

function tilted(samples: Int16Array, tilt: number): Int16Array {
  return samples.map((sample, at) => {
    const value = Math.round(sample - tilt * (samples[at - 1] ?? 0));
    return Math.max(-32_768, Math.min(32_767, value));
  });
}

/** `CLAIM_SOUND` of it, where a call's detector hears it begin; null: it does not. */
function heard(said: Int16Array, offset: number, noise: PinkNoise | null): Int16Array | null {
  const frames = LEAD_FRAMES + Math.ceil((said.length + offset) / FRAME_SAMPLES) + TAIL_FRAMES;
  const line = new Int16Array(frames * FRAME_SAMPLES);
  line.set(said, LEAD_FRAMES * FRAME_SAMPLES + offset);
  for (let at = 0; noise && at < line.length; at += FRAME_SAMPLES)
    for (const [i, sample] of noise.nextFrame().entries())
      line[at + i] = Math.max(-32_768, Math.min(32_767, line[at + i]! + sample));
  const detector = createDetector();
  const tracker = new VoiceTracker();
  let onsetMs: number | null = null;
  for (let index = 0; index < frames && onsetMs === null; index += 1) {
    const frame = line.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);
    const edge = tracker.push(frame, detector.isSpeech(frame), index * FRAME_MS);
    if (index >= SETTLED_FRAMES && edge?.type === 'voice_started') onsetMs = edge.onsetMs;
  }
  detector.close();
  if (onsetMs === null) return null;
  const [from, until] = [onsetMs - CLAIM_SOUND.beforeMs, onsetMs + CLAIM_SOUND.ageMs].map((ms) =>
    Math.round((ms * SAMPLE_RATE_HZ) / 1000),
  );
  return until! > line.length ? null : line.slice(from, until);
}
