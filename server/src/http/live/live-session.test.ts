import type { LiveMessage } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { LiveFeed } from '../../calls/live-feed.ts';
import type { FrameSound, InboundLeg } from '../../carriers/carrier.ts';
import type { Principal } from '../../kernel/principal.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { type LiveDependencies, LiveSession } from './live-session.ts';

const principal: Principal = { accountId: 'acc', permissions: [], actor: { type: 'key', id: 'key_test' } };
const frame = () => Buffer.alloc(320);

let sent: LiveMessage[];
let acts: string[];
let mayDo: Set<string>;
let feed: LiveFeed;
/** What `listen` comes to. */
let joining: PromiseWithResolvers<unknown>;
let isQueued: boolean;
let refused: [string, unknown][];
let heard: number;
let session: LiveSession;

beforeEach(() => {
  sent = [];
  acts = [];
  mayDo = new Set(['calls:read', 'calls:write']);
  feed = new LiveFeed('talking');
  joining = Promise.withResolvers();
  isQueued = false;
  refused = [];
  heard = 0;
  const run = { callId: 'call_1', feed, media: Promise.resolve(null) };
  const act = (name: string) => async () => void acts.push(name);
  const supervisor = {
    run,
    id: 'leg_1',
    get hasFloor() {
      return feed.floor === 'leg_1';
    },
    takeOver: async () => feed.push({ type: 'floor', supervisorId: 'leg_1' }),
    giveBack: async () => feed.push({ type: 'floor', supervisorId: null }),
    hangUp: act('supervisor hangs up'),
    leave: act('leave'),
  };
  const control = {
    async listen(_principal: Principal, _callId: string, frames: FrameSound, waiting: { onQueued(): void }) {
      frames.port.on('message', () => {
        heard += 1;
      });
      if (isQueued) {
        waiting.onQueued();
        await joining.promise;
      }
      return supervisor;
    },
    hangUp: async (_principal: Principal, callId: string) => void acts.push(`hang up ${callId}`),
  };
  const browserCalls = {
    async begin(_principal: Principal, _request: unknown, legTo: (phone: string) => InboundLeg) {
      Object.assign(legTo('+12025550100'), {
        disconnect: () => acts.push('disconnect'),
        press: (digit: string) => acts.push(`press ${digit}`),
      });
      return run;
    },
  };
  session = new LiveSession({
    dependencies: { control, browserCalls } as unknown as LiveDependencies,
    socket: { bufferedAmount: 0, send: () => {} },
    send: (message) => sent.push(message),
    async permit(permission) {
      if (!mayDo.has(permission)) throw new RequestError('forbidden', `Your role lacks the permission ${permission}.`);
      return principal;
    },
    onEnded: () => {},
    onFailure: () => {},
    onRefused: (command, error) => refused.push([command, error]),
  });
});

const listen = () => session.obey({ type: 'listen', call_id: 'call_1' });
const talk = () => session.obey({ type: 'talk', agent_id: 'agent_1' });
const becomeViewer = () => mayDo.delete('calls:write');
const forbidden = { type: 'error', command: null, error: expect.objectContaining({ code: 'forbidden' }) };

test('without the permission to talk, the call returns to the agent, and the client is informed and listens on', async () => {
  await listen();
  await session.obey({ type: 'take_over' });
  await session.permitAgain();
  expect(feed.floor).toBe('leg_1');
  becomeViewer();
  await session.permitAgain();
  expect(feed.floor).toBeNull();
  expect(sent).toContainEqual(forbidden);
  sent.length = 0;
  await session.permitAgain();
  expect(sent).toEqual([]);
});

test('a client that may no longer listen is disconnected', async () => {
  await listen();
  mayDo.clear();
  await expect(session.permitAgain()).rejects.toMatchObject({ code: 'forbidden' });
});

test('talking ends with the permission, which is checked for each key and each hang-up', async () => {
  await talk();
  await session.obey({ type: 'dtmf', digit: '5' });
  becomeViewer();
  await expect(session.obey({ type: 'dtmf', digit: '6' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(session.obey({ type: 'hang_up' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(acts).toEqual(['press 5']);
  await session.permitAgain();
  expect(acts).toEqual(['press 5', 'disconnect']);
  expect(sent).toContainEqual(forbidden);
});

test('while a queued call is waited for, other commands are obeyed, and no second call is begun', async () => {
  isQueued = true;
  await listen();
  await expect(talk()).rejects.toMatchObject({ code: 'unprocessable' });
  await expect(session.obey({ type: 'take_over' })).rejects.toMatchObject({ code: 'unprocessable' });
  await session.obey({ type: 'hang_up' });
  expect(acts).toEqual(['hang up call_1']);
  const over = new RequestError('unprocessable', 'The call call_1 is over.');
  joining.reject(over);
  await expect.poll(() => refused).toEqual([['listen', over]]);
  isQueued = false;
  await listen();
  expect(sent[0]).toEqual({ type: 'call', call_id: 'call_1' });
});

test('a queued call is joined when it is dialed', async () => {
  isQueued = true;
  await listen();
  expect(sent).toEqual([]);
  joining.resolve(undefined);
  await expect.poll(() => sent[0]).toEqual({ type: 'call', call_id: 'call_1' });
});

test('frames of who only listens go nowhere, but have to be frames', async () => {
  await listen();
  for (let count = 0; count < 5; count += 1) expect(session.hear(frame())).toBe(true);
  expect(session.hear(Buffer.alloc(7))).toBe(false);
  await session.obey({ type: 'take_over' });
  expect(session.hear(frame())).toBe(true);
  expect(session.hear(Buffer.alloc(7))).toBe(false);
  // Messages of a port come in their order.
  await expect.poll(() => heard).toBe(1);
  session.close();
});
