import { AddNumber, type AvailableNumberList, ListAvailableNumbers, type OwnedNumber } from '@parley/contract';
import type { z } from 'zod';
import { listAgents } from '../agents/agents.ts';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { addNumber } from '../numbers/add-number.ts';
import { availableNumbers } from '../numbers/available-numbers.ts';
import { changeNumber } from '../numbers/change-number.ts';
import { connectNumbers } from '../numbers/connect-numbers.ts';
import { listNumbers } from '../numbers/owned-numbers.ts';
import { releaseNumber } from '../numbers/release-number.ts';
import { isSimulatedNumber } from '../numbers/simulated-carrier.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, CommandResult, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { phoneNamed } from './phone-named.ts';
import { askService } from './service-request.ts';
import { table } from './table.ts';

/** What is typed where an agent belongs, and none is to answer. */
const NONE = 'none';

/** By its id, or by its name as people write it. */
async function agentTyped({ db, options: { agent: text } }: CommandContext, accountId: string): Promise<string | null> {
  if (text === undefined || text === NONE) return null;
  const agents = await listAgents(db, accountId);
  const agent = agents.find(({ agent_id, name }) => agent_id === text || name.toLowerCase() === text.toLowerCase());
  if (agent) return agent.agent_id;
  throw new CommandError('not_found', `There is no agent ${text}. "agents list" shows them.`, 'agent');
}

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;

async function numberTyped(context: CommandContext, accountId: string): Promise<OwnedNumber> {
  const phone = phoneNamed(context.words[0]!);
  const number = (await listNumbers(context.db, accountId)).find(({ phone_number }) => phone_number === phone);
  if (number) return number;
  throw new CommandError('not_found', `${phone} is not a number of this account. "numbers list" shows them.`, 'number');
}

function described(number: OwnedNumber): CommandResult {
  const answers = number.agent_id === null ? 'no agent answers it' : `${number.agent_id} answers it`;
  return { json: number, text: `${number.phone_number} is yours; ${answers}.` };
}

export const listAllNumbers: RunCommand = async (context) => {
  const numbers = await listNumbers(context.db, await accountIdOf(context));
  const rows = numbers.map(({ phone_number, source, trunk_id, agent_id, is_default: isDefault }) => ({
    ...{ phone_number, source, trunk_id, agent_id, default: isDefault ? 'yes' : '' },
  }));
  return { json: { data: numbers, total: numbers.length }, text: table(rows) };
};

/** The carrier of an account is asked by the service, which has its credentials; without an account there is the simulated one. */
export const searchNumbers: RunCommand = async (context) => {
  const { db, options } = context;
  const { 'area-code': areaCode, country } = options;
  const given = {
    ...(areaCode === undefined ? {} : { area_code: areaCode }),
    ...(country === undefined ? {} : { country }),
  };
  const query = validated(ListAvailableNumbers, given);
  const offers =
    options.account === undefined
      ? await availableNumbers(db, null, query)
      : await askService<z.infer<typeof AvailableNumberList>>(context, {
          accountId: await accountIdOf(context),
          permission: 'numbers:read',
          method: 'GET',
          path: `/numbers/available?${new URLSearchParams(Object.entries(given))}`,
        });
  return { json: offers, text: table(offers.data.map((offer) => ({ ...offer }))) };
};

/** What the simulated carrier has needs no service; every other number is bought from the carrier of the account. */
export const buyNumber: RunCommand = async (context) => {
  const { db, words } = context;
  const accountId = await accountIdOf(context);
  const body = validated(AddNumber, {
    phone_number: phoneNamed(words[0]!),
    agent_id: await agentTyped(context, accountId),
  });
  if (isSimulatedNumber(body.phone_number)) return described(await addNumber(db, operatorOf(accountId), null, body));
  const request = { accountId, permission: 'numbers:write', method: 'POST', path: '/numbers', body } as const;
  return described(await askService<OwnedNumber>(context, request));
};

export const connectNumber: RunCommand = async (context) => {
  const { db, words, options } = context;
  if ((options.trunk === undefined) === (options.carrier === undefined)) {
    throw new CommandError('invalid_request', 'Give --trunk or --carrier: what the number comes through.', 'trunk');
  }
  if (options.carrier !== undefined) return connectCarriersNumber(context, options.carrier);
  if (options.to !== undefined) return connectRange(context, options.to);
  const accountId = await accountIdOf(context);
  const request = {
    ...{ phone_number: phoneNamed(words[0]!), trunk_id: options.trunk! },
    agent_id: await agentTyped(context, accountId),
  };
  return described(await addNumber(db, operatorOf(accountId), null, request));
};

/** The service has the credentials of the carrier account. */
async function connectCarriersNumber(context: CommandContext, carrierId: string): Promise<CommandResult> {
  const { words, options } = context;
  if (options.to !== undefined) {
    throw new CommandError(
      'invalid_request',
      'A range is one of a trunk. Connect numbers of a carrier account one by one.',
      'to',
    );
  }
  const accountId = await accountIdOf(context);
  const body = {
    ...{ phone_number: phoneNamed(words[0]!), carrier_id: carrierId },
    agent_id: await agentTyped(context, accountId),
  };
  const request = { accountId, permission: 'numbers:write', method: 'POST', path: '/numbers', body } as const;
  return described(await askService<OwnedNumber>(context, request));
}

async function connectRange(context: CommandContext, last: string): Promise<CommandResult> {
  const { db, words, options } = context;
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const request = {
    ...{ first_number: phoneNamed(words[0]!), last_number: phoneNamed(last) },
    ...{ trunk_id: options.trunk!, agent_id: await agentTyped(context, accountId) },
  };
  const numbers = await connectNumbers(db, operatorOf(accountId), request);
  const text = `${numbers.length} numbers are yours, from ${numbers[0]!.phone_number} to ${numbers.at(-1)!.phone_number}.`;
  return { json: { data: numbers, total: numbers.length }, text };
}

export const assignNumber: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const { number_id: numberId } = await numberTyped(context, accountId);
  const change = { agent_id: await agentTyped(context, accountId) };
  return described((await changeNumber(context.db, operatorOf(accountId), numberId, change))!);
};

export const giveNumberBack: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const { number_id: numberId, phone_number: phone, source } = await numberTyped(context, accountId);
  if (source === 'simulated' || source === 'trunk') {
    await releaseNumber(context.db, operatorOf(accountId), null, numberId);
  } else {
    const path = `/numbers/${numberId}`;
    await askService(context, { accountId, permission: 'numbers:write', method: 'DELETE', path });
  }
  return { json: { number_id: numberId, phone_number: phone, released: true }, text: `${phone} is released.` };
};
