import { type AudioRateHz, FRAME_MS } from '@parley/audio';
import {
  ProviderError,
  type SpeechToSpeech,
  type SpeechToSpeechEvent,
  type SpeechToSpeechOptions,
  type SpeechToSpeechSession,
} from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Vendor, VendorConnection } from '../../vendor.ts';
import { EventLog } from './event-log.ts';
import { KEPT_OF_MS, usedBytes, WARM_UP_MS } from './heap.ts';
import { keySecrecy } from './key-secrecy.ts';
import type { SpeechToSpeechServer } from './spoken-talk.ts';
import { passSecond } from './virtual-second.ts';

/** How a vendor plugs in: a test file beside its code calls `speechToSpeechConformance` with this. */
export interface SpeechToSpeechFixture {
  name: string;
  vendor: Vendor;
  model: string;
  voice: string;
  startServer: () => Promise<SpeechToSpeechServer>;
  /** Default 8000. */
  callRateHz?: AudioRateHz;
}

type EventOf<T extends SpeechToSpeechEvent['type']> = Extract<SpeechToSpeechEvent, { type: T }>;
const is =
  <T extends SpeechToSpeechEvent['type']>(type: T) =>
  (event: SpeechToSpeechEvent): event is EventOf<T> =>
    event.type === type;
const isFinal = (type: 'heard' | 'transcript', text: string) => (event: SpeechToSpeechEvent) =>
  event.type === type && event.isFinal && event.text === text;

const MAX_GROWTH_BYTES = 2 << 20;
const TOOL = { name: 'look_up', description: 'Looks up an order.', parameters: { type: 'object', properties: {} } };

