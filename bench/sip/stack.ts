import { getActiveResourcesInfo } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type IncomingCall, MediaNegotiation, openTcpTransport, UserAgent } from '@parley/sip';
import { freePort } from '../../tests/support/ports.ts';
import { AbortingPeer } from './aborting-peer.ts';
import { Load, type RoundReport } from './load.ts';

const NUMBER = '+12025550150';
const CONCURRENCY = 100;
/** The last of them is over 64 s after it began: 32 s for an ACK, 32 s for the response to the BYE (64·T1 each). */
const ALL_OVER_MS = 90_000;
const LOOK_AGAIN_MS = 500;
const LONGEST_RINGING_MS = 10_000;
/** After that many, code is compiled and maps have grown. */
const WARM_UP_SETUPS = 3000;

export interface StackFigures {
  readonly round: RoundReport;
  /** Of the side that is called. */
  readonly cpuS: number;
}

/** Full calls between two user agents, in two processes: INVITE, 100, 180, 200, ACK, BYE, 200. */
export async function measureStack(calls: number): Promise<StackFigures> {
  const agent = await openCallee((call) => call.answer(answerTo(call.sdp)));
  const load = await Load.start({ target: agent.port, port: await freePort(), number: NUMBER });
  try {
    await load.run({ calls: calls / 10, concurrency: CONCURRENCY, holdMs: 0 });
    const before = process.cpuUsage();
    const round = await load.run({ calls, concurrency: CONCURRENCY, holdMs: 0 });
    const { user, system } = process.cpuUsage(before);
    return { round, cpuS: (user + system) / 1e6 };
  } finally {
    await load.close();
    await agent.close();
  }
}

interface LeftOver {
  readonly transactions: number;
  readonly dialogs: number;
  readonly connections: number;
  /** Timers and sockets, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** After a collection. */
  readonly heapMb: number;
}

export interface AbortedFigures {
  readonly before: LeftOver;
  readonly most: Pick<LeftOver, 'transactions' | 'dialogs'>;
  readonly after: LeftOver;
  /** Until the last was over. */
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Set-ups that are aborted in every way, and what they leave behind. */
export async function measureAborted(setups: number, perSecond: number): Promise<AbortedFigures> {
  const agent = await openCallee((call) => {
    if (AbortingPeer.wantsAnswer(call.callId)) call.answer(answerTo(call.sdp));
    else rejectLate(call);
  });
  const peer = await AbortingPeer.open({ target: agent.port, port: 0, number: NUMBER });
  try {
    await peer.run(WARM_UP_SETUPS, perSecond);
    await allOver(agent, peer);
    const before = leftOver(agent, peer);
    const startedMs = performance.now();
    let most = { transactions: 0, dialogs: 0 };
    const watching = setInterval(() => {
      const { transactions, dialogs } = agent.counters;
      most = {
        transactions: Math.max(most.transactions, transactions),
        dialogs: Math.max(most.dialogs, dialogs),
      };
    }, LOOK_AGAIN_MS);
    await peer.run(setups, perSecond);
    await allOver(agent, peer);
    clearInterval(watching);
    const seconds = (performance.now() - startedMs) / 1000;
    return { before, most, after: leftOver(agent, peer), seconds, statuses: peer.statuses };
  } finally {
    peer.close();
    await agent.close();
  }
}

async function openCallee(onRinging: (call: IncomingCall) => void) {
  const port = await freePort();
  return UserAgent.start({
    host: '127.0.0.1',
    port,
    userAgentName: 'stack',
    listeners: [{ port, open: openTcpTransport }],
    onInvite: (call) => {
      call.ring();
      onRinging(call);
    },
  });
}

/** A CANCEL may be lost on a busy host, and the peer does not repeat it. */
function rejectLate(call: IncomingCall): void {
  const timer = setTimeout(() => call.reject(480), LONGEST_RINGING_MS);
  call.on((event) => {
    if (event.type === 'ended') clearTimeout(timer);
  });
}

function answerTo(offer: string | null): string {
  return new MediaNegotiation({ address: '127.0.0.1', port: 40_000, codecs: ['PCMU'] }).answerTo(offer ?? '').sdp;
}

async function allOver(agent: UserAgent, peer: AbortingPeer): Promise<void> {
  const deadlineMs = performance.now() + ALL_OVER_MS;
  const isOver = () => {
    const { transactions, dialogs } = agent.counters;
    return transactions === 0 && dialogs === 0 && peer.openConnections === 0;
  };
  while (!isOver() && performance.now() < deadlineMs) await delay(LOOK_AGAIN_MS);
}

function leftOver(agent: UserAgent, peer: AbortingPeer): LeftOver {
  const { transactions, dialogs } = agent.counters;
  const resources: Record<string, number> = {};
  for (const kind of getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  collectGarbage();
  const heapMb = process.memoryUsage().heapUsed / 1e6;
  return { transactions, dialogs, connections: peer.openConnections, resources, heapMb };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  gc();
  gc();
}
