import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { StreamDoor } from '../../carriers/media-stream/calls-by-key.ts';
import { MediaStream } from '../../carriers/media-stream/media-stream.ts';
import { takeUpgrades } from '../upgrades.ts';
import { mediaStreams } from './media-streams.ts';

const PATH = '/carriers/any/calls/key/media';

test('a second WebSocket of a call is closed, and what it sends does no harm', async () => {
  const stream = new MediaStream({
    dialect: { read: () => [], addressed: (_, message) => message },
    isOfCall: () => true,
    onStart() {},
    onDtmf() {},
    onStop() {},
    onLost() {},
  });
  const door: StreamDoor = {
    expects: () => true,
    attach: (_call, socket) => stream.attach(socket),
  };
  const app = fastify();
  const anonymousRate = () => ({ limit: 1, remaining: 1, resetS: 1 });
  takeUpgrades(app as never, [mediaStreams(app as never, { path: '/carriers/any', door, anonymousRate })]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const first = new WebSocket(`ws://127.0.0.1:${port}${PATH}`);
  await once(first, 'open');
  const second = connect(port, '127.0.0.1');
  second.write(
    [
      ...[`GET ${PATH} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket'],
      ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ].join('\r\n'),
  );
  await once(second, 'data');
  second.write(Buffer.alloc(16, 0xff));
  await once(second, 'close');
  expect(first.readyState).toBe(WebSocket.OPEN);
  stream.close();
  await once(first, 'close');
  await app.close();
});
