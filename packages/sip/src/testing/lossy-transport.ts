import type { HostPort, OpenTransport, Receive, Transport } from '../transports/transport.ts';

/** Loses datagrams in both directions: each with the given probability. */
export function lossy(open: OpenTransport, probability: number, random: () => number): OpenTransport {
  const isLost = () => random() < probability;
  return async (local: HostPort, receive: Receive): Promise<Transport> => {
    const transport = await open(local, (bytes, source) => {
      if (!isLost()) receive(bytes, source);
    });
    return {
      protocol: transport.protocol,
      host: transport.host,
      port: transport.port,
      send: (bytes, peer, onError) => {
        if (!isLost()) transport.send(bytes, peer, onError);
      },
      close: () => transport.close(),
    };
  };
}
