import { FRAME_SAMPLES } from '@parley/audio';
import { expect, it } from 'vitest';
import type { SpeechDetector, SpeechDetectorOptions } from '../provider/speech-detector.ts';
import { EnergyVoiceActivity } from '../testing/energy-voice-activity.ts';
import { ModelledVoiceActivity } from './modelled-voice-activity.ts';

const FRAME = new Int16Array(FRAME_SAMPLES).fill(1000);

class Model implements SpeechDetector {
  readonly name = 'model';
  options!: SpeechDetectorOptions;
  frames = 0;

  open(options: SpeechDetectorOptions) {
    this.options = options;
    const write = (): void => {
      this.frames += 1;
    };
    return { write, close: () => undefined };
  }
}

function opened(own: number) {
  const model = new Model();
  const detector = new EnergyVoiceActivity();
  detector.speech = own;
  const failures: Error[] = [];
  const activity = new ModelledVoiceActivity(detector, model, (error) => failures.push(error));
  const hear = (frames: number): void => {
    for (let frame = 0; frame < frames; frame += 1) activity.isSpeech(FRAME);
  };
  return { model, detector, activity, failures, hear };
}

it('is the detector’s own word until the model has said something', () => {
  const { activity, hear, model } = opened(0.8);
  hear(5);
  expect(activity.speech).toBe(0.8);
  expect(model.frames).toBe(5);
});

it('lies between both: a noise that the model knows is none of speech', () => {
  const { activity, hear, model } = opened(0.6);
  hear(10);
  for (let window = 1; window <= 6; window += 1) model.options.onProbability(0.02, window * 32);
  expect(activity.speech).toBeLessThan(0.2);
  for (let window = 7; window <= 16; window += 1) model.options.onProbability(0.99, window * 32);
  expect(activity.speech).toBeGreaterThan(0.9);
});

it('does without a model that is late, or lost', () => {
  const { activity, hear, model, failures } = opened(0.7);
  model.options.onProbability(0.01, 32);
  expect(activity.speech).toBeLessThan(0.3);
  hear(25);
  expect(activity.speech).toBe(0.7);
  model.options.onProbability(0.01, 500);
  model.options.onFailure(new Error('the engine has ended'));
  expect(activity.speech).toBe(0.7);
  expect(failures).toHaveLength(1);
});

it('closes both', () => {
  const { activity, detector, model } = opened(0.5);
  activity.close();
  expect(detector.isClosed).toBe(true);
  expect(model.options.signal.aborted).toBe(true);
});
