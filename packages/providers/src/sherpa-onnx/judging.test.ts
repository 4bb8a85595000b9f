import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FRAME_SAMPLES } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import type { EndOfTurnModel } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installTinyModels } from '../onnx/testing/tiny-models.ts';
import { sherpaOnnx } from './index.ts';
import { SpeechEngine } from './speech-engine.ts';

/** The engine in its process and the real runtime, with models of our own in the shapes of those that are published. */
describe('models of the engine that judge what is heard', () => {
  let directory: string;
  let engine: SpeechEngine;
  let closing: AbortController;
  let judges: EndOfTurnModel[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-judging-test-'));
    await installTinyModels(directory);
    closing = new AbortController();
    judges = [];
    engine = new SpeechEngine({
      modelsDir: directory,
      privateDir: directory,
      onEnd: () => undefined,
      onUnavailable: (message) => {
        throw new Error(message);
      },
    });
    await engine.start();
  });

  afterEach(async () => {
    closing.abort();
    for (const judge of judges) judge.close();
    await engine.close();
    await rm(directory, { recursive: true });
  });

  const frameOf = (level: number): Int16Array => new Int16Array(FRAME_SAMPLES).fill(level);

  /** A call that says so much until it has so many probabilities: the model is loaded meanwhile. */
  function detect(level: number, count: number, model: string | null = null) {
    const heard: { probability: number; untilMs: number }[] = [];
    const done = Promise.withResolvers<typeof heard>();
    const stream = sherpaOnnx.speechDetector!(engine, model).open({
      onProbability: (probability, untilMs) => {
        heard.push({ probability, untilMs });
        if (heard.length === count) done.resolve(heard);
      },
      onFailure: done.reject,
      signal: closing.signal,
    });
    const timer = setInterval(() => stream.write(frameOf(level)), 20);
    return done.promise.finally(() => {
      clearInterval(timer);
      stream.close();
    });
  }

  it('tells two calls at once how loud each of them is', async () => {
    const [loud, quiet] = await Promise.all([detect(8000, 12), detect(300, 12)]);
    expect(loud.at(-1)!.probability).toBe(1);
    // (300 / 32 768)² · 1000, of all windows before, each counting half.
    expect(quiet.at(-1)!.probability).toBeCloseTo(2 * (300 / 32_768) ** 2 * 1000, 1);
    for (const [i, { untilMs }] of loud.entries()) expect(untilMs).toBe(loud[0]!.untilMs + 32 * i);
  });

  function judge(model: string | null): EndOfTurnModel {
    const made = sherpaOnnx.endOfTurn!(engine, model);
    judges.push(made);
    return made;
  }

  const asked = (samples: Int16Array) => ({ samples, transcript: '', language: null, signal: closing.signal });
  /** Two seconds with noise up to there, the same at every run. */
  const noise = (until: number): Int16Array => {
    const random = seededRandom(5);
    return Int16Array.from({ length: 32_000 }, (_, i) => (i < until ? 16_000 * (random() - 0.5) : 0));
  };

  it('judges whether a turn is over, several at once', async () => {
    const model = judge(null);
    const [ended, goesOn] = await Promise.all([
      model.predict(asked(noise(14_000))),
      model.predict(asked(noise(32_000))),
    ]);
    expect(ended).toBeGreaterThan(0.8);
    expect(goesOn).toBeLessThan(0.2);
  });

  it('says that there is no such model, and that a file is none, and goes on with others', async () => {
    await expect(judge('nothing').predict(asked(noise(14_000)))).rejects.toThrow(
      'there is no end-of-turn model nothing',
    );
    await expect(judge('zz-no-model').predict(asked(noise(14_000)))).rejects.toMatchObject({ name: 'ProviderError' });
    await expect(detect(1, 1, 'tiny-turn')).rejects.toThrow('there is no voice detector tiny-turn');
    expect(await judge('tiny-turn').predict(asked(noise(14_000)))).toBeGreaterThan(0.8);
  });

  it('gives up what is called off, or closed', async () => {
    const model = judge(null);
    const called = new AbortController();
    const off = model.predict({ ...asked(noise(14_000)), signal: called.signal });
    called.abort(new Error('called off'));
    await expect(off).rejects.toThrow('called off');
    const open = model.predict(asked(noise(14_000)));
    model.close();
    await expect(open).rejects.toThrow('was closed');
    await expect(model.predict(asked(noise(14_000)))).rejects.toThrow('was closed');
  });

  it('fails what is asked of an engine that ends, and answers in the next one', async () => {
    const model = judge(null);
    await model.predict(asked(noise(14_000)));
    process.kill(engine.pid!, 'SIGKILL');
    await expect(model.predict(asked(noise(14_000)))).rejects.toMatchObject({
      name: 'ProviderError',
      retryable: true,
    });
    expect(await model.predict(asked(noise(14_000)))).toBeGreaterThan(0.8);
  });
});
