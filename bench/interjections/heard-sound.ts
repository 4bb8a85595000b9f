import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { VoiceTracker } from '@parley/conversation';
import { createVoiceActivityDetector } from '@parley/providers';
import { PinkNoise } from '@parley/simulated-phone';

const PRE_ROLL_FRAMES = 300 / FRAME_MS;
const TAIL_MS = 200;
const LEAD_FRAMES = 100;
const NOISE_DBOV = -50;

const createDetector = await createVoiceActivityDetector();

/** What a recognizer is given of a voice on a call; null where no detector takes it for one. @param noiseSeed null: digital silence around it */
export function heardSound(said: Int16Array, noiseSeed: number | null): Int16Array | null {
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
