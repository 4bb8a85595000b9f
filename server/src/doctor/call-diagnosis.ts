import type { CallDetail, CallDiagnosis } from '@parley/contract';
import { readSignalling, type SignalledLeg } from '../calls/call-signalling.ts';
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
  is_just_over: boolean;
}

const LIVE = {
  health: 'unknown',
  verdict: 'The call is not over yet. The doctor looks at it when it is.',
  findings: [],
  ladder: [],
  ladder_omitted: 0,
  media: [],
} as const satisfies Omit<CallDiagnosis, 'call_id'>;

/** What was signalled is stored behind the end of the call, up to half a second and one write later. */
const JUST_OVER = 'The call has just ended, and what was signalled is still being stored. Ask again in a moment.';
const JUST_OVER_S = 2;

/** What can be said of a call, and what it follows from; undefined when the account has no such call. */
export async function readDiagnosis(
  db: Queryable,
  accountId: string,
  callId: string,
): Promise<CallDiagnosis | undefined> {
  const [call] = await db.query<CallRow>({
    name: 'read-call-for-diagnosis',
    text: `select call_id, direction, channel, end_reason, ended_by, sip_code, simulated, state, answered_at, ended_at, media_stats, warnings,
             coalesce(ended_at > statement_timestamp() - make_interval(secs => $3), false) as is_just_over
           from calls where account_id = $1 and call_id = $2`,
    values: [accountId, callId, JUST_OVER_S],
  });
  if (!call) return undefined;
  if (call.state !== 'ended') return { call_id: callId, ...LIVE };
  const legs = await readSignalling(db, callId);
  const talks = await readTalks(db, callId);
  const said = diagnose(factsOf(call, legs, talks));
  return {
    call_id: callId,
    ...said,
    ...(said.health === 'unknown' && call.is_just_over && { verdict: JUST_OVER }),
    ladder: legs.flatMap(({ leg, signalling }) => ladderOf(signalling, leg)),
    ladder_omitted: legs.reduce((sum, { signalling }) => sum + signalling.omitted, 0),
    media: call.media_stats ? mediaLegs(call.media_stats) : [],
  };
}

interface LegTalk {
  leg_no: number;
  answered_at: Date | null;
  ended_at: Date | null;
}

/** Of the legs besides the first. */
function readTalks(db: Queryable, callId: string): Promise<LegTalk[]> {
  return db.query<LegTalk>({
    name: 'read-talks-for-diagnosis',
    text: 'select leg_no, answered_at, ended_at from call_legs where call_id = $1 order by leg_no',
    values: [callId],
  });
}

function factsOf(call: CallRow, legs: readonly SignalledLeg[], talks: readonly LegTalk[]): CallFacts {
  const { answered_at: answeredAt, ended_at: endedAt } = call;
  const lasted = (from: Date | null, to: Date | null) => (from && to ? to.getTime() - from.getTime() : null);
  return {
    ...call,
    isAnswered: answeredAt !== null,
    talkMs: lasted(answeredAt, endedAt),
    legs: legs.flatMap(({ leg, signalling }) => legFacts(signalling, leg) ?? []),
    media: call.media_stats,
    furtherLegs: talks.map(({ leg_no: leg, answered_at: from, ended_at: to }) => ({
      leg,
      talkMs: lasted(from, to ?? endedAt),
      media: call.media_stats?.furtherLegs?.find(({ legNo }) => legNo === leg) ?? null,
    })),
    warnings: call.warnings ?? [],
  };
}
