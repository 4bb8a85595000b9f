import type { CallDetail, CallDiagnosis } from '@parley/contract';
import { readSignalling } from '../calls/call-signalling.ts';
import type { Signalling } from '../carriers/signalling.ts';
import type { Queryable } from '../db/index.ts';
import type { CallMediaStats } from '../media/media.ts';
import { diagnose } from './diagnose.ts';
import { type CallFacts, legFacts } from './facts.ts';
import { ladderOf, mediaLegs } from './shown-figures.ts';

interface CallRow
  extends Pick<CallDetail, 'call_id' | 'direction' | 'channel' | 'end_reason' | 'ended_by' | 'sip_code' | 'simulated'> {
  state: string;
  answered_at: Date | null;
  ended_at: Date | null;
  media_stats: CallMediaStats | null;
  warnings: string[] | null;
}

const LIVE = {
  health: 'unknown',
  verdict: 'The call is not over yet. The doctor looks at it when it is.',
  findings: [],
  ladder: [],
  ladder_omitted: 0,
  media: [],
} as const satisfies Omit<CallDiagnosis, 'call_id'>;

/** What can be said of a call, and what it follows from; undefined when the account has no such call. */
export async function readDiagnosis(
  db: Queryable,
  accountId: string,
  callId: string,
): Promise<CallDiagnosis | undefined> {
  const [call] = await db.query<CallRow>({
    name: 'read-call-for-diagnosis',
    text: `select call_id, direction, channel, end_reason, ended_by, sip_code, simulated, state, answered_at, ended_at, media_stats, warnings
           from calls where account_id = $1 and call_id = $2`,
    values: [accountId, callId],
  });
  if (!call) return undefined;
  if (call.state !== 'ended') return { call_id: callId, ...LIVE };
  const signalling = await readSignalling(db, callId);
  return {
    call_id: callId,
    ...diagnose(factsOf(call, signalling)),
    ladder: signalling.flatMap(ladderOf),
    ladder_omitted: signalling.reduce((sum, { omitted }) => sum + omitted, 0),
    media: call.media_stats ? mediaLegs(call.media_stats) : [],
  };
}

function factsOf(call: CallRow, signalling: readonly Signalling[]): CallFacts {
  const { answered_at: answeredAt, ended_at: endedAt } = call;
  return {
    ...call,
    isAnswered: answeredAt !== null,
    talkMs: answeredAt && endedAt ? endedAt.getTime() - answeredAt.getTime() : null,
    legs: signalling.flatMap((leg) => legFacts(leg) ?? []),
    media: call.media_stats,
    warnings: call.warnings ?? [],
  };
}
