import { describe, expect, it } from 'vitest';
import { ListenError } from './transport.ts';
import { UdpTransport } from './udp-transport.ts';

const ANY = { host: '127.0.0.1', port: 0 };
const ignore = () => {};

describe('UDP transport', () => {
  it('carries datagrams and says where they came from', async () => {
    const arrival = Promise.withResolvers<{ text: string; port: number }>();
    const receiver = await UdpTransport.open(ANY, (bytes, source) =>
      arrival.resolve({ text: bytes.toString(), port: source.port }),
    );
    const sender = await UdpTransport.open(ANY, ignore);
    sender.send(Buffer.from('hello'), receiver, ignore);
    expect(await arrival.promise).toEqual({ text: 'hello', port: sender.port });
    await Promise.all([receiver.close(), receiver.close(), sender.close()]);
    sender.send(Buffer.from('too late'), receiver, ignore);
  });

  it('gives the memory of a datagram back when it was received', async () => {
    const arrival = Promise.withResolvers<{ bytes: Buffer; length: number }>();
    const receiver = await UdpTransport.open(ANY, (bytes) => arrival.resolve({ bytes, length: bytes.length }));
    const sender = await UdpTransport.open(ANY, ignore);
    sender.send(Buffer.alloc(58_000), receiver, ignore);
    const { bytes, length } = await arrival.promise;
    expect(length).toBe(58_000);
    expect(bytes.buffer.byteLength).toBe(0);
    await Promise.all([receiver.close(), sender.close()]);
  });

  it('names the address when its port is taken', async () => {
    const first = await UdpTransport.open(ANY, ignore);
    const second = UdpTransport.open({ host: '127.0.0.1', port: first.port }, ignore);
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(`UDP 127.0.0.1:${first.port}: the port is in use`);
    await first.close();
  });

  it('names the address when this host does not have it', async () => {
    await expect(UdpTransport.open({ host: '192.0.2.1', port: 0 }, ignore)).rejects.toThrow('192.0.2.1:0');
  });

  it.each([
    ['port', { host: '127.0.0.1', port: 70_000 }],
    ['address family', { host: '::1', port: 5060 }],
  ])('reports a datagram that cannot be sent for its %s', async (_name, peer) => {
    const transport = await UdpTransport.open(ANY, ignore);
    const failure = Promise.withResolvers<Error>();
    transport.send(Buffer.from('x'), { protocol: 'udp', ...peer }, failure.resolve);
    expect(await failure.promise).toBeInstanceOf(Error);
    await transport.close();
  });
});
