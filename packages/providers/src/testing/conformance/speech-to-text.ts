import { setImmediate } from 'node:timers/promises';
import { type AudioRateHz, FRAME_MS, frameSamples } from '@parley/audio';
import {
  ProviderError,
  type SpeechToText,
  type SpeechToTextEvent,
  type SpeechToTextOptions,
  type SpeechToTextStream,
} from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VendorConnection } from '../../vendor.ts';
import { EventLog } from './event-log.ts';
import { KEPT_OF_MS, usedBytes, WARM_UP_MS } from './heap.ts';
import { keySecrecy } from './key-secrecy.ts';
import type { SpeechToTextFixture, SpeechToTextServer } from './speech-to-text-fixture.ts';
import { passSecond } from './virtual-second.ts';

type Final = Extract<SpeechToTextEvent, { type: 'final' }>;
type HeardPartial = Extract<SpeechToTextEvent, { type: 'partial' }>;
const isFinal = (event: SpeechToTextEvent): event is Final => event.type === 'final';
const isPartial = (event: SpeechToTextEvent): event is HeardPartial => event.type === 'partial';
const saying = (text: string) => (event: SpeechToTextEvent) => isPartial(event) && event.text.includes(text);
const ending = (text: string) => (event: SpeechToTextEvent) => isFinal(event) && event.text.includes(text);

/** Until it is noticed that nothing comes from the vendor any more. */
const MAX_STALL_MS = 15_000;
/** As long as an utterance is at most, and two requests may take. */
const MAX_UPLOAD_STALL_MS = 75_000;
/** How far the first voice that a vendor reports may be from the one that was written. */
const START_TOLERANCE_MS = 100;
const HALF_AN_HOUR_MS = 30 * 60_000;
/** What a stream may keep of what it heard in `KEPT_OF_MS`. */
const MAX_GROWTH_BYTES = 2 << 20;

/** Frames of a voice or of silence, as the call writes them. */
function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean, rateHz: AudioRateHz = 8000): void {
  const frame = new Int16Array(frameSamples(rateHz)).fill(voiced ? 4000 : 0);
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(frame, voiced);
}

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;

