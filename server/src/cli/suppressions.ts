import { listSuppressions } from '../compliance/list-suppressions.ts';
import { removeSuppression, addSuppression as suppress } from '../compliance/suppressions.ts';
import { operatorOf } from '../kernel/principal.ts';
import { accountNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { phoneNamed } from './phone-named.ts';
import { table } from './table.ts';

const MOST_LISTED = 100;

function offsetOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError('invalid_request', `--offset takes a whole number, not ${text}.`, 'offset');
}

export const listSuppressed: RunCommand = async ({ db, options }) => {
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const offset = offsetOf(options.offset ?? '0');
  const page = await listSuppressions(db, accountId, { limit: MOST_LISTED, offset });
  const next = offset + page.data.length;
  const more = page.has_more ? `\nMore: suppressions list --account ${accountId} --offset ${next}` : '';
  return { json: page, text: table(page.data.map((suppression) => ({ ...suppression }))) + more };
};

export const addSuppression: RunCommand = async ({ db, options, words }) => {
  const phone = phoneNamed(words[0]!);
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const reason = options.reason ?? null;
  const { suppression, added } = await suppress(db, operatorOf(accountId), { phone, reason });
  return { json: suppression, text: `${phone} ${added ? 'is not called any more' : 'was suppressed already'}.` };
};

export const permitAgain: RunCommand = async ({ db, options, words }) => {
  const phone = phoneNamed(words[0]!);
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const { data } = await listSuppressions(db, accountId, { phone_number: phone });
  const suppressed = data[0];
  if (!suppressed || !(await removeSuppression(db, operatorOf(accountId), suppressed.suppression_id))) {
    throw new CommandError('not_found', `${phone} is not suppressed.`, 'number');
  }
  return {
    json: { suppression_id: suppressed.suppression_id, phone_number: phone, removed: true },
    text: `${phone} may be called again.`,
  };
};
