import { type CallDetail, PhoneNumber, PlaceCall } from '@parley/contract';
import { listAccounts } from '../accounts/accounts.ts';
import { listAgents } from '../agents/agents.ts';
import { placeCall } from '../calls/place-call.ts';
import { routeTo } from '../carriers/routing.ts';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { findInboundNumber } from '../numbers/numbers.ts';
import type { Command, CommandResult } from './command.ts';
import { withdrawCall } from './end-call.ts';
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
  throw new RequestError(
    'not_found',
    wanted === undefined
      ? 'There is no agent yet. Make one with "agents create".'
      : `There is no agent ${wanted}. "agents list" shows them.`,
    { param: 'agent' },
  );
}

function variablesGiven(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `--variables must be a JSON object such as '{"name": "Maria"}': ${(error as Error).message}.`;
    throw new RequestError('invalid_request', message, { param: 'variables' });
  }
}

function requested(words: string[], options: Record<string, string | undefined>, agentId: string): PlaceCall {
  const phone = PhoneNumber.safeParse(words[0]);
  if (!phone.success) {
    const message = `${words[0]} is no phone number: it ${phone.error.issues[0]?.message}.`;
    throw new RequestError('invalid_request', message, { param: 'recipient_phone' });
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
  return { json: call, text: facts.map(([name, value]) => `${name!.padEnd(10)} ${value ?? '-'}`).join('\n') };
}

/** As shells say of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

export const callCommand: Command = {
  name: 'call',
  words: ['NUMBER'],
  options: [
    { name: 'agent', value: 'ID|NAME' },
    { name: 'variables', value: 'JSON' },
    { name: 'from', value: 'NUMBER' },
    { name: 'watch' },
  ],
  summary: 'place a call; --watch shows it live: state, each turn as it is spoken, the result',
  needsService: true,
  async run(surroundings) {
    const { config, db, options, flags, words, say } = surroundings;
    const { accountId, agentId } = await agentMeant(db, options.agent);
    const request = requested(words, options, agentId);
    const { recipient_phone: phone } = request;
    const isOwn = (await findInboundNumber(db, phone)) !== undefined;
    const route = routeTo(phone, { isOwn, hasTrunk: config.sip.trunk !== undefined });
    const { simulated } = route;
    const watches = flags.has('watch');
    const { call, outcome } = await followCall(db, {
      until: watches ? 'analyzed' : 'taken_up',
      say: watches ? say : () => {},
      interrupted: new Promise<void>((resolve) => process.once('SIGINT', () => resolve())),
      withdraw: (callId) => withdrawCall(surroundings, callId),
      async place() {
        const placed = await placeCall(db, { routeTo: () => route }, accountId, request);
        if (watches) say(`· ${placed.call.call_id}${simulated ? ' (simulated)' : ''}`);
        return placed.call;
      },
    });
    const { call_id: callId } = call;
    switch (outcome) {
      case 'taken_up':
        return { json: call, text: `Call  ${callId}   (${call.status})` };
      case 'analyzed':
        return result(await storedCall(surroundings, accountId, callId));
      case 'withdrawn':
        throw new RequestError(
          'unprocessable',
          `No service took the call up, so ${callId} is canceled and nobody is rung. Start the service with npm start, and try again.`,
        );
      case 'interrupted': {
        const text = (await withdrawCall(surroundings, callId))
          ? `${callId} is canceled: it had not been dialled yet.`
          : `The call goes on. To hang it up: npm run -s parley -- hangup ${callId}`;
        return { json: await storedCall(surroundings, accountId, callId), text, exitCode: INTERRUPTED };
      }
    }
  },
};
