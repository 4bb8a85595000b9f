import type { Batch, CallEvent, CallEventList, CallStatus, EndReason, StreamEvent } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { MediaStats } from '../media/media.ts';
import { BATCH_COLUMNS, type BatchRow, toBatch } from './batch-progress.ts';
import { type CallState, phaseOf, statusOf } from './state.ts';

interface EventRow {
  /** Null: it has none yet. */
  position: number | null;
  type: 'call.state' | 'call.turn' | 'call.tool' | 'call.analyzed' | 'call.control' | 'batch.progress';
  at: Date;
  from_state: CallState | null;
  to_state: CallState | null;
  turn_no: number | null;
  /** JSON that is parsed here: most of it is passed over when a filter is set. */
  detail: string | null;
  /** Of the call, or of the event itself when it belongs to none. */
  batch_id: string | null;
  call_id: string;
  agent_id: string;
  direction: 'outbound' | 'inbound';
  recipient_phone: string;
  from_number: string | null;
  status: CallStatus;
  end_reason: EndReason | null;
  ended_by: 'agent' | 'user' | 'system' | null;
  outcome: string | null;
  sentiment: 'positive' | 'neutral' | 'negative' | null;
}

const COLUMNS = `e.position, e.type, e.at, e.from_state, e.to_state, e.turn_no, e.detail::text as detail,
  coalesce(e.batch_id, c.batch_id) as batch_id, c.call_id, c.agent_id, c.direction, c.recipient_phone, c.from_number,
  c.status, c.end_reason, c.ended_by, c.outcome, c.sentiment`;

export interface EventFilter {
  callId?: string | undefined;
  types?: readonly string[] | undefined;
}

export interface EventPage {
  events: StreamEvent[];
  /** Everything up to this number was looked at. */
  through: number;
}

const PAGE = 200;

/** What came after a number and not after another, in order; at most so much that memory does not notice. */
export async function readEventPage(
  db: Queryable,
  accountId: string,
  { callId, types }: EventFilter,
  span: { after: number; through: number },
): Promise<EventPage> {
  // The moves of a call also tell the progress of its batch.
  const wanted = types?.includes('batch.progress') ? [...types, 'call.state'] : types;
  const rows = await db.query<EventRow>(
    `select ${COLUMNS} from call_events e left join calls c on c.call_id = e.call_id
     where e.account_id = $1 and e.position > 0 and e.position > $2 and e.position <= $3
       ${callId === undefined ? 'and ($4::text is null)' : 'and e.call_id = $4'} and ($5::text[] is null or e.type = any($5))
     order by e.position limit ${PAGE}`,
    [accountId, span.after, span.through, callId ?? null, wanted ?? null],
  );
  const through = rows.length < PAGE ? span.through : rows.at(-1)!.position!;
  const isWanted = (type: string) => types === undefined || types.includes(type);
  const events = rows.flatMap((row) => (isWanted(row.type) ? toCallEvent(row) : []));
  if (callId !== undefined || !isWanted('batch.progress')) return { events, through };
  return { events: [...events, ...(await progressOf(db, rows, through))], through };
}

/** Each batch that something happened to, once, as it is now. */
async function progressOf(db: Queryable, rows: EventRow[], id: number): Promise<StreamEvent[]> {
  const moves = rows.filter(({ type }) => type === 'call.state' || type === 'batch.progress');
  const batchIds = [...new Set(moves.flatMap(({ batch_id: batchId }) => batchId ?? []))];
  if (batchIds.length === 0) return [];
  const batches = await db.query<BatchRow>(
    `select ${BATCH_COLUMNS} from batches where batch_id = any($1) order by batch_id`,
    [batchIds],
  );
  return batches.map(toBatch).map((data: Batch) => ({ id, event: 'batch.progress', data }));
}

/** Gives numbers to what has none. */
interface EventNumbers {
  catchUp(): Promise<void>;
}

/** Everything that happened to one call, in order; undefined when the account has no such call. */
export async function readCallEvents(
  db: Queryable,
  numbers: EventNumbers,
  accountId: string,
  callId: string,
): Promise<CallEventList | undefined> {
  const [call] = await db.query<{ media_stats: MediaStats | null }>(
    'select media_stats from calls where account_id = $1 and call_id = $2',
    [accountId, callId],
  );
  if (!call) return undefined;
  const read = () =>
    db.query<EventRow>(
      `select ${COLUMNS} from call_events e join calls c on c.call_id = e.call_id where e.call_id = $1 order by e.seq`,
      [callId],
    );
  let rows = await read();
  if (rows.some(({ position }) => position === null)) {
    await numbers.catchUp();
    rows = await read();
  }
  const data = rows.flatMap(toCallEvent);
  return { data, total: data.length, line: lineOf(call.media_stats) };
}

function toCallEvent(row: EventRow): CallEvent[] {
  const detail = row.detail === null ? null : JSON.parse(row.detail);
  const id = row.position ?? 0;
  const call = {
    call_id: row.call_id,
    agent_id: row.agent_id,
    batch_id: row.batch_id,
    at: row.at.getTime() / 1000,
  };
  switch (row.type) {
    case 'call.state':
      return [{ id, event: 'call.state', data: { ...call, ...stateChange(row, detail) } }];
    case 'call.turn':
      // Its words are not kept any more.
      if (detail === null) return [];
      return [{ id, event: 'call.turn', data: { ...call, number: row.turn_no!, turn: detail } }];
    case 'call.tool':
      // Its words are not kept any more.
      return detail === null ? [] : [{ id, event: 'call.tool', data: { ...call, ...detail } }];
    case 'call.analyzed': {
      const { status, end_reason: endReason, outcome, sentiment } = row;
      return [{ id, event: 'call.analyzed', data: { ...call, status, end_reason: endReason!, outcome, sentiment } }];
    }
    case 'call.control':
      return [{ id, event: 'call.control', data: { ...call, ...detail } }];
    case 'batch.progress':
      return [];
  }
}

function stateChange(row: EventRow, detail: { sip_code?: number | null; analyzed?: boolean } | null) {
  const to = row.to_state!;
  const isOver = to === 'ended';
  return {
    direction: row.direction,
    recipient_phone: row.recipient_phone,
    from_number: row.from_number,
    from: row.from_state,
    to: phaseOf(to, detail?.analyzed === true),
    status: isOver ? row.status : statusOf(to, false, null),
    end_reason: isOver ? row.end_reason : null,
    ended_by: isOver ? row.ended_by : null,
    sip_code: detail?.sip_code ?? null,
  };
}

function lineOf(stats: MediaStats | null): CallEventList['line'] {
  return (
    stats && {
      packets_sent: stats.packetsSent,
      packets_received: stats.packetsReceived,
      packets_lost: stats.packetsLost,
      packets_late: stats.packetsLate,
      concealed_frames: stats.concealedFrames,
      recovered_frames: stats.recoveredFrames ?? 0,
      jitter_ms: stats.jitterMs,
      mos: stats.mos,
    }
  );
}
