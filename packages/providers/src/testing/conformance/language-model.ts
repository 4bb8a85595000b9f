import {
  type LanguageModel,
  type LanguageModelEvent,
  type LanguageModelRequest,
  ProviderError,
  type ToolDefinition,
} from '@parley/conversation/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Vendor, VendorConnection } from '../../vendor.ts';
import type { Refusal } from '../vendor-server.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { EventLog } from './event-log.ts';
import { keySecrecy } from './key-secrecy.ts';

/** What the vendor answers with, in its own words. */
export interface ScriptedAnswer {
  /** Streamed piece by piece. */
  text?: string[];
  /** Behind the text; `arguments` as they are written, which need not be JSON. */
  toolCalls?: { id: string; name: string; arguments: string }[];
  usage?: { inputTokens: number; cachedInputTokens: number; outputTokens: number };
  /**
   * `hang`: nothing comes behind the text, not even the end. `empty`: a stream that ends as it begins. `cut`: the
   * connection is closed in order behind the text, and the answer is not over. `error`: the vendor reports its own fault in
   * the stream, behind the text. `page`: a web page with status 200 in the place of the answer.
   */
  fault?: 'hang' | 'empty' | 'cut' | 'error' | 'page';
  /** Instead of all that. `refuseNext` may refuse a request by which the adapter connects ahead. */
  refusal?: Refusal;
}

export interface LanguageModelServer extends ConformanceServer {
  /** Requests for answers so far. */
  readonly requests: number;
  /** Whose client went away before the answer was complete. */
  readonly abandoned: number;
  /** Of the next request; what is not scripted is answered with a word. */
  answerNext(answer: ScriptedAnswer): void;
}

/**
 * How a vendor plugs in: a test file beside its code calls `languageModelConformance` with this. `startServer` makes the
 * vendor's fake (`<vendor>/testing/<vendor>-server.ts`, a subclass of `VendorServer`). What only this vendor does is
 * tested beside it.
 */
export interface LanguageModelFixture {
  name: string;
  vendor: Vendor;
  model: string;
  startServer: () => Promise<LanguageModelServer>;
  /** The vendor's protocol has arguments as an object, which cannot be malformed. Default: as text. */
  argumentsAreObjects?: boolean;
}

const endCall: ToolDefinition = {
  name: 'end_call',
  description: 'Ends the call.',
  parameters: { type: 'object', properties: { outcome: { type: 'string' } }, required: ['outcome'] },
};

function requestOf(overrides: Partial<LanguageModelRequest> = {}): LanguageModelRequest {
  return {
    prompt: 'You are Ava.',
    messages: [{ role: 'user', text: 'Hello?' }],
    tools: [endCall],
    signal: new AbortController().signal,
    ...overrides,
  };
}

const isText = (event: LanguageModelEvent) => event.type === 'text';
const textOf = (events: readonly LanguageModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.delta : '')).join('');

