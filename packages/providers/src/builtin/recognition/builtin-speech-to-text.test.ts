import { FRAME_SAMPLES } from '@parley/audio';
import { ProviderError, type SpeechToTextEvent, type SpeechToTextStream } from '@parley/conversation/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltinSpeech } from '../builtin-speech.ts';

const signal = new AbortController().signal;
const silence = new Int16Array(FRAME_SAMPLES);

const speech = new BuiltinSpeech();
const sounds = new Map<string, Int16Array>();
beforeAll(async () => {
  for (const text of ['yes that works', 'no thank you', 'thank you very much goodbye']) {
    const samples: number[] = [];
    for await (const chunk of speech.speak({ text, voice: 'slt', language: 'en-US', signal }))
      samples.push(...chunk.samples);
    sounds.set(text, Int16Array.from(samples));
  }
});
afterAll(() => speech.close());

function open(target = speech, abort = signal): Promise<SpeechToTextStream> {
  return target.recognizer().stt.open({ language: 'en-US', hints: ['yes that works'], signal: abort });
}

function hush(stream: SpeechToTextStream, frames: number): void {
  for (let i = 0; i < frames; i++) stream.write(silence, false);
}

function speak(stream: SpeechToTextStream, text: string): void {
  const samples = sounds.get(text)!;
  for (let i = 0; i + FRAME_SAMPLES <= samples.length; i += FRAME_SAMPLES)
    stream.write(samples.subarray(i, i + FRAME_SAMPLES), true);
}

function lengthMs(text: string): number {
  return Math.floor(sounds.get(text)!.length / FRAME_SAMPLES) * 20;
}

/** Everything up to and with the given number of finals. */
async function untilFinals(stream: SpeechToTextStream, count: number): Promise<SpeechToTextEvent[]> {
  const events: SpeechToTextEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    if (events.filter(({ type }) => type === 'final').length === count) break;
  }
  return events;
}

const finals = (events: SpeechToTextEvent[]) => events.flatMap((event) => (event.type === 'final' ? [event.text] : []));

describe('a stream of the built-in recognizer', () => {
  it('gives partials that grow, then one final', async () => {
    const stream = await open();
    hush(stream, 25);
    speak(stream, 'thank you very much goodbye');
    hush(stream, 15);
    stream.finalize();
    const events = await untilFinals(stream, 1);
    expect(finals(events)).toEqual(['Thank you very much goodbye']);
    const partials = events.filter((event) => event.type === 'partial');
    expect(new Set(partials.map(({ text }) => text)).size).toBeGreaterThan(2);
    // The pre-roll of 300 ms belongs to the utterance; then its progress is reported five times a second.
    expect(partials[0]).toEqual({ type: 'partial', text: '', startMs: 500, untilMs: 200 });
    const steps = partials.slice(2).map(({ untilMs }, index) => untilMs! - partials[index + 1]!.untilMs!);
    for (const step of steps) expect([step > 0, step <= 300]).toEqual([true, true]);
    expect(partials.at(-1)!.untilMs).toBeGreaterThan(1500);
    stream.close();
  });

  it('answers at once when nothing was said', async () => {
    const stream = await open();
    hush(stream, 50);
    stream.finalize();
    stream.finalize();
    expect(finals(await untilFinals(stream, 2))).toEqual(['', '']);
    stream.close();
  });

  it('keeps the order of utterances, with times that go on', async () => {
    const stream = await open();
    hush(stream, 50);
    speak(stream, 'yes that works');
    hush(stream, 10);
    stream.finalize();
    stream.finalize();
    hush(stream, 50);
    speak(stream, 'no thank you');
    hush(stream, 10);
    stream.finalize();
    const events = await untilFinals(stream, 3);
    expect(finals(events)).toEqual(['Yes that works', '', 'No thank you']);
    const last = events.at(-1)!;
    const firstUtteranceMs = 1000 + (sounds.get('yes that works')!.length / FRAME_SAMPLES) * 20;
    expect(last.type === 'final' && last.words[0]!.startMs).toBeGreaterThan(firstUtteranceMs + 1000);
    stream.close();
  });

  it('hears a soft beginning that came before it was asked for what was said until then', async () => {
    const stream = await open();
    hush(stream, 25);
    speak(stream, 'thank you very much goodbye');
    hush(stream, 5);
    const samples = sounds.get('no thank you')!;
    // What a detector notices late: the first 200 ms.
    for (let i = 0; i < 10; i += 1) stream.write(samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES), false);
    stream.finalize();
    for (let i = 10; (i + 1) * FRAME_SAMPLES <= samples.length; i += 1)
      stream.write(samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES), true);
    hush(stream, 15);
    stream.finalize();
    expect(finals(await untilFinals(stream, 2)).at(-1)).toBe('No thank you');
  });

  it('ends when it is closed or aborted, in the middle of a word', async () => {
    const controller = new AbortController();
    const aborted = await open(speech, controller.signal);
    const closed = await open();
    speak(aborted, 'no thank you');
    speak(closed, 'no thank you');
    controller.abort();
    closed.close();
    closed.close();
    closed.write(silence, true);
    closed.finalize();
    for await (const event of aborted) expect(event.type).toBe('partial');
    for await (const event of closed) expect(event.type).toBe('partial');
  });

  it('serves more calls at the same time than it has decoders', async () => {
    const streams = await Promise.all(Array.from({ length: 15 }, () => open()));
    for (const stream of streams) {
      hush(stream, 20);
      speak(stream, 'no thank you');
    }
    for (const stream of streams) stream.finalize();
    for (const stream of streams) {
      expect(finals(await untilFinals(stream, 1))).toEqual(['No thank you']);
      stream.close();
    }
  });

  it('knows how far it was behind, of utterances that go on, have ended, and were given up', async () => {
    const { stt, lag } = speech.recognizer();
    const stream = await stt.open({ language: 'en-US', hints: [], signal });
    hush(stream, 20);
    expect(lag.worstMs).toBe(0);
    speak(stream, 'no thank you');
    const spokenMs = lengthMs('no thank you');
    // All its audio comes at once: the first partial is behind by nearly all of it.
    for await (const event of stream) if (event.type === 'partial' && event.text !== '') break;
    expect(lag.worstMs).toBeGreaterThan(spokenMs - 600);
    expect(lag.worstMs).toBeLessThanOrEqual(spokenMs);
    stream.finalize();
    hush(stream, 100);
    expect(finals(await untilFinals(stream, 1))).toEqual(['No thank you']);
    expect(lag.worstMs).toBeGreaterThanOrEqual(2000);
    speak(stream, 'no thank you');
    stream.finalize();
    hush(stream, 500);
    stream.close();
    expect(lag.worstMs).toBe(10_000);
  });

  it('ends an utterance by itself before it grows without bounds', async () => {
    const stream = await open();
    for (let i = 0; i < 1500; i++) stream.write(silence, i === 0);
    expect(finals(await untilFinals(stream, 1))).toEqual(['']);
    stream.close();
  });
});

it('fails open streams with a retryable error when it is closed, and opens no more', async () => {
  const closing = new BuiltinSpeech();
  const streams = await Promise.all(Array.from({ length: 3 }, () => open(closing)));
  for (const stream of streams) speak(stream, 'no thank you');
  await Promise.all([closing.close(), closing.close()]);
  for (const stream of streams) {
    const error = await untilFinals(stream, 1).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ role: 'stt', retryable: true });
  }
  await expect(open(closing)).rejects.toMatchObject({ role: 'stt', retryable: true });
});
