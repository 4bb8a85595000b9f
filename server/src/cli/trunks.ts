import { ChangeTrunk, CreateTrunk, type Trunk, type TrunkTest, trunkSettingsOf } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { createTrunk, deleteTrunk, listTrunks } from '../trunks/trunks.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { phoneNamed } from './phone-named.ts';
import { secretIn } from './secret-file.ts';
import { askService } from './service-request.ts';
import { stepLines } from './step-lines.ts';
import { table } from './table.ts';
import { presetNamed } from './trunk-presets.ts';
import { trunkSettings } from './trunk-settings.ts';

/** A test call rings for half a minute and talks for twenty seconds. */
const CALL_WITHIN_S = 120;

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;

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
  const { username: _ofCredentials, ...withoutUsername } = options;
  const request = validated(CreateTrunk, {
    ...(options.preset === undefined ? {} : trunkSettingsOf(presetNamed(options.preset))),
    ...{ name: words[0], host: words[0], ...trunkSettings(withoutUsername) },
    ...(flags.has('bulk') ? { registration_mode: 'bulk' } : {}),
  });
  const trunk = await created(context, { ...request, ...(await credentialsGiven(context)) });
  return { json: trunk, text: `${trunk.trunk_id}  ${trunk.host}:${trunk.port} is connected. To ask it: trunks test` };
};

/** The service alone knows which places are taken, and seals passwords. */
export const changeTrunkNamed: RunCommand = async (context) => {
  const { words, options } = context;
  const [trunkId = ''] = words;
  const file = options['password-file'];
  const password = file === undefined ? {} : { password: await secretIn(file, 'password-file') };
  const body = validated(ChangeTrunk, { ...trunkSettings(options), ...password });
  if (Object.keys(body).length === 0) {
    throw new CommandError(
      'invalid_request',
      'Nothing is to be changed: name an option, as "help trunks change" lists them.',
    );
  }
  const trunk = await askService<Trunk>(context, {
    ...{ accountId: await accountIdOf(context), permission: 'numbers:write' },
    ...{ method: 'PATCH', path: `/trunks/${encodeURIComponent(trunkId)}`, body },
  });
  return {
    json: trunk,
    text: `${trunk.trunk_id}  ${trunk.name} is changed. It is ${trunk.status}. To ask it: trunks test`,
  };
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
