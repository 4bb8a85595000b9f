import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { storedCall } from './stored-call.ts';

export const hangUp: RunCommand = async (context) => {
  const { db, words } = context;
  const [callId] = words as [string];
  const rows = await db.query<{ account_id: string; over: boolean }>(
    "select account_id, state = 'ended' as over from calls where call_id = $1",
    [callId],
  );
  if (!rows[0]) throw new CommandError('not_found', `There is no call ${callId}.`, 'call');
  const { account_id: accountId, over } = rows[0];
  if (!over) {
    const { endCall } = await import('./end-call.ts');
    await endCall(context, accountId, callId);
  }
  const text = over ? `${callId} was over already.` : `${callId} is hung up.`;
  return { json: await storedCall(context, accountId, callId), text };
};
