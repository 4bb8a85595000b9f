import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpeechToTextStream } from '../provider/speech-to-text.ts';
import { UnansweredAudio } from './unanswered-audio.ts';

type Step = 'voice' | 'silence' | 'finalize' | 'answer' | 'forget';

/** What a stream is sent: the number of each frame, "f" for a final that is asked for. */
function sentBy(audio: UnansweredAudio): (number | 'f')[] {
  const sent: (number | 'f')[] = [];
  const stream: Pick<SpeechToTextStream, 'write' | 'finalize'> = {
    write: (frame) => void sent.push(frame[0]!),
    finalize: () => void sent.push('f'),
  };
  audio.sendTo(stream as SpeechToTextStream);
  return sent;
}

it('is asked about again as it was: what was said over the agent, and what was not', () => {
  const audio = new UnansweredAudio();
  audio.finalize({ overAgent: true });
  audio.finalize();
  const asked: (boolean | undefined)[] = [];
  audio.sendTo({ write: () => {}, finalize: (said) => void asked.push(said?.overAgent) });
  expect(asked).toEqual([true, undefined]);
});

function after(steps: Step[]): { audio: UnansweredAudio; frames: number } {
  const audio = new UnansweredAudio();
  let frames = 0;
  for (const step of steps) {
    if (step === 'finalize') audio.finalize();
    else if (step === 'answer') audio.answer();
    else if (step === 'forget') audio.forgetBefore(frames * FRAME_MS);
    else {
      frames += 1;
      audio.write(new Int16Array(FRAME_SAMPLES).fill(frames), step === 'voice', frames * FRAME_MS);
    }
  }
  return { audio, frames };
}

const times = (count: number, step: Step): Step[] => Array<Step>(count).fill(step);

describe('audio that no final has come for', () => {
  it('is what was said since the final before', () => {
    const { audio } = after(['voice', 'voice', 'finalize', 'voice', 'answer', 'voice']);
    expect(sentBy(audio)).toEqual([3, 4]);
    expect(audio.startMs).toBe(2 * FRAME_MS);
  });

  it('has the finals that were asked for in their places', () => {
    const { audio } = after(['voice', 'finalize', 'voice', 'finalize', 'silence']);
    expect(sentBy(audio)).toEqual([1, 'f', 2, 'f', 3]);
    expect(audio.finals).toBe(2);
  });

  it('is all of a voice, up to ten seconds, and little of a silence', () => {
    expect(sentBy(after(times(400, 'voice')).audio)).toHaveLength(400);
    expect(sentBy(after(times(700, 'voice')).audio)).toHaveLength(500);
    expect(sentBy(after(times(400, 'silence')).audio)).toHaveLength(15);
    expect(sentBy(after([...times(20, 'silence'), ...times(10, 'voice')]).audio)).toHaveLength(25);
  });

  it('is the latest, without a gap, and begins when it says', () => {
    const step = fc.constantFrom<Step>('voice', 'voice', 'voice', 'silence', 'silence', 'finalize', 'answer', 'forget');
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.integer({ min: 1, max: 60 })), { maxLength: 40 }), (runs) => {
        const isAudio = (one: Step): boolean => one === 'voice' || one === 'silence';
        const { audio, frames } = after(runs.flatMap(([one, count]) => (isAudio(one) ? times(count, one) : [one])));
        const sent = sentBy(audio).filter((item) => item !== 'f');
        expect(sent).toEqual(Array.from(sent, (_, index) => frames - sent.length + index + 1));
        expect(sent.length).toBeLessThanOrEqual(500);
        expect(audio.startMs).toBe((frames - sent.length) * FRAME_MS);
      }),
    );
  });
});
