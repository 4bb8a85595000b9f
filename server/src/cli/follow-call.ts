import type { TranscriptTurn } from '@parley/contract';
import type { Database } from '../db/index.ts';

/** Nobody has taken up the call for so long: no service runs on this database. */
const TAKEN_UP_WITHIN_MS = 10_000;

interface LiveMessage {
  call_id: string;
  type: 'state' | 'turn' | 'answered_by' | 'result';
  state?: string;
  end_reason?: string;
  turn?: TranscriptTurn;
  who?: string;
}

function lineOf(message: LiveMessage): string | undefined {
  if (message.type === 'state') return `· ${message.state}${message.end_reason ? ` (${message.end_reason})` : ''}`;
  if (message.type === 'answered_by') return `· answered by: ${message.who}`;
  const turn = message.turn;
  if (!turn) return undefined;
  const time = `${turn.start.toFixed(1).padStart(6)} s`;
  if (turn.role === 'tool') return `${time}  tool   ${turn.tool?.name ?? turn.text}`;
  return `${time}  ${turn.role.padEnd(5)}  ${turn.text}${turn.interrupted ? ' — (interrupted)' : ''}`;
}

export interface Following {
  callId: string;
  until: 'taken_up' | 'analyzed';
  /** Hears of each state and turn. */
  say(line: string): void;
  /** Ends it early. */
  interrupted: Promise<void>;
}

/** Listens to a call as it goes; answers how far it was followed. */
export async function followCall(
  db: Database,
  { callId, until, say, interrupted }: Following,
): Promise<'taken_up' | 'analyzed' | 'interrupted' | 'nobody_took_it_up'> {
  const reached = Promise.withResolvers<'taken_up' | 'analyzed' | 'nobody_took_it_up'>();
  const patience = setTimeout(() => reached.resolve('nobody_took_it_up'), TAKEN_UP_WITHIN_MS);
  const check = async () => {
    const rows = await db.query<{ taken_up: boolean; analyzed: boolean }>(
      "select state <> 'queued' as taken_up, analyzed_at is not null as analyzed from calls where call_id = $1",
      [callId],
    );
    if (!rows[0]?.taken_up) return;
    clearTimeout(patience);
    if (until === 'taken_up') reached.resolve('taken_up');
    else if (rows[0].analyzed) reached.resolve('analyzed');
  };
  const subscription = await db.listen('call_live', (event) => {
    if (event.type !== 'notification') return void check().catch(reached.reject);
    const message = JSON.parse(event.payload) as LiveMessage;
    if (message.call_id !== callId) return;
    const line = lineOf(message);
    if (line !== undefined) say(line);
    check().catch(reached.reject);
  });
  try {
    await check();
    return await Promise.race([reached.promise, interrupted.then(() => 'interrupted' as const)]);
  } finally {
    clearTimeout(patience);
    await subscription.close();
  }
}
