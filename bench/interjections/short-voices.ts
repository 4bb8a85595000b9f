import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { VoiceTracker } from '@parley/conversation';
import { createVoiceActivityDetector, interruptingPhrases, listeningPhrases } from '@parley/providers';
import { PinkNoise } from '@parley/simulated-phone';
import type { SpeechRequest } from '../synthesis/speech-request.ts';
import { VOICES } from '../synthesis/voices.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import { ClipStore } from '../turn-taking/stimuli/clip-store.ts';
import { PHRASES } from '../turn-taking/stimuli/phrases.ts';
import { withLevel } from '../turn-taking/stimuli/speech-clip.ts';

/** Something short that is said over an agent. */
export interface ShortVoice {
  speaker: string;
  text: string;
  interrupts: boolean;
  isNoisy: boolean;
  /** 8 kHz, as a call gives it to a recognizer: from 300 ms before the detector notices it until 200 ms behind its end. */
  sound: Int16Array;
}

const PRE_ROLL_FRAMES = 300 / FRAME_MS;
const TAIL_MS = 200;
const LEAD_FRAMES = 100;
const NOISE_DBOV = -50;

/** Espeak-ng's voices that no turn-taking case is spoken by. */
const SPEAKERS = [
  ...['m1', 'm2', 'm4', 'f1', 'f3', 'croak', 'adam', 'Annie', 'Michael', 'belinda', 'rob', 'quincy', 'paul', 'Gene'],
  ...['Lee', 'zac', 'steph'],
];
const ACCENTS = ['en-us', 'en-us', 'en-gb-x-rp', 'en'];
/** Of whatever else people interrupt with there are no phrases. */
const OTHERS = [
  ...['two please', 'in june', 'my son', 'too late', 'not me', 'not today', 'but why', 'on friday', 'we did', 'never'],
  ...['the other one', 'which one', 'say that again', 'too much', 'i doubt it', 'your name'],
];

const measured = new Set([...PHRASES.measured.commands, ...PHRASES.unseen.commands]);
const INTERRUPTING = [...interruptingPhrases, ...PHRASES.tuning.commands].filter((text) => !measured.has(text));

/** What is said most, twice as often as all that there are phrases for. */
const SAID_TO_LISTEN = [PHRASES.tuning.backchannels, PHRASES.tuning.backchannels, listeningPhrases];
const SAID_TO_INTERRUPT = [PHRASES.tuning.commands, PHRASES.tuning.commands, INTERRUPTING, OTHERS];

const createDetector = await createVoiceActivityDetector();

/** So many of both kinds, each second one on a noisy line; the same at every run. Those that no detector takes for one voice are left out. */
export function shortVoices(count: number): ShortVoice[] {
  const drawn = Array.from({ length: count }, (_, index) => {
    const draw = new Draw(`interjection/${index}`);
    const interrupts = index % 2 === 1;
    const text = draw.of(draw.of(interrupts ? SAID_TO_INTERRUPT : SAID_TO_LISTEN));
    const isTuning = draw.isLess(0.5);
    const speaker = draw.of(SPEAKERS);
    const tuned = draw.of(VOICES.tuning);
    const request: SpeechRequest = isTuning
      ? { ...tuned, text }
      : {
          synthesizer: 'espeak',
          voice: `${draw.of(ACCENTS)}+${speaker}`,
          pitch: draw.of([30, 45, 60]),
          rate: draw.of([150, 170, 190]),
          text,
        };
    return {
      speaker: isTuning ? tuned.voice : speaker,
      interrupts,
      request,
      isNoisy: draw.isLess(0.5),
      levelDbov: draw.between(-32, -16),
      seed: draw.between(1, 1e9),
    };
  });
  ClipStore.prepare(drawn.map(({ request }) => request));
  return drawn.flatMap(({ speaker, interrupts, request, isNoisy, levelDbov, seed }) => {
    const { samples } = withLevel(ClipStore.get(request), levelDbov);
    const sound = heard(samples, isNoisy ? seed : null);
    return sound === null ? [] : [{ speaker, text: request.text, interrupts, isNoisy, sound }];
  });
}

/** What a recognizer is given of it. @param noiseSeed null: digital silence around it */
function heard(said: Int16Array, noiseSeed: number | null): Int16Array | null {
  const frames = LEAD_FRAMES + Math.ceil(said.length / FRAME_SAMPLES) + 40;
  const line = new Int16Array(frames * FRAME_SAMPLES);
  line.set(said, LEAD_FRAMES * FRAME_SAMPLES);
  const noise = noiseSeed === null ? null : new PinkNoise(NOISE_DBOV, seededRandom(noiseSeed));
  const detector = createDetector();
  const tracker = new VoiceTracker();
  let [first, untilMs] = [-1, -1];
  for (let index = 0; index < frames; index += 1) {
    const frame = line.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);
    noise?.nextFrame().forEach((sample, at) => {
      frame[at] = Math.max(-32_768, Math.min(32_767, frame[at]! + sample));
    });
    const edge = tracker.push(frame, detector.isSpeech(frame), index * FRAME_MS);
    // What the detector makes of the noise at first is not meant.
    if (index < LEAD_FRAMES - PRE_ROLL_FRAMES) continue;
    if (first < 0 && tracker.isActive) first = index;
    if (edge?.type === 'voice_stopped') untilMs = edge.untilMs;
  }
  detector.close();
  if (first < 0 || untilMs < first * FRAME_MS) return null;
  const until = Math.min(frames, Math.ceil((untilMs + TAIL_MS) / FRAME_MS));
  return line.slice((first - PRE_ROLL_FRAMES) * FRAME_SAMPLES, until * FRAME_SAMPLES);
}
