import { ProviderError, type SpeechEvent, type SpeechSession, type TextToSpeech } from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Vendor, VendorConnection } from '../../vendor.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { EventLog } from './event-log.ts';
import { KEPT_OF_MS, usedBytes, WARM_UP_MS } from './heap.ts';
import { keySecrecy } from './key-secrecy.ts';

export interface TextToSpeechServer extends ConformanceServer {
  /** Texts of the clauses whose audio was asked for, in that order; the fake may forget all but the last hundred. */
  readonly clauses: readonly string[];
  /** Whether it has taken a connection, for the text that comes. */
  readonly connections: number;
  /**
   * The audio of a clause, as the adapter is to deliver it: other samples for every text. The fake sends it in pieces
   * of odd sizes, and half a second at least. Where the vendor tells times of words, they are within it.
   */
  audioOf(text: string): Int16Array;
  /** Of the next clause, only the first piece is sent before `release`, or never, should it be cancelled. */
  holdNext(): void;
  release(): void;
}

/**
 * How a vendor plugs in: a test file beside its code calls `textToSpeechConformance` with this. `startServer` makes the
 * vendor's fake (`<vendor>/testing/<vendor>-server.ts`, a subclass of `VendorServer`), which speaks the vendor's
 * protocol as its documentation has it, with its limits. What only this vendor does is tested beside it.
 */
export interface TextToSpeechFixture {
  name: string;
  vendor: Vendor;
  model: string | null;
  voice: string;
  startServer: () => Promise<TextToSpeechServer>;
}

type Audio = Extract<SpeechEvent, { type: 'audio' }>;
const isAudio = (event: SpeechEvent): event is Audio => event.type === 'audio';
const isFlushed = (event: SpeechEvent): boolean => event.type === 'flushed';

const CLAUSE_MS = 3000;
/** What a connection may keep of what it said in `KEPT_OF_MS`. */
const MAX_GROWTH_BYTES = 2 << 20;

/** The samples of each clause, and of what comes behind the last `flushed`. */
function clausesOf(events: readonly SpeechEvent[]): number[][] {
  const clauses: number[][] = [[]];
  for (const event of events) {
    if (event.type === 'flushed') clauses.push([]);
    else clauses.at(-1)!.push(...event.samples);
  }
  return clauses;
}

