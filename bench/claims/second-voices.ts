import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { CallerSound, packFor, SYLLABLE_GAP_MS, trainingTexts } from '@parley/conversation/testing';
import { createVoiceActivityDetector } from '@parley/providers';
import { PinkNoise } from '@parley/simulated-phone';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { ClipStore } from '../turn-taking/stimuli/clip-store.ts';
import { joined, withLevel } from '../turn-taking/stimuli/speech-clip.ts';
import { SPEAKERS, type Speaker } from './speakers.ts';

/** What is said behind a listener's word, in the same voice. */
export interface SecondVoice {
  speaker: Speaker;
  text: string;
  claims: boolean;
  /** From `SEGMENT.beforeMs` before the onset that a call notices until `SEGMENT.ageMs` behind it. */
  sound: Int16Array;
}

export const SEGMENT = { beforeMs: 160, ageMs: 440 } as const;

/** What listeners say most. */
const COMMON = [
  ...['yeah', 'okay', 'right', 'mm-hm', 'uh-huh', 'mhm', 'sure', 'i see', 'yes', 'oh okay', 'yeah okay', 'got it'],
  ...['good', 'alright', 'great', 'oh', 'ah', 'aha', 'hmm', 'okay okay', 'yeah sure', 'ah okay', 'oh right', 'yes yes'],
];
/** What claims begin with behind "yeah" and "okay". */
const JOINTS = ['', '', '', 'so ', 'and ', 'because ', 'no ', 'then ', 'well ', 'actually '];
const BUT = 'but ';
const BUT_SHARE = 0.4;
const COMMON_SHARE = 0.75;
const GAPS_MS = [120, 500] as const;
const NOISE_SHARE = 0.6;
const NOISES_DBOV = [-60, -44] as const;
const LEAD_FRAMES = 30;
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
  .map((words) => words.slice(0, 5).join(' '));

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

/** So many, claims and listeners in turn, on quiet lines and on noisy ones; the same at every run. Those that no detector notices are left out. */
export function secondVoices(count: number): SecondVoice[] {
  const drawn = Array.from({ length: count }, (_, index) => {
    const draw = new Draw(`second voice/${index}`);
    const claims = index % 2 === 1;
    const [first, text] = [draw.of(COMMON), textOf(draw, claims)];
    const speaker = draw.of(SPEAKERS);
    const voice = speaker.voiceOf(draw);
    const requests = [first, text].map((said): SpeechRequest => ({ ...voice, text: said }));
    return { claims, text, speaker, requests, draw };
  });
  for (let from = 0; from < count; from += CLIPS_AT_ONCE)
    ClipStore.prepare(drawn.slice(from, from + CLIPS_AT_ONCE).flatMap(({ requests }) => requests));
  return drawn.flatMap(({ claims, text, speaker, requests, draw }) => {
    const sound = heard(requests, draw);
    return sound === null ? [] : [{ speaker, text, claims, sound }];
  });
}

/** The second one, where a call hears it begin; null: it does not. */
function heard(requests: readonly SpeechRequest[], draw: Draw): Int16Array | null {
  const [first, second] = requests.map((request) => ClipStore.get(request));
  const said = withLevel(joined([first!, second!], [draw.between(...GAPS_MS)]), draw.between(-32, -16)).samples;
  const noise = draw.isLess(NOISE_SHARE)
    ? new PinkNoise(draw.between(...NOISES_DBOV), seededRandom(draw.between(1, 1e9)))
    : null;
  const offset = LEAD_FRAMES * FRAME_SAMPLES + draw.between(0, FRAME_SAMPLES - 1);
  const beganMs = ((offset + said.length - second!.samples.length) * 1000) / SAMPLE_RATE_HZ;
  const frames = Math.ceil((beganMs + SEGMENT.ageMs + 400) / FRAME_MS);
  const line = new Int16Array(frames * FRAME_SAMPLES);
  line.set(said.subarray(0, Math.max(0, line.length - offset)), offset);
  for (let at = 0; noise && at < line.length; at += FRAME_SAMPLES)
    for (const [i, sample] of noise.nextFrame().entries())
      line[at + i] = Math.max(-32_768, Math.min(32_767, line[at + i]! + sample));
  const onsetMs = onsetIn(line, beganMs);
  if (onsetMs === null) return null;
  const [from, until] = [onsetMs - SEGMENT.beforeMs, onsetMs + SEGMENT.ageMs].map((ms) =>
    Math.round((ms * SAMPLE_RATE_HZ) / 1000),
  );
  return until! > line.length ? null : line.slice(from, until);
}

/** Detectors notice a voice so early or late. */
const EARLY_MS = 60;
const LATE_MS = 140;

function onsetIn(line: Int16Array, beganMs: number): number | null {
  const detector = createDetector();
  const caller = new CallerSound(detector, { rateHz: SAMPLE_RATE_HZ }, false);
  let untilMs = Number.NEGATIVE_INFINITY;
  let onsetMs: number | null = null;
  for (let at = 0; at < line.length && onsetMs === null; at += FRAME_SAMPLES) {
    const startMs = (at * 1000) / SAMPLE_RATE_HZ;
    const { edge } = caller.hear(line.subarray(at, at + FRAME_SAMPLES), startMs);
    if (edge?.type === 'voice_stopped') untilMs = edge.untilMs;
    const isApart = edge?.type === 'voice_started' && edge.onsetMs - untilMs > SYLLABLE_GAP_MS;
    if (!isApart || edge.onsetMs < beganMs - EARLY_MS) continue;
    if (edge.onsetMs > beganMs + LATE_MS) break;
    onsetMs = edge.onsetMs;
  }
  detector.close();
  return onsetMs;
}
