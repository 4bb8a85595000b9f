import { CreateTrunk, type Trunk, type TrunkTest, trunkSettingsOf } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { createTrunk, deleteTrunk, listTrunks } from '../trunks/trunks.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { phoneNamed } from './phone-named.ts';
import { secretIn } from './secret-file.ts';
import { askService } from './service-request.ts';
import { stepLines } from './step-lines.ts';
import { table } from './table.ts';
import { presetNamed } from './trunk-presets.ts';

/** A test call rings for half a minute and talks for twenty seconds. */
const CALL_WITHIN_S = 120;

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;

/** A number stays text where it is none, and is refused as such. */
const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text);

export const listAllTrunks: RunCommand = async (context) => {
  const trunks = await listTrunks(context.db, await accountIdOf(context));
  const rows = trunks.map(({ trunk_id, name, host, port, max_calls, caller_id, status }) => ({
    ...{ trunk_id, name, host, port, max_calls, caller_id, status },
  }));
  return { json: { data: trunks, total: trunks.length }, text: table(rows) };
};

/** A preset says whether credentials are for registering. */
async function credentialsGiven({ options, flags }: CommandContext) {
  const { username, 'password-file': file, preset } = options;
  const registers =
    flags.has('register') || (preset !== undefined && presetNamed(preset).authentication === 'register');
  if (username === undefined && file === undefined && !registers) return { authentication: 'none' } as const;
  const password = file === undefined ? null : await secretIn(file, 'password-file');
  return { authentication: registers ? 'register' : 'digest', username: username ?? null, password } as const;
}

/** The service alone can seal a password. */
async function created(context: CommandContext, request: CreateTrunk): Promise<Trunk> {
  const accountId = await accountIdOf(context);
  if (request.password == null) return createTrunk(context.db, operatorOf(accountId), request);
  const permission = 'numbers:write';
  return askService<Trunk>(context, { accountId, permission, method: 'POST', path: '/trunks', body: request });
}

export const addTrunk: RunCommand = async (context) => {
  const { words, options, flags } = context;
  const request = validated(CreateTrunk, {
    ...(options.preset === undefined ? {} : trunkSettingsOf(presetNamed(options.preset))),
    ...{ name: options.name ?? words[0], host: words[0] },
    ...(options.port === undefined ? {} : { port: wholeNumber(options.port) }),
    ...(options.transport === undefined ? {} : { transport: options.transport }),
    ...(options['outbound-proxy'] === undefined ? {} : { outbound_proxy: options['outbound-proxy'] }),
    ...(options.srtp === undefined ? {} : { srtp: options.srtp }),
    ...(options.codecs === undefined ? {} : { codecs: options.codecs.split(',') }),
    ...(options['caller-id'] === undefined ? {} : { caller_id: options['caller-id'] }),
    ...(options['max-calls'] === undefined ? {} : { max_calls: wholeNumber(options['max-calls']) }),
    ...(flags.has('bulk') ? { registration_mode: 'bulk' } : {}),
    ...(options.inbound === undefined ? {} : { inbound_addresses: options.inbound.split(',') }),
  });
  const trunk = await created(context, { ...request, ...(await credentialsGiven(context)) });
  return { json: trunk, text: `${trunk.trunk_id}  ${trunk.host}:${trunk.port} is connected. To ask it: trunks test` };
};

/** The service asks, from the address that the trunk knows, and calls where it is given a number. */
export const testTrunk: RunCommand = async (context) => {
  const { words, options } = context;
  const [trunkId = ''] = words;
  const { call, from } = options;
  const body = {
    ...(call === undefined ? {} : { recipient_phone: phoneNamed(call) }),
    ...(from === undefined ? {} : { from_number: phoneNamed(from) }),
  };
  const { ok, steps, call_id } = await askService<TrunkTest>(context, {
    accountId: await accountIdOf(context),
    permission: call === undefined ? 'numbers:write' : ['numbers:write', 'calls:write'],
    ...{ method: 'POST', path: `/trunks/${encodeURIComponent(trunkId)}/test`, body },
    ...(call === undefined ? {} : { withinS: CALL_WITHIN_S }),
  });
  const text = steps.map(stepLines).join('\n');
  return { json: { trunk_id: trunkId, answers: ok, steps, call_id }, text, exitCode: ok ? 0 : 1 };
};

export const removeTrunk: RunCommand = async (context) => {
  const [trunkId = ''] = context.words;
  await deleteTrunk(context.db, operatorOf(await accountIdOf(context)), trunkId);
  return { json: { trunk_id: trunkId, removed: true }, text: `${trunkId} is removed.` };
};
