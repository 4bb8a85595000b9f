import { FRAME_MS, FRAME_SAMPLES, SpeechMeter, type SpeechModelWeights } from '@parley/audio';
import { VoiceTracker } from '@parley/conversation';
import { createVoiceActivityDetector } from '@parley/providers';
import type { Scene, Segment } from './scene.ts';

/** One frame of a voice that the detector found. */
interface HeardFrame {
  features: Float32Array;
  speech: number;
  /** Since the onset of the voice. */
  sinceOnsetMs: number;
}

export interface HeardVoice {
  /** What sounded, when no other sound was in the voice. */
  segment: Segment;
  frames: HeardFrame[];
}

/** A voice that was silent for longer is another one: as the meter has it. */
const LONGEST_GAP_FRAMES = 12;
/** A sound rings on, and the detector notices late. */
const SLACK_SAMPLES = 0.1 * 8000;

const createDetector = await createVoiceActivityDetector();

function segmentAt({ segments }: Scene, from: number, to: number): Segment | null {
  const within = segments.filter((segment) => to > segment.from && from < segment.to + SLACK_SAMPLES);
  return within.length === 1 ? within[0]! : null;
}

/** What a call hears of a scene: the voices by the detector and the tracker of every call, and what the meter says of them. */
export function hear(scene: Scene, weights?: SpeechModelWeights): HeardVoice[] {
  const detector = createDetector();
  const tracker = new VoiceTracker();
  const meter = new SpeechMeter(weights);
  const voices: HeardVoice[] = [];
  let current = null as HeardVoice | null;
  let onset = 0;
  let silentFrames = LONGEST_GAP_FRAMES + 1;
  for (let at = 0; at + FRAME_SAMPLES <= scene.samples.length; at += FRAME_SAMPLES) {
    const frame = scene.samples.subarray(at, at + FRAME_SAMPLES);
    const edge = tracker.push(frame, detector.isSpeech(frame), at / 8);
    const { speech } = meter.push(frame, tracker.isActive);
    if (!tracker.isActive) {
      silentFrames += 1;
      continue;
    }
    if (silentFrames > LONGEST_GAP_FRAMES && edge?.type === 'voice_started') {
      onset = edge.onsetMs * 8;
      current = null;
    }
    silentFrames = 0;
    const windowStart = Math.max(onset, at + FRAME_SAMPLES - 8000);
    const segment = segmentAt(scene, windowStart, at + FRAME_SAMPLES);
    if (segment === null) continue;
    if (current?.segment !== segment) {
      current = { segment, frames: [] };
      voices.push(current);
    }
    const sinceOnsetMs = (at - onset) / 8 + FRAME_MS;
    current.frames.push({ features: meter.features!.slice(), speech, sinceOnsetMs });
  }
  detector.close();
  return voices;
}
