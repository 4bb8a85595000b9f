import { setTimeout as delay } from 'node:timers/promises';
import { CreateTrunk, type Trunk, type TrunkTest, trunkSettingsOf } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { requestTrunkCheck, trunkCheckSince } from '../trunks/trunk-checks.ts';
import { createTrunk, deleteTrunk, findTrunk, listTrunks, noSuchTrunk } from '../trunks/trunks.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, CommandResult, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { secretIn } from './secret-file.ts';
import { askService } from './service-request.ts';
import { stepLines } from './step-lines.ts';
import { table } from './table.ts';
import { presetNamed } from './trunk-presets.ts';

const LOOK_MS = 100;
/** A name that DNS is slow with, and an answer that does not come. */
const LONGEST_CHECK_MS = 20_000;

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
  const { words, options } = context;
  const request = validated(CreateTrunk, {
    ...(options.preset === undefined ? {} : trunkSettingsOf(presetNamed(options.preset))),
    ...{ name: options.name ?? words[0], host: words[0] },
    ...(options.port === undefined ? {} : { port: wholeNumber(options.port) }),
    ...(options.transport === undefined ? {} : { transport: options.transport }),
    ...(options['caller-id'] === undefined ? {} : { caller_id: options['caller-id'] }),
    ...(options['max-calls'] === undefined ? {} : { max_calls: wholeNumber(options['max-calls']) }),
    ...(options.inbound === undefined ? {} : { inbound_addresses: options.inbound.split(',') }),
  });
  const trunk = await created(context, { ...request, ...(await credentialsGiven(context)) });
  return { json: trunk, text: `${trunk.trunk_id}  ${trunk.host}:${trunk.port} is connected. To ask it: trunks test` };
};

/** The service asks, from the address that the trunk knows. */
export const testTrunk: RunCommand = async (context) => {
  const { db, words } = context;
  const [trunkId = ''] = words;
  const accountId = await accountIdOf(context);
  const trunk = await findTrunk(db, accountId, trunkId);
  if (!trunk) throw noSuchTrunk(trunkId);
  if (trunk.status === 'disabled') throw new CommandError('unprocessable', `${trunk.name} is disabled.`, 'trunk');
  if (trunk.authentication === 'register') return testRegistrar(context, accountId, trunkId);
  const before = await requestTrunkCheck(db, trunkId);
  for (const beganMs = performance.now(); performance.now() - beganMs < LONGEST_CHECK_MS; ) {
    const answers = await trunkCheckSince(db, trunkId, before);
    if (answers !== null) {
      const text = answers
        ? `${trunk.host}:${trunk.port} answers.`
        : `${trunk.host}:${trunk.port} does not answer: check host, port and firewalls, and that it permits our address.`;
      return { json: { trunk_id: trunkId, answers }, text, exitCode: answers ? 0 : 1 };
    }
    await delay(LOOK_MS);
  }
  throw new CommandError('unprocessable', 'No service asked the trunk within 20 s. Start it with npm start.');
};

/** That it answers is not enough: it has to know us as well. */
async function testRegistrar(context: CommandContext, accountId: string, trunkId: string): Promise<CommandResult> {
  const path = `/trunks/${trunkId}/test`;
  const request = { accountId, permission: 'numbers:write', method: 'POST', path, body: {} } as const;
  const { ok, steps } = await askService<TrunkTest>(context, request);
  const text = steps.map(stepLines).join('\n');
  return { json: { trunk_id: trunkId, answers: ok, steps }, text, exitCode: ok ? 0 : 1 };
}

export const removeTrunk: RunCommand = async (context) => {
  const [trunkId = ''] = context.words;
  await deleteTrunk(context.db, operatorOf(await accountIdOf(context)), trunkId);
  return { json: { trunk_id: trunkId, removed: true }, text: `${trunkId} is removed.` };
};