/** Defines the tests that every vendor of speech-to-speech passes. */
export function speechToSpeechConformance(fixture: SpeechToSpeechFixture): void {
  const { name, vendor, model, voice, startServer, callRateHz = 8000 } = fixture;
  const { rates, truncation } = vendor.speechToSpeech!({ baseUrl: null, apiKey: null }, model)!.capabilities;
  const { inputRateHz, outputRateHz } = rates[callRateHz];

  describe(`${name} hears and speaks`, () => {
    let server: SpeechToSpeechServer;
    let sessions: SpeechToSpeechSession[];

    beforeEach(async () => {
      server = await startServer();
      sessions = [];
    });

    afterEach(async () => {
      vi.useRealTimers();
      for (const session of sessions) session.close();
      await server.close();
    });

    function connect(connection: Partial<VendorConnection> = {}): SpeechToSpeech {
      return vendor.speechToSpeech!({ baseUrl: server.baseUrl, apiKey: server.apiKey, ...connection }, model)!;
    }

    async function open(options: Partial<SpeechToSpeechOptions> = {}, speaker = connect()) {
      const session = await speaker.open({
        ...{ prompt: 'You sell pizza.', history: [], language: 'en-US', voice, tools: [TOOL], hints: [] },
        ...{ endpointingMs: 600, listenOnly: false, followsLanguage: false, signal: new AbortController().signal },
        callRateHz,
        ...options,
      });
      sessions.push(session);
      return { session, log: new EventLog(session) };
    }

    const frame = (isVoiced: boolean): Int16Array =>
      Int16Array.from({ length: (inputRateHz * FRAME_MS) / 1000 }, (_, at) =>
        isVoiced ? (at % 8 < 4 ? 6000 : -6000) : 0,
      );
    const [voice20, silence20] = [frame(true), frame(false)];

    function write(session: SpeechToSpeechSession, durationMs: number, isVoiced: boolean): void {
      for (let ms = 0; ms < durationMs; ms += FRAME_MS) session.write(isVoiced ? voice20 : silence20);
    }

    /** The caller says something, and stops. */
    function speak(session: SpeechToSpeechSession, durationMs = 600): void {
      write(session, durationMs, true);
      write(session, 900, false);
    }

    const itemsOf = (log: EventLog<SpeechToSpeechEvent>): string[] => [
      ...new Set(log.events.filter(is('audio')).map(({ itemId }) => itemId)),
    ];

    function samplesOf(log: EventLog<SpeechToSpeechEvent>, itemId: string): number[] {
      return log.events.filter(is('audio')).flatMap((event) => (event.itemId === itemId ? [...event.samples] : []));
    }

    /** Resolves with the item that says this. */
    async function said(log: EventLog<SpeechToSpeechEvent>, text: string, from = 0): Promise<string> {
      const { itemId } = (await log.first(isFinal('transcript', text), from)) as EventOf<'transcript'>;
      await log.first((event) => event.type === 'item_ended' && event.itemId === itemId, from);
      return itemId;
    }

    async function failure(speaker: SpeechToSpeech): Promise<ProviderError> {
      const error = await open({}, speaker).then(
        () => null,
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(ProviderError);
      return error as ProviderError;
    }

    it('answers the caller, with both transcripts', async () => {
      const { session, log } = await open();
      server.talk.understandNext('Two large pizzas.');
      server.talk.answerNext({ text: 'Two large pizzas. Where shall we bring them?' });
      speak(session);
      const itemId = await said(log, 'Two large pizzas. Where shall we bring them?');
      await log.first(isFinal('heard', 'Two large pizzas.'));
      await log.first(is('reply_ended'));
      expect(samplesOf(log, itemId)).toEqual([...server.talk.audioOf('Two large pizzas. Where shall we bring them?')]);
      expect(server.talk.heardMs).toBeGreaterThanOrEqual(1400);
    });

    it('is set up with its prompt, its tools and its voice', async () => {
      await open({ prompt: 'You are Ann.' });
      const { prompt, tools, endpointingMs, voice: spoken } = server.talk.setup;
      expect(prompt).toContain('You are Ann.');
      expect(prompt).toContain('American English');
      expect(tools).toEqual(['look_up']);
      expect(spoken).toBe(voice);
      if (endpointingMs !== null) expect(endpointingMs).toBe(600);
    });

    it('says something word for word', async () => {
      const { session, log } = await open();
      session.say('Good evening, this is Pizza Verde.');
      const itemId = await said(log, 'Good evening, this is Pizza Verde.');
      expect(samplesOf(log, itemId)).toEqual([...server.talk.audioOf('Good evening, this is Pizza Verde.')]);
    });

    it('speaks on request, and knows what about', async () => {
      const { session, log } = await open();
      session.note('The caller is in a hurry.');
      session.reply('Offer a discount.');
      await said(log, 'Yes.');
      expect(server.talk.notes.join('\n')).toContain('The caller is in a hurry.');
      expect(server.talk.notes.join('\n')).toContain('Offer a discount.');
    });

    it('goes on from what was said before', async () => {
      const call = { id: 'c1', name: 'look_up', arguments: { order: 7 } };
      await open({
        history: [
          { role: 'agent', text: 'Good evening.' },
          { role: 'user', text: 'Where is my order?' },
          { role: 'agent', text: 'One moment.', toolCalls: [call] },
          { role: 'tool', toolCallId: 'c1', name: 'look_up', result: 'On its way.' },
          { role: 'note', text: 'Be kind.' },
        ],
      });
      await server.when(() => server.talk.history.join('\n').includes('Be kind.'));
      const lines = server.talk.history.join('\n');
      for (const part of ['Good evening.', 'Where is my order?', 'One moment.', 'On its way.', 'Be kind.'])
        expect(lines).toContain(part);
      expect(lines.indexOf('Good evening.')).toBeLessThan(lines.indexOf('Where is my order?'));
    });

    it('stops in mid-word when the caller speaks, and knows how much was heard', async () => {
      const { session, log } = await open();
      server.talk.holdNext();
      session.say('This is a very long story that nobody will hear to its end, I am afraid.');
      const { itemId } = await log.first(is('audio'));
      const from = log.events.length;
      write(session, 400, true);
      await log.first(is('voice_started'), from);
      session.cancel();
      session.truncate({ itemId, heardMs: 40, text: 'This' });
      server.talk.release();
      write(session, 900, false);
      await said(log, 'Yes.', from);
      const late = log.events.slice(log.events.findIndex(is('voice_started')));
      expect(late.filter((event) => event.type === 'audio' && event.itemId === itemId)).toEqual([]);
      await server.when(() => server.talk.toldHeard.length > 0);
      const [told] = server.talk.toldHeard;
      if (truncation === 'audio') expect(told).toBe(40);
      else expect(told).toContain('This');
    });

    it('says nothing of a reply that was called off', async () => {
      const { session, log } = await open();
      server.talk.holdNext();
      session.say('This is a very long story that nobody will hear to its end, I am afraid.');
      const { itemId } = await log.first(is('audio'));
      const from = log.events.length;
      session.cancel();
      session.cancel();
      server.talk.release();
      session.say('Something else.');
      await said(log, 'Something else.', from);
      expect(log.events.slice(from).some((event) => event.type === 'audio' && event.itemId === itemId)).toBe(false);
    });

    it('calls tools, and goes on with their results', async () => {
      const { session, log } = await open();
      const call = { id: 'call_1', name: 'look_up', arguments: { order: 'seven' } };
      server.talk.answerNext({ text: 'I look.', calls: [call] }, { text: 'It is on its way.' });
      speak(session);
      const { calls } = await log.first(is('tool_calls'));
      expect(calls).toEqual([call]);
      session.answerTools([{ call: calls[0]!, result: 'On its way.' }], true);
      await said(log, 'It is on its way.');
      await log.first(is('reply_ended'));
      expect(log.events.filter(is('reply_ended'))).toHaveLength(1);
      expect(server.talk.results).toEqual(['call_1: On its way.']);
    });

    it('goes by other instructions, and calls other tools, from the next turn on', async () => {
      const { session, log } = await open();
      const found = 'The caller is called Ann.';
      session.update({ prompt: `You sell pizza.\n${found}`, tools: [{ ...TOOL, name: 'bake' }] });
      const told = () => [server.talk.setup.prompt, ...server.talk.notes].join('\n');
      await server.when(() => told().includes(found));
      await server.when(() => server.talk.setup.tools.join() === 'bake');
      session.say('Good evening.');
      await said(log, 'Good evening.');
    });

    it('goes by instructions that a tool has changed when it has the result', async () => {
      const { session, log } = await open();
      const call = { id: 'call_1', name: 'look_up', arguments: {} };
      server.talk.answerNext({ calls: [call] }, { text: 'Hello, Ann.' });
      speak(session);
      await log.first(is('tool_calls'));
      session.update({ prompt: 'You sell pizza.\nThe caller is called Ann.' });
      session.answerTools([{ call, result: 'Found.' }], true);
      await said(log, 'Hello, Ann.');
      expect([server.talk.setup.prompt, ...server.talk.notes].join('\n')).toContain('The caller is called Ann.');
      expect(server.talk.results).toEqual(['call_1: Found.']);
    });

    it('only listens, until it is asked to speak', async () => {
      const { session, log } = await open({ listenOnly: true });
      server.talk.understandNext('I talk to somebody else.');
      speak(session);
      await log.first(isFinal('heard', 'I talk to somebody else.'));
      session.listenOnly(false);
      session.listenOnly(true);
      session.say('Here I am.');
      await said(log, 'Here I am.');
      expect(itemsOf(log)).toHaveLength(1);
      session.listenOnly(false);
      const from = log.events.length;
      speak(session);
      await said(log, 'Yes.', from);
    });

    it('has words of every script, though they come in pieces', async () => {
      server.splitsCharacters = true;
      const { session, log } = await open();
      server.talk.understandNext('Schöne Grüße, 東京 🙂');
      server.talk.answerNext({ text: 'مرحبا – "ça va" à 5 €?' });
      speak(session);
      await said(log, 'مرحبا – "ça va" à 5 €?');
      await log.first(isFinal('heard', 'Schöne Grüße, 東京 🙂'));
    });

    it('has words that come behind the answer, under what was said', async () => {
      const { session, log } = await open();
      server.talk.understandNext(null);
      speak(session);
      await said(log, 'Yes.');
      expect(log.events.some((event) => event.type === 'heard' && event.text !== '')).toBe(false);
      server.talk.settle('One pizza.');
      await log.first((event) => event.type === 'heard' && event.text === 'One pizza.');
      const from = log.events.length;
      server.talk.understandNext('Two pizzas.');
      speak(session);
      await log.first(isFinal('heard', 'Two pizzas.'), from);
      const finals = log.events.filter((event) => event.type === 'heard' && event.isFinal) as EventOf<'heard'>[];
      expect(finals.map(({ text }) => text)).toEqual(['One pizza.', 'Two pizzas.']);
      expect(new Set(finals.map(({ itemId }) => itemId)).size).toBe(2);
    });

    it('tells what it costs', async () => {
      const { session, log } = await open();
      speak(session);
      const used = await log.first(is('usage'));
      expect(used).toMatchObject({ inputTokens: 100, inputAudioTokens: 80, outputTokens: 50, outputAudioTokens: 40 });
    });

    it('does not mind what it does not know', async () => {
      const { session, log } = await open();
      server.talk.sendUnknown();
      session.say('Good evening.');
      await said(log, 'Good evening.');
    });

    it('says nothing while the vendor says nothing, and can be closed', async () => {
      const { session, log } = await open();
      server.talk.answerNext(null);
      speak(session);
      await server.when(() => server.talk.heardMs >= 1400);
      expect(log.events.some(is('audio'))).toBe(false);
      session.close();
      expect(await log.ended()).toBeNull();
    });

    it('gives up opening when it is called off', async () => {
      server.ignoreNext();
      const calledOff = new AbortController();
      const opening = open({ signal: calledOff.signal });
      const failed = expect(opening).rejects.toBeDefined();
      await server.when(() => server.openConnections === 1);
      calledOff.abort(new Error('not wanted any more'));
      await failed;
      await server.when(() => server.openConnections === 0);
    });

    keySecrecy('llm', (apiKey) => failure(connect({ apiKey })));

    it('tells how long the vendor wants to be left alone', async () => {
      server.refuseNext({ status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests' });
      expect(await failure(connect())).toMatchObject({ role: 'llm', retryable: true, retryAfterMs: 7000 });
    });

    it('fails when the connection is reset in mid-word, and another session goes on', async () => {
      const { session, log } = await open();
      server.talk.holdNext();
      session.say('This is a very long story that nobody will hear to its end, I am afraid.');
      await log.first(is('audio'));
      server.reset();
      expect(await log.ended()).toMatchObject({ name: 'ProviderError', role: 'llm', retryable: true });
      session.write(new Int16Array((inputRateHz * FRAME_MS) / 1000));
      session.say('Nobody hears this.');
      session.close();
      const again = await open({ history: [{ role: 'agent', text: 'This is' }] });
      again.session.reply('Go on.');
      await said(again.log, 'Yes.');
      expect(server.talk.history.join('\n')).toContain('This is');
    });

    it('closes its connection', async () => {
      const { session, log } = await open();
      session.close();
      session.close();
      session.say('Nobody hears this.');
      expect(await log.ended()).toBeNull();
      await server.when(() => server.openConnections === 0);
    });

    it('talks for eleven minutes without keeping them', { timeout: 120_000 }, async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
      const { session, log } = await open();
      const turnMs = 10_000;
      let writtenMs = 0;
      const talk = async (): Promise<void> => {
        log.events.length = 0;
        speak(session);
        await log.first(is('reply_ended'));
        expect(log.events.some(is('audio'))).toBe(true);
        writtenMs += 1500;
        for (let ms = 1500; ms < turnMs; ms += 1000) {
          write(session, 1000, false);
          writtenMs += 1000;
          // Pieces of two frames may leave one behind.
          await server.when(() => server.talk.heardMs >= writtenMs - 2 * FRAME_MS);
          await passSecond();
        }
      };
      for (let atMs = 0; atMs < WARM_UP_MS; atMs += turnMs) await talk();
      const before = await usedBytes();
      for (let atMs = 0; atMs < KEPT_OF_MS; atMs += turnMs) await talk();
      log.events.length = 0;
      expect((await usedBytes()) - before).toBeLessThan(MAX_GROWTH_BYTES);
      expect(server.talk.sessions).toBe(1);
      expect(outputRateHz).toBeGreaterThanOrEqual(8000);
    });
  });
}