/** Defines the tests that every vendor of speech synthesis passes. */
export function textToSpeechConformance(fixture: TextToSpeechFixture): void {
  const { name, vendor, model, voice, startServer } = fixture;
  const options = { voice, language: 'en-US' };
  const { wordTimes } = vendor.textToSpeech!({ baseUrl: null, apiKey: null }, model).capabilities;

  describe(`${name} speaks`, () => {
    let server: TextToSpeechServer;
    let connected: TextToSpeech[];

    beforeEach(async () => {
      server = await startServer();
      connected = [];
    });

    afterEach(async () => {
      vi.useRealTimers();
      for (const tts of connected) tts.close();
      await server.close();
    });

    function connect(connection: Partial<VendorConnection> = {}): TextToSpeech {
      const tts = vendor.textToSpeech!({ baseUrl: server.baseUrl, apiKey: server.apiKey, ...connection }, model);
      connected.push(tts);
      return tts;
    }

    function open(tts = connect(), isFresh = false): { session: SpeechSession; log: EventLog<SpeechEvent> } {
      const session = tts.open(options, isFresh);
      return { session, log: new EventLog(session) };
    }

    function say(session: SpeechSession, text: string): void {
      session.push(text);
      session.flush();
    }

    /** Resolves when `count` clauses have been flushed. */
    async function flushed(log: EventLog<SpeechEvent>, count: number): Promise<void> {
      let from = 0;
      for (let clause = 0; clause < count; clause += 1)
        from = log.events.indexOf(await log.first(isFlushed, from), from) + 1;
    }

    const samplesOf = (text: string): number[] => [...server.audioOf(text)];

    async function failure(tts = connect()): Promise<ProviderError> {
      const { session, log } = open(tts);
      say(session, 'Good morning.');
      const error = await log.ended();
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ provider: tts.name });
      return error as ProviderError;
    }

    it('has the name that the account has for it, in its failures, too', async () => {
      const tts = connect({ name: 'ours', apiKey: 'wrong-key-0123456789' });
      expect(tts.name).toBe('ours');
      expect(await failure(tts)).toMatchObject({ provider: 'ours' });
    });

    it('says several clauses in order, each flushed behind its audio', async () => {
      const { session, log } = open();
      const clauses = ['Good morning.', 'This is the dentist.', 'How can I help?'];
      for (const clause of clauses) say(session, clause);
      await flushed(log, clauses.length);
      expect(clausesOf(log.events)).toEqual([...clauses.map(samplesOf), []]);
      expect(server.clauses).toEqual(clauses);
    });

    it('says a clause at the rate of a wideband call', async () => {
      const session = connect().open({ ...options, sampleRateHz: 16_000 });
      const log = new EventLog(session);
      say(session, 'Good morning.');
      await flushed(log, 1);
      const rates = log.events.filter(isAudio).map(({ sampleRateHz }) => sampleRateHz);
      expect(Math.min(...rates)).toBeGreaterThanOrEqual(16_000);
      expect(clausesOf(log.events)[0]).toEqual(samplesOf('Good morning.'));
    });

    it.runIf(wordTimes)('tells when each word of a clause is said, from its beginning', async () => {
      const { session, log } = open();
      const clauses = ['Good morning.', 'How can I help?'];
      for (const clause of clauses) say(session, clause);
      await flushed(log, clauses.length);
      const ends = [-1, ...log.events.flatMap((event, index) => (isFlushed(event) ? [index] : []))];
      for (const [index, clause] of clauses.entries()) {
        const audio = log.events.slice(ends[index]! + 1, ends[index + 1]).filter(isAudio);
        const words = audio.flatMap((event) => event.words ?? []);
        const durationMs = audio.reduce(
          (ms, { samples, sampleRateHz }) => ms + (samples.length * 1000) / sampleRateHz,
          0,
        );
        expect(words.map(({ text }) => text).join(' ')).toBe(clause);
        const timesMs = words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
        expect(timesMs).toEqual(timesMs.toSorted((a, b) => a - b));
        expect(timesMs[0]).toBeGreaterThanOrEqual(0);
        expect(timesMs.at(-1)).toBeLessThanOrEqual(durationMs + 1);
      }
    });

    it('puts together what is pushed before a flush', async () => {
      const { session, log } = open();
      session.push('Good ');
      session.push('morning.');
      session.flush();
      await flushed(log, 1);
      expect(server.clauses).toEqual(['Good morning.']);
      expect(clausesOf(log.events)[0]).toEqual(samplesOf('Good morning.'));
    });

    it('begins before the clause is complete', async () => {
      server.holdNext();
      const { session, log } = open();
      say(session, 'Good morning.');
      await log.first(isAudio);
      expect(log.events.some(isFlushed)).toBe(false);
      server.release();
      await flushed(log, 1);
      expect(clausesOf(log.events)[0]).toEqual(samplesOf('Good morning.'));
    });

    it('says text of every script, and text that looks like markup', async () => {
      server.splitsCharacters = true;
      const { session, log } = open();
      const text = 'Schöne Grüße, 東京: 3 < 4 & "5" 🙂.';
      say(session, text);
      await flushed(log, 1);
      expect(server.clauses).toEqual([text]);
      expect(clausesOf(log.events)[0]).toEqual(samplesOf(text));
    });

    it('has nothing to say for a clause without text', async () => {
      const { session, log } = open();
      session.flush();
      say(session, 'Good morning.');
      await flushed(log, 2);
      expect(clausesOf(log.events)).toEqual([[], samplesOf('Good morning.'), []]);
    });

    it('says nothing stale after a clause was cancelled in the middle', async () => {
      server.holdNext();
      const { session, log } = open();
      say(session, 'I was about to say');
      say(session, 'a lot more.');
      await log.first(isAudio);
      session.cancel();
      const from = log.events.length;
      say(session, 'Of course.');
      server.release();
      await log.first(isFlushed, from);
      say(session, 'Yes.');
      await server.when(() => server.clauses.includes('Yes.'));
      await log.first(isFlushed, log.events.findLastIndex(isFlushed) + 1);
      expect(clausesOf(log.events.slice(from))).toEqual([samplesOf('Of course.'), samplesOf('Yes.'), []]);
    });

    it('says several things at once', async () => {
      const tts = connect();
      server.holdNext();
      const first = open(tts);
      say(first.session, 'The first thing.');
      await first.log.first(isAudio);
      const second = open(tts);
      say(second.session, 'The second thing.');
      await flushed(second.log, 1);
      server.release();
      await flushed(first.log, 1);
      expect(clausesOf(first.log.events)[0]).toEqual(samplesOf('The first thing.'));
      expect(clausesOf(second.log.events)[0]).toEqual(samplesOf('The second thing.'));
    });

    it('goes on when a session is closed in the middle of its clause', async () => {
      const tts = connect();
      server.holdNext();
      const first = open(tts);
      say(first.session, 'I was about to say');
      await first.log.first(isAudio);
      first.session.close();
      first.session.close();
      expect(await first.log.ended()).toBeNull();
      const second = open(tts);
      say(second.session, 'Of course.');
      server.release();
      await flushed(second.log, 1);
      expect(clausesOf(second.log.events)[0]).toEqual(samplesOf('Of course.'));
    });

    it('connects ahead of the first words', async () => {
      const tts = connect();
      tts.prewarm(options);
      await server.when(() => server.openConnections > 0);
      const { session, log } = open(tts);
      say(session, 'Good morning.');
      await flushed(log, 1);
      expect(server.connections).toBeLessThanOrEqual(1);
    });

    it('tells in the first session why it could not connect ahead of it', async () => {
      server.refuseNext({ status: 503, body: 'Service unavailable' });
      const tts = connect();
      tts.prewarm(options);
      await server.when(() => server.openConnections > 0);
      await server.when(() => server.openConnections === 0);
      const { session, log } = open(tts);
      say(session, 'Good morning.');
      // It may have connected again by then, which is as good.
      await log.first(isFlushed).catch((error: unknown) => expect(error).toMatchObject({ retryable: true }));
    });

    keySecrecy('tts', (apiKey) => failure(connect({ apiKey })));

    it('tells how long the vendor wants to be left alone', async () => {
      server.refuseNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests' });
      expect(await failure()).toMatchObject({ role: 'tts', retryable: true, retryAfterMs: 7000 });
    });

    it('fails when the connection is reset in the middle of a clause, and a new session works', async () => {
      const tts = connect();
      server.holdNext();
      const broken = open(tts);
      say(broken.session, 'I was about to say');
      await broken.log.first(isAudio);
      server.reset();
      expect(await broken.log.ended()).toBeInstanceOf(ProviderError);
      expect(broken.log.error).toMatchObject({ role: 'tts', retryable: true });
      say(broken.session, 'More.');
      broken.session.close();
      const { session, log } = open(tts);
      say(session, 'Of course.');
      await flushed(log, 1);
      expect(clausesOf(log.events)[0]).toEqual(samplesOf('Of course.'));
    });

    it('can be closed while the vendor says nothing', async () => {
      server.ignoreNext();
      const tts = connect();
      const { session, log } = open(tts);
      say(session, 'Good morning.');
      await server.when(() => server.openConnections === 1);
      session.close();
      expect(await log.ended()).toBeNull();
    });

    it('says over another connection what the one that there is does not say', async () => {
      server.ignoreNext();
      const tts = connect();
      const silent = open(tts);
      say(silent.session, 'Good morning.');
      await server.when(() => server.openConnections === 1);
      const { session, log } = open(tts, true);
      say(session, 'Good morning.');
      say(session, 'How can I help?');
      await flushed(log, 2);
      expect(clausesOf(log.events)).toEqual([samplesOf('Good morning.'), samplesOf('How can I help?'), []]);
      expect(silent.log.events).toEqual([]);
    });

    it('goes on over the connection that there is when another one is wanted', async () => {
      const tts = connect();
      server.holdNext();
      const first = open(tts);
      say(first.session, 'The first thing.');
      await first.log.first(isAudio);
      const second = open(tts, true);
      say(second.session, 'The second thing.');
      await flushed(second.log, 1);
      expect(server.openConnections).toBeGreaterThan(1);
      server.release();
      await flushed(first.log, 1);
      expect(clausesOf(first.log.events)[0]).toEqual(samplesOf('The first thing.'));
    });

    it('closes every session and its connections', async () => {
      const tts = connect();
      server.holdNext();
      const first = open(tts);
      say(first.session, 'Good morning.');
      await first.log.first(isAudio);
      const second = open(tts);
      say(second.session, 'How can I help?');
      await flushed(second.log, 1);
      tts.close();
      tts.close();
      expect(await first.log.ended()).toBeNull();
      expect(await second.log.ended()).toBeNull();
      await server.when(() => server.openConnections === 0);
    });

    it('speaks for eleven minutes without keeping them', { timeout: 60_000 }, async () => {
      vi.useFakeTimers({ toFake: ['Date', 'performance'] });
      const tts = connect();
      const speak = async (text: string): Promise<void> => {
        const { session, log } = open(tts);
        say(session, text);
        await flushed(log, 1);
        const [samples = []] = clausesOf(log.events);
        expect(Buffer.from(Int16Array.from(samples).buffer).equals(Buffer.from(server.audioOf(text).buffer))).toBe(
          true,
        );
        session.close();
        vi.advanceTimersByTime(CLAUSE_MS);
      };
      for (let atMs = 0; atMs < WARM_UP_MS; atMs += CLAUSE_MS) await speak(`Clause at ${atMs}.`);
      const before = await usedBytes();
      for (let atMs = 0; atMs < KEPT_OF_MS; atMs += CLAUSE_MS) await speak(`Then at ${atMs}.`);
      expect((await usedBytes()) - before).toBeLessThan(MAX_GROWTH_BYTES);
      expect(server.openConnections).toBeLessThanOrEqual(3);
    });
  });
}
