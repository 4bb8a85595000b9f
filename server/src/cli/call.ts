import { type CallDetail, PhoneNumber, PlaceCall } from '@parley/contract';
import { listAccounts } from '../accounts/accounts.ts';
import { listAgents } from '../agents/agents.ts';
import { placeCall } from '../calls/place-call.ts';
import type { Database } from '../db/index.ts';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { RouteChoice } from '../trunks/choose-routes.ts';
import type { CommandContext, CommandResult, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { followCall } from './follow-call.ts';
import { storedCall } from './stored-call.ts';

/** The account and agent that are meant: by id, by the agent's name, or the first there is. */
async function agentMeant(db: Database, wanted: string | undefined): Promise<{ accountId: string; agentId: string }> {
  for (const { account_id: accountId } of await listAccounts(db)) {
    const agents = await listAgents(db, accountId);
    const agent =
      wanted === undefined
        ? agents[0]
        : agents.find(({ agent_id, name }) => agent_id === wanted || name.toLowerCase() === wanted.toLowerCase());
    if (agent) return { accountId, agentId: agent.agent_id };
  }
  throw new CommandError(
    'not_found',
    wanted === undefined
      ? 'There is no agent yet. Make one with "agents create".'
      : `There is no agent ${wanted}. "agents list" shows them.`,
    'agent',
  );
}

function variablesGiven(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `--variables must be a JSON object such as '{"name": "Maria"}': ${(error as Error).message}.`;
    throw new CommandError('invalid_request', message, 'variables');
  }
}

function requested(words: string[], options: Record<string, string | undefined>, agentId: string): PlaceCall {
  const phone = PhoneNumber.safeParse(words[0]);
  if (!phone.success) {
    const message = `${words[0]} is not a phone number: it ${phone.error.issues[0]?.message}.`;
    throw new CommandError('invalid_request', message, 'recipient_phone');
  }
  return validated(PlaceCall, {
    agent_id: agentId,
    recipient_phone: phone.data,
    ...(options.variables === undefined ? {} : { variables: variablesGiven(options.variables) }),
    ...(options.from === undefined ? {} : { from_number: options.from }),
  });
}

function result(call: CallDetail): CommandResult {
  const facts = [
    ['Status', `${call.status} (${call.end_reason})`],
    ['Outcome', call.outcome],
    ['Sentiment', call.sentiment],
    ['Duration', `${call.duration} s`],
    ['Summary', call.summary],
    ['Recording', call.recording_url],
  ];
  const warnings = (call.analysis?.warnings ?? []).map((warning) => ['Warning', warning]);
  const lines = [...facts, ...warnings].map(([name, value]) => `${name!.padEnd(10)} ${value ?? '-'}`);
  const doctor = `To find out why: npm run -s parley -- doctor ${call.call_id}`;
  return { json: call, text: [...lines, ...(call.status === 'failed' ? [doctor] : [])].join('\n') };
}

/** As shells say of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Loaded when a call is taken back, which is rare. */
async function cancelQueuedCall(context: CommandContext, callId: string): Promise<boolean> {
  const endings = await import('./end-call.ts');
  return endings.cancelQueuedCall(context, callId);
}

export const call: RunCommand = async (context) => {
  const { config, db, options, flags, words, say } = context;
  const { accountId, agentId } = await agentMeant(db, options.agent);
  const request = requested(words, options, agentId);
  const choice = new RouteChoice(config);
  let isSimulated = false;
  const routing: typeof choice.routesTo = async (...asked) => {
    const routes = await choice.routesTo(...asked);
    isSimulated = routes.every(({ simulated }) => simulated);
    return routes;
  };
  const watches = flags.has('watch');
  const { call: placed, outcome } = await followCall(db, {
    until: watches ? 'analyzed' : 'taken_up',
    say: watches ? say : () => {},
    interrupted: new Promise<void>((resolve) => process.once('SIGINT', () => resolve())),
    cancelQueued: (callId) => cancelQueuedCall(context, callId),
    async place() {
      const { call } = await placeCall(db, { routesTo: routing }, operatorOf(accountId), request);
      if (watches) say(`· ${call.call_id}${isSimulated ? ' (simulated)' : ''}`);
      return call;
    },
  });
  const { call_id: callId } = placed;
  switch (outcome) {
    case 'taken_up':
      return { json: placed, text: `Call  ${callId}   (${placed.status})` };
    case 'analyzed':
      return result(await storedCall(context, accountId, callId));
    case 'canceled':
      throw new CommandError(
        'unprocessable',
        `No service took the call up, so ${callId} is canceled and no phone rings. Start the service with npm start, and try again.`,
      );
    case 'interrupted': {
      const text = (await cancelQueuedCall(context, callId))
        ? `${callId} is canceled: it had not been dialled yet.`
        : `The call continues. To hang up: npm run -s parley -- hangup ${callId}`;
      return { json: await storedCall(context, accountId, callId), text, exitCode: INTERRUPTED };
    }
  }
};
