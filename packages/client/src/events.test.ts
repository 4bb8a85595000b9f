import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Parley } from './parley.ts';
import type { ParleyError } from './parley-error.ts';
import type { StreamEvent } from './resources.ts';
import { API_KEY, LocalService, refusal } from './testing/local-service.ts';

let service: LocalService;
let parley: Parley;

beforeAll(async () => {
  service = await LocalService.start();
  parley = new Parley({ apiKey: API_KEY, baseUrl: service.baseUrl });
});
beforeEach(() => {
  service.requests.length = 0;
});
afterAll(() => service.close());

const event = (id: number) => `id: ${id}\nevent: reset\ndata: {"reason":"expired"}\n\n`;

/** A stream that says this and ends, as it does when the service stops. */
function says(text: string): void {
  service.script({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: `retry: 1\n\n${text}` });
}

async function take(count: number, options: Parameters<Parley['events']['stream']>[0] = {}): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const next of parley.events.stream(options)) if (events.push(next) === count) break;
  return events;
}

const positions = () => service.requests.map(({ query }) => query.last_event_id);

it('goes on where the connection was cut off, without an event twice', async () => {
  says(`${event(5)}${event(7)}`);
  says('');
  says(event(8));
  expect((await take(3)).map(({ id }) => id)).toEqual([5, 7, 8]);
  expect(positions()).toEqual([undefined, '7', '7']);
});

it('goes on after the id of a heartbeat, and after what its user has had', async () => {
  says(': still here\nid: 40\n\n');
  says(event(41));
  await take(1, { lastEventId: 12 });
  expect(positions()).toEqual(['12', '40']);
});

it('reads events that come in pieces', async () => {
  const text = `retry: 1\n\n${event(3)}${event(4)}`;
  const pieces = [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));
  const piecewise = new Parley({
    apiKey: API_KEY,
    baseUrl: service.baseUrl,
    fetch: async () => ({
      status: 200,
      headers: new Headers(),
      body: new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = pieces.shift();
          if (piece) controller.enqueue(piece);
          else controller.close();
        },
      }),
      text: async () => '',
    }),
  });
  const ids: number[] = [];
  for await (const { id } of piecewise.events.stream()) if (ids.push(id) === 2) break;
  expect(ids).toEqual([3, 4]);
});

it('asks for a call and for types', async () => {
  says(event(1));
  await take(1, { callId: 'call_1', types: ['call.state', 'call.turn'] });
  expect(service.requests[0]!.query).toEqual({ call_id: 'call_1', types: 'call.state,call.turn' });
  expect(service.requests[0]!.headers.accept).toBe('text/event-stream');
});

it('tries again what passes, and throws what does not', async () => {
  service.script('disconnect');
  says(event(1));
  expect((await take(1))[0]!.id).toBe(1);
  service.script(refusal('unauthorized'));
  await expect(take(1)).rejects.toMatchObject({ code: 'unauthorized' } satisfies Partial<ParleyError>);
});

it('ends with the signal, whatever it is doing', async () => {
  const stop = new AbortController();
  const reading = take(2, { signal: stop.signal });
  says(event(1));
  service.script('silence');
  const ended = expect(reading).rejects.toThrow('enough');
  // It is connected again, and hears nothing.
  await vi.waitFor(() => expect(service.requests).toHaveLength(2), { timeout: 10_000 });
  stop.abort(new Error('enough'));
  await ended;
});
