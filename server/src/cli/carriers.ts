import { type CarrierAccount, type CarrierTest, CreateCarrier } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { deleteCarrier, listCarriers } from '../trunks/carrier-accounts.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { secretIn } from './secret-file.ts';
import { askService } from './service-request.ts';
import { stepLines } from './step-lines.ts';
import { table } from './table.ts';

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;

export const listAllCarriers: RunCommand = async (context) => {
  const carriers = await listCarriers(context.db, await accountIdOf(context));
  const rows = carriers.map(({ carrier_id, kind, name, account_sid }) => ({ carrier_id, kind, name, account_sid }));
  return { json: { data: carriers, total: carriers.length }, text: table(rows) };
};

/** The service alone can seal the token. */
export const connectCarrier: RunCommand = async (context) => {
  const { words, options } = context;
  const accountId = await accountIdOf(context);
  const body = validated(CreateCarrier, {
    ...{ kind: 'twilio', account_sid: words[0], auth_token: await secretIn(options['token-file']!, 'token-file') },
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  const request = { accountId, permission: 'numbers:write', method: 'POST', path: '/carriers', body } as const;
  const carrier = await askService<CarrierAccount>(context, request);
  return { json: carrier, text: `${carrier.carrier_id}  ${carrier.name} is connected. To ask it: carriers test` };
};

export const testCarrier: RunCommand = async (context) => {
  const [carrierId = ''] = context.words;
  const test = await askService<CarrierTest>(context, {
    ...{ accountId: await accountIdOf(context), permission: 'numbers:write' },
    ...{ method: 'POST', path: `/carriers/${encodeURIComponent(carrierId)}/test` },
  });
  return { json: test, text: test.steps.map(stepLines).join('\n'), exitCode: test.ok ? 0 : 1 };
};

export const removeCarrier: RunCommand = async (context) => {
  const [carrierId = ''] = context.words;
  await deleteCarrier(context.db, operatorOf(await accountIdOf(context)), carrierId);
  return { json: { carrier_id: carrierId, removed: true }, text: `${carrierId} is disconnected.` };
};