/** Defines the tests that every vendor of language models passes. */
export function languageModelConformance({
  name,
  vendor,
  model,
  startServer,
  argumentsAreObjects = false,
}: LanguageModelFixture): void {
  describe(`${name} answers`, () => {
    let server: LanguageModelServer;

    beforeEach(async () => {
      server = await startServer();
    });

    afterEach(async () => {
      vi.useRealTimers();
      await server.close();
    });

    const connect = (connection: Partial<VendorConnection> = {}): LanguageModel =>
      vendor.languageModel!({ baseUrl: server.baseUrl, apiKey: server.apiKey, ...connection }, model);

    const ask = (overrides?: Partial<LanguageModelRequest>, llm = connect()): EventLog<LanguageModelEvent> =>
      new EventLog(llm.respond(requestOf(overrides)));

    async function answer(overrides?: Partial<LanguageModelRequest>): Promise<LanguageModelEvent[]> {
      const log = ask(overrides);
      expect(await log.ended()).toBeNull();
      return log.events;
    }

    async function failure(llm = connect()): Promise<ProviderError> {
      const error = await ask({}, llm).ended();
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ role: 'llm', provider: llm.name });
      return error as ProviderError;
    }

    it('as it writes', async () => {
      server.answerNext({ text: ['Good ', 'mor'], fault: 'hang' });
      const abort = new AbortController();
      const log = ask({ signal: abort.signal });
      await log.first((event) => event.type === 'text' && event.delta.includes('mor'));
      expect(textOf(log.events)).toBe('Good mor');
      abort.abort();
      await log.ended();
    });

    it('with text of every script, cut within its characters', async () => {
      server.splitsCharacters = true;
      server.answerNext({ text: ['Schöne ', 'Grüße aus ', '東京 ', '🙂.'] });
      expect(textOf(await answer())).toBe('Schöne Grüße aus 東京 🙂.');
    });

    it('with its tool calls behind the text', async () => {
      server.answerNext({
        text: ['Goodbye.'],
        toolCalls: [
          { id: 'call_1', name: 'end_call', arguments: '{"outcome":"success"}' },
          { id: 'call_2', name: 'end_call', arguments: '{}' },
        ],
      });
      const events = await answer();
      expect(textOf(events)).toBe('Goodbye.');
      expect(events.filter(({ type }) => type === 'tool_call')).toEqual([
        { type: 'tool_call', call: { id: 'call_1', name: 'end_call', arguments: { outcome: 'success' } } },
        { type: 'tool_call', call: { id: 'call_2', name: 'end_call', arguments: {} } },
      ]);
    });

    it.skipIf(argumentsAreObjects).each(['{"outcome": ', '[1]', 'success'])(
      'with arguments as they are when they are no object: %s',
      async (written) => {
        server.answerNext({ toolCalls: [{ id: 'call_1', name: 'end_call', arguments: written }] });
        const event = (await answer()).find(({ type }) => type === 'tool_call');
        expect(event).toMatchObject({ call: { id: 'call_1', name: 'end_call', arguments: {} } });
        const { malformed } = (event as Extract<LanguageModelEvent, { type: 'tool_call' }>).call;
        expect(malformed?.replace(/\s/g, '')).toBe(written.replace(/\s/g, ''));
      },
    );

    it('and says at last what it costs', async () => {
      const usage = { inputTokens: 1200, cachedInputTokens: 1024, outputTokens: 7 };
      server.answerNext({ text: ['Good morning.'], usage });
      const events = await answer();
      expect(events.filter(({ type }) => type === 'usage')).toEqual([{ type: 'usage', ...usage }]);
      expect(events.at(-1)?.type).toBe('usage');
    });

    it('several requests at once', async () => {
      const llm = connect();
      server.answerNext({ text: ['One.'] });
      server.answerNext({ text: ['Two.'] });
      const logs = [ask({}, llm), ask({}, llm)];
      for (const log of logs) expect(await log.ended()).toBeNull();
      expect(logs.map(({ events }) => textOf(events)).sort()).toEqual(['One.', 'Two.']);
    });

    it('nothing to a request that was called off before', async () => {
      expect(await answer({ signal: AbortSignal.abort() })).toEqual([]);
      expect(server.requests).toBe(0);
    });

    it('no more when it is called off in the middle of a word', async () => {
      server.answerNext({ text: ['Good mor'], fault: 'hang' });
      const abort = new AbortController();
      const log = ask({ signal: abort.signal });
      await log.first(isText);
      abort.abort();
      expect(await log.ended()).toBeNull();
      await server.when(() => server.abandoned === 1);
    });

    it('no more when nothing is taken any more', async () => {
      server.answerNext({ text: ['Good mor'], fault: 'hang' });
      for await (const event of connect().respond(requestOf())) {
        expect(event).toMatchObject({ type: 'text' });
        break;
      }
      await server.when(() => server.abandoned === 1);
    });

    it('nothing when it is called off before the first word', async () => {
      server.answerNext({ fault: 'hang' });
      const abort = new AbortController();
      const log = ask({ signal: abort.signal });
      await server.when(() => server.requests === 1);
      abort.abort();
      expect(await log.ended()).toBeNull();
      await server.when(() => server.abandoned === 1);
    });

    it('within ten seconds, or fails for this time', async () => {
      // The SDK is loaded before time is ours.
      await answer();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      server.answerNext({ fault: 'hang' });
      const failed = failure();
      await server.when(() => server.requests === 2);
      vi.advanceTimersByTime(10_000);
      expect(await failed).toMatchObject({ retryable: true });
      await server.when(() => server.abandoned === 1);
    });

    it.each(['cut', 'error'] as const)('what it can before a failure in the middle: %s', async (fault) => {
      server.answerNext({ text: ['Good ', 'mor'], fault });
      const log = ask();
      expect(await log.ended()).toMatchObject({ role: 'llm', retryable: true });
      expect(textOf(log.events)).toBe('Good mor');
    });

    it('again after its connection was reset in the middle', async () => {
      const llm = connect();
      server.answerNext({ text: ['Good mor'], fault: 'hang' });
      const log = ask({}, llm);
      await log.first(isText);
      server.reset();
      expect(await log.ended()).toMatchObject({ role: 'llm', retryable: true });
      server.answerNext({ text: ['Good morning.'] });
      const again = ask({}, llm);
      expect(await again.ended()).toBeNull();
      expect(textOf(again.events)).toBe('Good morning.');
    });

    it('not by an end without an answer', async () => {
      server.answerNext({ fault: 'empty' });
      expect(await failure()).toMatchObject({ retryable: true });
    });

    it('not by a web page: the address has to be corrected', async () => {
      server.answerNext({ fault: 'page' });
      const error = await failure();
      expect(error.retryable).toBe(false);
      expect(error.advice).toContain('address');
    });

    keySecrecy('llm', (apiKey) => failure(connect({ apiKey })));

    it('not by a model that the vendor does not have', async () => {
      server.answerNext({
        refusal: {
          status: 404,
          headers: { 'content-type': 'application/json' },
          body: '{"error":{"message":"The model does not exist."}}',
        },
      });
      const error = await failure();
      expect(error.retryable).toBe(false);
      expect(error.advice).toContain(model);
    });

    it('later, when the vendor wants to be left alone', async () => {
      server.answerNext({ refusal: { status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests' } });
      expect(await failure()).toMatchObject({ retryable: true, retryAfterMs: 7000 });
    });

    it.each([500, 503])('perhaps the next time after status %i', async (status) => {
      server.answerNext({ refusal: { status, body: '<html>Bad gateway</html>' } });
      expect(await failure()).toMatchObject({ retryable: true });
    });

    it('not while there is no server', async () => {
      const llm = connect();
      await server.close();
      expect(await failure(llm)).toMatchObject({ retryable: true });
    });

    it('never at a port that clients refuse', async () => {
      const error = await failure(connect({ baseUrl: 'http://127.0.0.1:6000/v1' }));
      expect(error).toMatchObject({ retryable: false });
      expect(error.message).toContain('port 6000');
      expect(error.advice).toContain('another port');
    });
  });
}
