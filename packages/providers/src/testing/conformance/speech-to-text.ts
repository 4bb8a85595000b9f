import { setImmediate } from 'node:timers/promises';
import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import {
  ProviderError,
  type SpeechToText,
  type SpeechToTextEvent,
  type SpeechToTextOptions,
  type SpeechToTextStream,
} from '@parley/conversation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Vendor, VendorConnection } from '../../vendor.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { EventLog } from './event-log.ts';
import { usedBytes } from './heap.ts';
import { passSecond } from './virtual-second.ts';

/** What the vendor has heard: words that follow each other from `startMs` to `endMs` of the newest stream's audio. */
export interface HeardSpeech {
  text: string;
  startMs: number;
  endMs: number;
}

export interface SpeechToTextServer extends ConformanceServer {
  /** Milliseconds of audio that came on the newest stream. */
  readonly heardMs: number;
  /** How often the newest stream was asked to end an utterance. */
  readonly finalizes: number;
  /** Messages that came on the newest stream, of any kind: each keeps it alive. */
  readonly messages: number;
  /** Reports of the utterance that is being said: it may still change. */
  hear(speech: HeardSpeech): void;
  /** Answers the oldest `finalize` without an answer. */
  settle(speech: HeardSpeech): void;
}

/**
 * How a vendor plugs in: a test file beside its code calls `speechToTextConformance` with this, once for each of its
 * protocols. `startServer` makes the vendor's fake (`<vendor>/testing/<vendor>-server.ts`, a subclass of
 * `VendorServer`), which translates the words of `SpeechToTextServer` into the vendor's messages as its documentation
 * has them. What only this vendor does is tested beside it.
 */
export interface SpeechToTextFixture {
  name: string;
  vendor: Vendor;
  model: string | null;
  startServer: () => Promise<SpeechToTextServer>;
  /** The vendor closes a stream to which nothing was sent for so long; null: it does not. */
  idleLimitMs: number | null;
  /** Its messages have times, by which late words find their utterance. Default: true. */
  tellsTimes?: boolean;
}

type Final = Extract<SpeechToTextEvent, { type: 'final' }>;
type HeardPartial = Extract<SpeechToTextEvent, { type: 'partial' }>;
const isFinal = (event: SpeechToTextEvent): event is Final => event.type === 'final';
const isPartial = (event: SpeechToTextEvent): event is HeardPartial => event.type === 'partial';
const saying = (text: string) => (event: SpeechToTextEvent) => isPartial(event) && event.text.includes(text);
const ending = (text: string) => (event: SpeechToTextEvent) => isFinal(event) && event.text.includes(text);

/** How far the first voice that a vendor reports may be from the one that was written. */
const START_TOLERANCE_MS = 100;
const HALF_AN_HOUR_MS = 30 * 60_000;
/** What a stream may keep of half an hour. */
const MAX_GROWTH_BYTES = 4 << 20;

/** Frames of a voice or of silence, as the call writes them. */
function write(stream: SpeechToTextStream, durationMs: number, voiced: boolean): void {
  const frame = new Int16Array(FRAME_SAMPLES).fill(voiced ? 4000 : 0);
  for (let ms = 0; ms < durationMs; ms += FRAME_MS) stream.write(frame, voiced);
}

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;

/** Defines the tests that every vendor of speech recognition passes. */
export function speechToTextConformance(fixture: SpeechToTextFixture): void {
  const { name, vendor, model, startServer, idleLimitMs, tellsTimes = true } = fixture;

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

    it('tells what is being said, and once for good when it is asked', async () => {
      const { stream, log } = await open();
      write(stream, 500, false);
      write(stream, 600, true);
      await server.when(() => server.heardMs >= 1000);
      server.hear({ text: 'I would', startMs: 500, endMs: 1000 });
      const partial = (await log.first(saying('I would'))) as HeardPartial;
      write(stream, 400, true);
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
      await server.when(() => server.heardMs >= 2400);
      server.hear({ text: 'new words', startMs: 1500, endMs: 2400 });
      server.settle({ text: 'old words', startMs: 0, endMs: 1000 });
      const late = (await log.first(ending('old words'))) as Final;
      const early = (await log.first(saying('new words'))) as HeardPartial;
      expect(late.text).toBe('old words');
      if (!tellsTimes) return;
      expect(late.startMs).toBeLessThan(1000);
      expect(early.startMs).toBeGreaterThanOrEqual(1000);
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
        await server.when(() => server.heardMs >= 3400 + waitedMs);
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

    it('refuses a wrong key for good, without a word of it', async () => {
      const apiKey = 'wrong-key-0123456789';
      const error = await failure(connect({ apiKey }));
      expect(error).toMatchObject({ role: 'stt', retryable: false });
      expect(error.advice).toContain('key');
      expect(JSON.stringify([error.message, error.stack, String(error.cause ?? '')])).not.toContain(apiKey);
    });

    it('never tells a key that no request can be made of', async () => {
      const apiKey = 'key-with-a-line\n-and-a-heart-♥';
      const error = await failure(connect({ apiKey }));
      expect(error.message).not.toContain('heart');
      expect(error.message).not.toContain('line');
    });

    it('tells how long the vendor wants to be left alone', async () => {
      server.refuseNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests' });
      expect(await failure()).toMatchObject({ role: 'stt', retryable: true, retryAfterMs: 7000 });
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

    it('fails when the connection is reset, and a new stream works', async () => {
      const broken = await open();
      write(broken.stream, 500, true);
      await server.when(() => server.heardMs >= 400);
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
      for (let seconds = 0; !log.hasEnded && seconds < 15; seconds += 1) {
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

    it('ends when it is called off', async () => {
      const abort = new AbortController();
      const { log } = await open({ signal: abort.signal });
      abort.abort();
      expect(await log.ended()).toBeNull();
      await server.when(() => server.openConnections === 0);
    });

    it('hears half an hour without keeping it', { timeout: 60_000 }, async () => {
      const session = await open();
      await utter(session, 'turn 0', 0);
      const before = await usedBytes();
      for (let atMs = 1000; atMs < HALF_AN_HOUR_MS; atMs += 5000) {
        write(session.stream, 4000, false);
        const final = await utter(session, `turn ${atMs}`, atMs + 4000);
        expect(final.text).toBe(`turn ${atMs}`);
        session.log.events.length = 0;
      }
      expect(server.heardMs).toBeGreaterThanOrEqual(HALF_AN_HOUR_MS);
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
