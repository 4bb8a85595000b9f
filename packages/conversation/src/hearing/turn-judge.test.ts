import { FRAME_SAMPLES } from '@parley/audio';
import { expect, it } from 'vitest';
import type { EndOfTurnModel, EndOfTurnRequest } from '../provider/end-of-turn.ts';
import { settle } from '../testing/virtual-time.ts';
import { TurnJudge } from './turn-judge.ts';

class Model implements EndOfTurnModel {
  readonly name = 'model';
  readonly requests: (EndOfTurnRequest & PromiseWithResolvers<number>)[] = [];
  isClosed = false;

  predict(request: EndOfTurnRequest): Promise<number> {
    const answer = Promise.withResolvers<number>();
    this.requests.push({ ...request, ...answer });
    return answer.promise;
  }

  close(): void {
    this.isClosed = true;
  }
}

function opened() {
  const model = new Model();
  const judgements: [number, number][] = [];
  const failures: string[] = [];
  const judge = new TurnJudge({
    model,
    onJudgement: (...judgement) => judgements.push(judgement),
    onFailure: ({ message }) => failures.push(message),
  });
  const pause = (untilMs: number, transcript = 'yes'): void =>
    judge.follow({ type: 'voice_stopped', untilMs }, transcript, 'en-US');
  return { model, judge, judgements, failures, pause };
}

it('asks at a pause, with the last eight seconds at 16 kHz', async () => {
  const { model, judge, judgements, pause } = opened();
  for (let frame = 0; frame < 500; frame += 1) judge.hear(new Int16Array(FRAME_SAMPLES).fill(frame));
  pause(9000, 'my number is');
  const [request] = model.requests;
  expect(request).toMatchObject({ transcript: 'my number is', language: 'en-US' });
  expect(request!.samples).toHaveLength(128_000);
  expect(request!.samples[64_000]).toBeGreaterThan(290);
  expect(request!.samples[64_000]).toBeLessThan(310);
  request!.resolve(0.2);
  await settle();
  expect(judgements).toEqual([[0.2, 9000]]);
});

it('does not want to know it any more when the caller goes on', async () => {
  const { model, judge, judgements, failures, pause } = opened();
  pause(1000);
  judge.follow({ type: 'voice_started', onsetMs: 1200 }, 'yes', 'en-US');
  expect(model.requests[0]!.signal.aborted).toBe(true);
  model.requests[0]!.reject(model.requests[0]!.signal.reason);
  pause(2000);
  model.requests[1]!.resolve(0.9);
  await settle();
  expect(judgements).toEqual([[0.9, 2000]]);
  expect(failures).toEqual([]);
});

it('asks a model no more that has failed', async () => {
  const { model, failures, pause } = opened();
  pause(1000);
  model.requests[0]!.reject(new Error('the engine has ended'));
  await settle();
  pause(2000);
  expect(failures).toEqual(['the engine has ended']);
  expect(model.requests).toHaveLength(1);
});

it('closes the model', () => {
  const { model, judge, failures, pause } = opened();
  pause(1000);
  judge.close();
  pause(2000);
  expect(model.isClosed).toBe(true);
  expect(model.requests).toHaveLength(1);
  expect(failures).toEqual([]);
});