/** Defines the tests that every vendor of speech recognition passes. */
export function speechToTextConformance(fixture: SpeechToTextFixture): void {
  const { name, vendor, model, startServer, idleLimitMs } = fixture;
  const { tellsTimes = true, answersInAnyOrder = false, uploads = false } = fixture;
  const { interim, wideband = false } = vendor.speechToText!({ baseUrl: null, apiKey: null }, model).capabilities;
  /** New words come while the final of earlier ones is waited for. */
  const canHearOn = interim && !uploads;

  describe(`${name} recognizes speech`, () => {
    let server: SpeechToTextServer;
    let streams: SpeechToTextStream[];

    beforeEach(async () => {
      server = await startServer();
      streams = [];
    });

    afterEach(async () => {
      vi.useRealTimers();
      for (const stream of streams) stream.close();
      await server.close();
    });

    const connect = (connection: Partial<VendorConnection> = {}): SpeechToText =>
      vendor.speechToText!({ baseUrl: server.baseUrl, apiKey: server.apiKey, ...connection }, model);

    async function open(
      options: Partial<SpeechToTextOptions> = {},
      stt = connect(),
    ): Promise<{ stream: SpeechToTextStream; log: EventLog<SpeechToTextEvent> }> {
      const { signal } = new AbortController();
      const stream = await stt.open({ language: 'en-US', hints: [], signal, ...options });
      streams.push(stream);
      return { stream, log: new EventLog(stream) };
    }

    /** Resolves when so much was heard of a stream; uploads are waited for by what they are asked. */
    async function heard(ms: number): Promise<void> {
      if (!uploads) await server.when(() => server.heardMs >= ms);
    }

    /** What a stream says when it cannot be had: at once, or as soon as it is listened to. */
    async function failure(stt = connect()): Promise<ProviderError> {
      const error = await open({}, stt).then(
        ({ log }) => log.ended(),
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ provider: stt.name });
      return error as ProviderError;
    }

    /** A voice of a second after some silence; the vendor hears `text`, and answers when it is asked. */
    async function utter(
      { stream, log }: { stream: SpeechToTextStream; log: EventLog<SpeechToTextEvent> },
      text: string,
      atMs: number,
    ): Promise<Final> {
      const from = log.events.length;
      const asked = server.finalizes;
      write(stream, 1000, true);
      stream.finalize();
      await server.when(() => server.finalizes > asked);
      server.settle({ text, startMs: atMs, endMs: atMs + 1000 });
      return log.first(isFinal, from);
    }

    it('has the name that the account has for it, in its failures, too', async () => {
      const stt = connect({ name: 'ours', apiKey: 'wrong-key-0123456789' });
      expect(stt.name).toBe('ours');
      expect(await failure(stt)).toMatchObject({ provider: 'ours' });
    });

    it('tells what it can', () => {
      const { name: provider, capabilities } = connect();
      expect(provider).toBe(vendor.id);
      expect(capabilities.finalPatienceMs).toBeGreaterThan(0);
      for (const language of capabilities.languages ?? []) expect(language).toMatch(/^[a-z]{2,3}$/);
    });

    it('hears every millisecond of the call', async () => {
      const { stream } = await open();
      write(stream, 400, false);
      write(stream, 580, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      expect(server.heardMs).toBe(980);
    });

    it.runIf(wideband)('hears every millisecond of a wideband call', async () => {
      const { stream } = await open({ sampleRateHz: 16_000 });
      write(stream, 400, false, 16_000);
      write(stream, 580, true, 16_000);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      expect(server.heardMs).toBe(980);
    });

    it.runIf(interim)('tells what is being said, and once for good when it is asked', async () => {
      const { stream, log } = await open();
      write(stream, 500, false);
      write(stream, 800, true);
      await server.when(() => server.heardMs >= 1000);
      server.hear({ text: 'I would', startMs: 500, endMs: 1000 });
      const partial = (await log.first(saying('I would'))) as HeardPartial;
      write(stream, 200, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      server.settle({ text: 'I would like that', startMs: 500, endMs: 1500 });
      const final = await log.first(isFinal);
      expect(final.text).toBe('I would like that');
      expect(final.startMs).toBe(partial.startMs);
      if (tellsTimes) expect(Math.abs(final.startMs! - 500)).toBeLessThanOrEqual(START_TOLERANCE_MS);
      expect(log.events.filter(isFinal)).toHaveLength(1);
    });

    it('has an utterance of its own behind every final', async () => {
      const session = await open();
      const first = await utter(session, 'first', 0);
      write(session.stream, 500, false);
      const second = await utter(session, 'second', 1500);
      expect([first.text, second.text]).toEqual(['first', 'second']);
      if (tellsTimes) expect(second.startMs).toBeGreaterThanOrEqual(1000);
    });

    it('tells late and reordered words by where their utterance started', async () => {
      const { stream, log } = await open();
      write(stream, 1000, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      write(stream, 500, false);
      write(stream, 1000, true);
      await heard(2400);
      if (canHearOn) server.hear({ text: 'new words', startMs: 1500, endMs: 2400 });
      server.settle({ text: 'old words', startMs: 0, endMs: 1000 });
      const late = (await log.first(ending('old words'))) as Final;
      expect(late.text).toBe('old words');
      if (tellsTimes) expect(late.startMs).toBeLessThan(1000);
      if (!canHearOn) return;
      const early = (await log.first(saying('new words'))) as HeardPartial;
      if (tellsTimes) expect(early.startMs).toBeGreaterThanOrEqual(1000);
    });

    it.runIf(answersInAnyOrder)('has finals in the order of the utterances, whichever is answered first', async () => {
      const { stream, log } = await open();
      for (let turn = 1; turn <= 3; turn += 1) {
        write(stream, 500, true);
        stream.finalize();
        await server.when(() => server.finalizes === turn);
      }
      server.settle({ text: 'third', startMs: 1000, endMs: 1500 }, 2);
      server.settle({ text: 'second', startMs: 500, endMs: 1000 }, 1);
      server.settle({ text: 'first', startMs: 0, endMs: 500 });
      await log.first(ending('third'));
      const finals = log.events.filter(isFinal);
      expect(finals.map(({ text, startMs }) => [text, startMs])).toEqual([
        ['first', 0],
        ['second', 500],
        ['third', 1000],
      ]);
    });

    it('tells the words of a final that comes when it is no longer waited for', async () => {
      vi.useFakeTimers({ toFake: [...TIMERS] });
      const { stream, log } = await open();
      write(stream, 1000, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      // Longer than any patience, in every time that a vendor may measure it in.
      for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 2500) {
        write(stream, 2500, false);
        await heard(3400 + waitedMs);
        vi.advanceTimersByTime(2500);
      }
      server.settle({ text: 'at last', startMs: 0, endMs: 1000 });
      const final = (await log.first(ending('at last'))) as Final;
      if (tellsTimes) expect(final.startMs).toBeLessThan(1000);
    });

    it('reads text that was cut within a character', async () => {
      server.splitsCharacters = true;
      const session = await open();
      const final = await utter(session, 'schöne Grüße aus 東京 🙂', 0);
      expect(final.text).toBe('schöne Grüße aus 東京 🙂');
    });

    keySecrecy('stt', (apiKey) => failure(connect({ apiKey })));

    it('tells how long the vendor wants to be left alone', async () => {
      server.refuseNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests' });
      expect(await failure()).toMatchObject({ role: 'stt', retryable: true, retryAfterMs: 7000 });
    });

    it.runIf(uploads)('tells it of an utterance, too, and does not ask before', async () => {
      const { stream, log } = await open();
      // Behind a request that warms the model up.
      write(stream, 500, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      server.settle({ text: 'first', startMs: 0, endMs: 500 });
      await log.first(isFinal);
      server.refuseNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests' });
      write(stream, 500, true);
      stream.finalize();
      expect(await log.ended()).toMatchObject({ role: 'stt', retryable: true, retryAfterMs: 7000 });
    });

    it('fails when the vendor does not take the stream in time', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      server.ignoreNext();
      const failed = failure();
      await server.when(() => server.openConnections === 1);
      vi.advanceTimersByTime(10_000);
      expect(await failed).toMatchObject({ retryable: true });
    });

    it('may be called off while it opens', async () => {
      server.ignoreNext();
      const abort = new AbortController();
      const opening = open({ signal: abort.signal }).then(
        ({ log }) => log.ended(),
        () => null,
      );
      await server.when(() => server.openConnections === 1);
      abort.abort();
      await opening;
      await server.when(() => server.openConnections === 0);
    });

    it.runIf(uploads)('asks once more when the connection is reset in the middle of an utterance', async () => {
      const { stream, log } = await open();
      write(stream, 1000, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      server.reset();
      await server.when(() => server.finalizes === 0);
      await server.when(() => server.finalizes === 1);
      server.settle({ text: 'all the same', startMs: 0, endMs: 1000 });
      expect((await log.first(isFinal)).text).toBe('all the same');
    });

    it('fails when the connection is reset, and a new stream works', async () => {
      const broken = await open();
      write(broken.stream, 500, true);
      if (uploads) {
        broken.stream.finalize();
        await server.when(() => server.finalizes === 1);
        server.reset();
        await server.when(() => server.finalizes === 0);
        await server.when(() => server.finalizes === 1);
      } else await server.when(() => server.heardMs >= 400);
      server.reset();
      expect(await broken.log.ended()).toBeInstanceOf(ProviderError);
      expect(broken.log.error).toMatchObject({ role: 'stt', retryable: true });
      write(broken.stream, 100, true);
      broken.stream.finalize();
      expect((await utter(await open(), 'again', 0)).text).toBe('again');
    });

    it('fails when the vendor stops reading', async () => {
      const { stream, log } = await open();
      server.stopReading();
      for (let minutes = 0; !log.hasEnded && minutes < 120; minutes += 1) {
        write(stream, 60_000, true);
        await setImmediate();
      }
      expect(await log.ended()).toMatchObject({ role: 'stt', retryable: true });
    });

    it('fails when the vendor is gone without a word', async () => {
      vi.useFakeTimers({ toFake: [...TIMERS] });
      const { stream, log } = await open();
      server.stopReading();
      const limitMs = uploads ? MAX_UPLOAD_STALL_MS : MAX_STALL_MS;
      for (let passedMs = 0; !log.hasEnded && passedMs < limitMs; passedMs += 1000) {
        write(stream, 1000, true);
        await passSecond();
      }
      expect(log.error).toMatchObject({ role: 'stt', retryable: true });
    });

    it('ends when it is closed, whatever the vendor does not say', async () => {
      const { stream, log } = await open();
      write(stream, 1000, true);
      stream.finalize();
      await server.when(() => server.finalizes === 1);
      stream.close();
      stream.close();
      expect(await log.ended()).toBeNull();
      write(stream, 100, true);
      stream.finalize();
      await server.when(() => server.openConnections === 0);
    });

    it('ends when it is called off in the middle of a word', async () => {
      const abort = new AbortController();
      const { stream, log } = await open({ signal: abort.signal });
      write(stream, 800, true);
      await server.when(() => server.heardMs >= 700);
      abort.abort();
      expect(await log.ended()).toBeNull();
      write(stream, 100, true);
      stream.finalize();
      await server.when(() => server.openConnections === 0);
      expect(log.events).toEqual([]);
    });

    it('hears eleven minutes without keeping them', { timeout: 60_000 }, async () => {
      const session = await open();
      const hear = async (fromMs: number, untilMs: number): Promise<void> => {
        for (let atMs = fromMs; atMs < untilMs; atMs += 5000) {
          write(session.stream, 4000, false);
          const final = await utter(session, `turn ${atMs}`, atMs + 4000);
          expect(final.text).toBe(`turn ${atMs}`);
          session.log.events.length = 0;
        }
      };
      await hear(0, WARM_UP_MS);
      const before = await usedBytes();
      await hear(WARM_UP_MS, WARM_UP_MS + KEPT_OF_MS);
      if (!uploads) expect(server.heardMs).toBeGreaterThanOrEqual(KEPT_OF_MS);
      expect((await usedBytes()) - before).toBeLessThan(MAX_GROWTH_BYTES);
    });

    it.runIf(idleLimitMs !== null)('stays connected for half an hour in which nothing is written', async () => {
      vi.useFakeTimers({ toFake: [...TIMERS] });
      const { log } = await open();
      const { messages } = server;
      for (let idleMs = 0; idleMs < HALF_AN_HOUR_MS; idleMs += 1000) await passSecond();
      expect(server.messages - messages).toBeGreaterThanOrEqual(HALF_AN_HOUR_MS / idleLimitMs!);
      expect(log.hasEnded).toBe(false);
      expect(server.openConnections).toBe(1);
    });
  });
}
