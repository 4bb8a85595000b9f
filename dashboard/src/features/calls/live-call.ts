import type { CallEvent, CallPhase, CallSummary } from '@parley/contract';

type StateChange = Extract<CallEvent, { event: 'call.state' }>['data'];
type Analyzed = Extract<CallEvent, { event: 'call.analyzed' }>['data'];

/** A call only moves on; talking and transferring may alternate. */
const order: Record<CallPhase, number> = {
  queued: 0,
  dialing: 1,
  ringing: 2,
  talking: 3,
  transferring: 3,
  ending: 4,
  analyzing: 5,
  ended: 6,
};

/** A call that is not over: it can be heard, and hung up. */
export function isLive({ phase }: Pick<CallSummary, 'phase'>): boolean {
  return order[phase] < order.analyzing;
}

export function hasMovedFurther(call: Pick<CallSummary, 'phase'>, other: Pick<CallSummary, 'phase'>): boolean {
  return order[call.phase] > order[other.phase];
}

/** The call after a change. One that was read after the change came is later already, and stays. */
export function movedOn<Call extends CallSummary>(call: Call, change: StateChange): Call {
  if (order[change.to] < order[call.phase]) return call;
  const answeredAt = call.answered_at ?? (change.to === 'talking' ? Math.floor(change.at) : null);
  const isOver = order[change.to] >= order.analyzing;
  const endedAt = call.ended_at ?? (isOver ? Math.floor(change.at) : null);
  return {
    ...call,
    phase: change.to,
    status: change.status,
    end_reason: change.end_reason ?? call.end_reason,
    ended_by: change.ended_by ?? call.ended_by,
    sip_code: change.sip_code ?? call.sip_code,
    answered_at: answeredAt,
    ended_at: endedAt,
    duration: call.duration ?? (endedAt === null ? null : answeredAt === null ? 0 : endedAt - answeredAt),
  };
}

export function analyzed<Call extends CallSummary>(call: Call, { status, outcome, sentiment }: Analyzed): Call {
  return { ...call, status, phase: 'ended', outcome, sentiment };
}
