import type { CallEvent, IncomingCall } from '../calls/call.ts';
import { randomIdentifiers } from '../identifiers.ts';
import { UserAgent, type UserAgentOptions } from '../user-agent.ts';
import { SAMPLE_SDP, ScriptedPeer } from './scripted-peer.ts';
import { TestClock } from './test-clock.ts';
import { VirtualNetwork } from './virtual-network.ts';

const PEER = { host: '192.0.2.9', port: 5060 };
const AGENT = { host: '192.0.2.1', port: 5060 };

/** A user agent and a scripted peer on a virtual network. */
export interface TestBed {
  readonly clock: TestClock;
  readonly network: VirtualNetwork;
  readonly agent: UserAgent;
  readonly peer: ScriptedPeer;
  readonly incoming: IncomingCall[];
  /** Lets messages cross the network and be answered. */
  settle(): void;
}

export async function openTestBed(options: Partial<UserAgentOptions> = {}, random = () => 0.5): Promise<TestBed> {
  const clock = new TestClock();
  const network = new VirtualNetwork(clock);
  const incoming: IncomingCall[] = [];
  const agent = await UserAgent.start(
    { ...AGENT, userAgentName: 'test', onInvite: (call) => incoming.push(call), ...options },
    { openTransport: network.open, scheduler: clock, identifiers: randomIdentifiers, random },
  );
  const peer = await ScriptedPeer.open(network, PEER);
  return { clock, network, agent, peer, incoming, settle: () => clock.advance(10) };
}

export function eventsOf(call: { on(listener: (event: CallEvent) => void): void }): CallEvent[] {
  const events: CallEvent[] = [];
  call.on((event) => events.push(event));
  return events;
}

export function placeCall(bed: TestBed, headers: Record<string, string> = {}, ackHoldMs = 0) {
  const call = bed.agent.invite({
    uri: 'sip:+12025550101@192.0.2.9',
    from: { uri: 'sip:+12025550150@192.0.2.1', displayName: 'Parley' },
    destination: { protocol: 'udp', ...PEER },
    sdp: SAMPLE_SDP,
    headers,
    ackHoldMs,
  });
  return { call, events: eventsOf(call) };
}

/** A call that the peer has answered. */
export function placeAnsweredCall(bed: TestBed) {
  const placed = placeCall(bed);
  bed.settle();
  bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'peer', sdp: SAMPLE_SDP });
  bed.settle();
  return placed;
}

let lastBranch = 0;

export interface PeerRequest {
  readonly uri?: string;
  readonly from?: string;
  readonly branch?: string;
  readonly sequence?: number;
  readonly callId?: string;
  readonly toTag?: string;
  readonly fromTag?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly contentType?: string;
}

/** A request of the peer; returns the branch that it had. */
export function sendRequest(bed: TestBed, method: string, request: PeerRequest = {}): string {
  lastBranch += 1;
  const branch = request.branch ?? `z9hG4bKpeer${lastBranch}`;
  const toTag = request.toTag === undefined ? '' : `;tag=${request.toTag}`;
  const lines = [
    `${method} ${request.uri ?? 'sip:+12025550150@192.0.2.1'} SIP/2.0`,
    `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=${branch}`,
    `From: ${request.from ?? '"Ann" <sip:+12025550101@192.0.2.9>'};tag=${request.fromTag ?? 'peer'}`,
    `To: <sip:+12025550150@192.0.2.1>${toTag}`,
    `Call-ID: ${request.callId ?? 'from-peer'}`,
    `CSeq: ${request.sequence ?? 1} ${method}`,
    'Contact: <sip:ann@192.0.2.9:5060>',
    ...(request.headers ?? ['Max-Forwards: 70']),
    ...(request.body ? [`Content-Type: ${request.contentType ?? 'application/sdp'}`] : []),
  ];
  bed.peer.send({ host: bed.agent.host, port: bed.agent.port }, lines, request.body);
  bed.settle();
  return branch;
}

/** A call of the peer that rings at the agent. */
export function receiveCall(bed: TestBed, request: PeerRequest = {}) {
  const branch = sendRequest(bed, 'INVITE', { body: SAMPLE_SDP, ...request });
  const call = bed.incoming.at(-1);
  if (!call) throw new Error('no call came in');
  return { call, events: eventsOf(call), branch };
}

/** Answers the call and has the peer acknowledge it, with an answer where none was offered; returns the agent's tag. */
export function answerCall(bed: TestBed, call: IncomingCall, answer = ''): string {
  call.answer(SAMPLE_SDP);
  bed.settle();
  const toTag = bed.peer.lastResponse('INVITE').toTag ?? '';
  sendRequest(bed, 'ACK', { toTag, callId: call.callId, body: answer });
  return toTag;
}
