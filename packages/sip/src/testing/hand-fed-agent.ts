import type { IncomingCall } from '../calls/call.ts';
import type { SipMessage } from '../messages/message.ts';
import { parseMessage } from '../messages/parse-message.ts';
import type { Hop, HostPort, Receive, Transport } from '../transports/transport.ts';
import { UserAgent, type UserAgentDependencies, type UserAgentOptions } from '../user-agent.ts';

const SOURCE: Hop = { protocol: 'udp', host: '192.0.2.9', port: 5060 };

/** A user agent with a socket that a test fills by hand, in no time. */
export interface HandFedAgent {
  readonly agent: UserAgent;
  readonly calls: IncomingCall[];
  readonly sent: { readonly bytes: Buffer; readonly peer: HostPort }[];
  deliver(datagram: Buffer | string, source?: Hop): void;
  /** What was sent since the last time. */
  takeSent(): SipMessage[];
}

export async function openHandFedAgent(
  options: Partial<UserAgentOptions> = {},
  dependencies: Partial<UserAgentDependencies> = {},
): Promise<HandFedAgent> {
  const socket: { receive: Receive } = { receive: () => {} };
  const calls: IncomingCall[] = [];
  const sent: HandFedAgent['sent'] = [];
  const agent = await UserAgent.start(
    { host: '192.0.2.1', port: 5060, userAgentName: 'test', onInvite: (call) => calls.push(call), ...options },
    {
      openTransport: async (local, receive): Promise<Transport> => {
        socket.receive = receive;
        const send = (bytes: Buffer, peer: HostPort) => void sent.push({ bytes, peer });
        return { protocol: 'udp', ...local, send, close: async () => {} };
      },
      ...dependencies,
    },
  );
  return {
    agent,
    calls,
    sent,
    deliver: (datagram, source = SOURCE) => socket.receive(Buffer.from(datagram), source),
    takeSent: () =>
      sent.splice(0).flatMap(({ bytes }) => {
        const result = parseMessage(bytes);
        return result.kind === 'message' ? [result.message] : [];
      }),
  };
}
