import { RequestError } from '../kernel/request-error.ts';
import type { Command } from './command.ts';
import { endCall } from './end-call.ts';
import { storedCall } from './stored-call.ts';

export const hangUpCommand: Command = {
  name: 'hangup',
  words: ['CALL'],
  summary: 'end a call, wherever it is',
  needsService: true,
  async run(surroundings) {
    const { db, words } = surroundings;
    const [callId] = words as [string];
    const rows = await db.query<{ account_id: string; over: boolean }>(
      "select account_id, state = 'ended' as over from calls where call_id = $1",
      [callId],
    );
    if (!rows[0]) throw new RequestError('not_found', `There is no call ${callId}.`, { param: 'call' });
    const { account_id: accountId, over } = rows[0];
    if (!over) await endCall(surroundings, accountId, callId);
    const text = over ? `${callId} was over already.` : `${callId} is hung up.`;
    return { json: await storedCall(surroundings, accountId, callId), text };
  },
};
