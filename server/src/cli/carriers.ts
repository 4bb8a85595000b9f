import { type CarrierAccount, type CarrierTest, ChangeCarrier, CreateCarrier } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { deleteCarrier, listCarriers } from '../trunks/carrier-accounts.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { secretIn } from './secret-file.ts';
import { askService } from './service-request.ts';
import { stepLines } from './step-lines.ts';
import { table } from './table.ts';

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;

export const listAllCarriers: RunCommand = async (context) => {
  const carriers = await listCarriers(context.db, await accountIdOf(context));
  const rows = carriers.map((carrier) => {
    const { carrier_id, kind, name } = carrier;
    return { carrier_id, kind, name, account: carrier.kind === 'twilio' ? carrier.account_sid : carrier.connection_id };
  });
  return { json: { data: carriers, total: carriers.length }, text: table(rows) };
};

/** An account SID is Twilio's; what else comes is a connection at Telnyx, which signs by a public key. */
function credentials(account: string, secret: string, publicKey: string | undefined): object {
  if (publicKey === undefined) return { kind: 'twilio', account_sid: account, auth_token: secret };
  return { kind: 'telnyx', connection_id: account, api_key: secret, public_key: publicKey };
}

/** The service alone can seal the token. */
export const connectCarrier: RunCommand = async (context) => {
  const { words, options } = context;
  const accountId = await accountIdOf(context);
  const body = validated(CreateCarrier, {
    ...credentials(words[0]!, await secretIn(options['token-file']!, 'token-file'), options['public-key']),
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  const request = { accountId, permission: 'numbers:write', method: 'POST', path: '/carriers', body } as const;
  const carrier = await askService<CarrierAccount>(context, request);
  return {
    json: carrier,
    text: `${carrier.carrier_id}  ${carrier.name} is connected. To test it: npm run -s parley -- carriers test ${carrier.carrier_id} --account ${accountId}`,
  };
};

/** What the carrier calls its secret, by the kind of the account. */
const secretField = { twilio: 'auth_token', telnyx: 'api_key' } as const;

export const changeCarrier: RunCommand = async (context) => {
  const [carrierId = ''] = context.words;
  const { name, 'token-file': file, 'public-key': publicKey } = context.options;
  const accountId = await accountIdOf(context);
  const carrier = (await listCarriers(context.db, accountId)).find(({ carrier_id: id }) => id === carrierId);
  if (!carrier) {
    throw new CommandError(
      'not_found',
      `There is no carrier account ${carrierId}. "carriers list" shows them.`,
      'carrier',
    );
  }
  const body = validated(ChangeCarrier, {
    ...(file === undefined ? {} : { [secretField[carrier.kind]]: await secretIn(file, 'token-file') }),
    ...(publicKey === undefined ? {} : { public_key: publicKey }),
    ...(name === undefined ? {} : { name }),
  });
  const path = `/carriers/${encodeURIComponent(carrierId)}`;
  const request = { accountId, permission: 'numbers:write', method: 'PATCH', path, body } as const;
  const changed = await askService<CarrierAccount>(context, request);
  return { json: changed, text: `${changed.carrier_id}  ${changed.name} is changed.` };
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
