import type { TranscriptTurn } from '@parley/contract';
import type { Database } from '../db/index.ts';

/** A call that is not taken up within this time: no service runs on this database. */
const TAKEN_UP_WITHIN_MS = 10_000;

interface LiveMessage {
  call_id: string;
  type: 'state' | 'turn' | 'answered_by' | 'language' | 'result';
  state?: string;
  end_reason?: string;
  turn?: TranscriptTurn;
  who?: string;
  language?: string;
}

function lineOf(message: LiveMessage): string | undefined {
  if (message.type === 'state') return `· ${message.state}${message.end_reason ? ` (${message.end_reason})` : ''}`;
  if (message.type === 'answered_by') return `· answered by: ${message.who}`;
  if (message.type === 'language') return `· goes on in: ${message.language}`;
  const turn = message.turn;
  if (!turn) return undefined;
  const time = `${turn.start.toFixed(1).padStart(6)} s`;
  if (turn.role === 'tool') return `${time}  tool   ${turn.tool?.name ?? turn.text}`;
  return `${time}  ${turn.role.padEnd(5)}  ${turn.text}${turn.interrupted ? ' — (interrupted)' : ''}`;
}

export interface Following<Placed> {
  /** Places the call that is followed, once its messages are listened to. */
  place(): Promise<Placed>;
  /** Cancels the call that no service has taken up. False: one has. */
  cancelQueued(callId: string): Promise<boolean>;
  until: 'taken_up' | 'analyzed';
  /** Hears of each state and turn. */
  say(line: string): void;
  /** Ends the following early. */
  interrupted: Promise<void>;
}

type Outcome = 'taken_up' | 'analyzed' | 'canceled' | 'interrupted';

/** Places a call and listens to it as it goes; answers how far it was followed. */
export async function followCall<Placed extends { call_id: string }>(
  db: Database,
  { place, cancelQueued, until, say, interrupted }: Following<Placed>,
): Promise<{ call: Placed; outcome: Outcome }> {
  const reached = Promise.withResolvers<Outcome>();
  const early: LiveMessage[] = [];
  let callId: string | undefined;
  let patience: NodeJS.Timeout | undefined;
  // The end that we make ourselves is announced like any other.
  let isCanceling = false;
  const check = async () => {
    const rows = await db.query<{ taken_up: boolean; analyzed: boolean }>(
      "select state <> 'queued' as taken_up, analyzed_at is not null as analyzed from calls where call_id = $1",
      [callId],
    );
    if (!rows[0]?.taken_up || isCanceling) return;
    clearTimeout(patience);
    if (until === 'taken_up') reached.resolve('taken_up');
    else if (rows[0].analyzed) reached.resolve('analyzed');
  };
  const giveUp = async () => {
    isCanceling = true;
    if (await cancelQueued(callId!)) return reached.resolve('canceled');
    isCanceling = false;
    await check();
  };
  const hear = (message: LiveMessage) => {
    if (message.call_id !== callId) return;
    const line = lineOf(message);
    if (line !== undefined) say(line);
    check().catch(reached.reject);
  };
  const subscription = await db.listen('call_live', (event) => {
    if (event.type !== 'notification') return void check().catch(reached.reject);
    const message = JSON.parse(event.payload) as LiveMessage;
    if (callId === undefined) early.push(message);
    else hear(message);
  });
  try {
    const call = await place();
    callId = call.call_id;
    patience = setTimeout(() => void giveUp().catch(reached.reject), TAKEN_UP_WITHIN_MS);
    early.forEach(hear);
    await check();
    const outcome = await Promise.race([reached.promise, interrupted.then(() => 'interrupted' as const)]);
    return { call, outcome };
  } finally {
    clearTimeout(patience);
    await subscription.close();
  }
}
