import { PhoneNumber } from '@parley/contract';
import { listSuppressions, removeSuppression, suppress } from '../compliance/suppressions.ts';
import { RequestError } from '../kernel/request-error.ts';
import { accountNamed } from './accounts.ts';
import { type Command, table } from './command.ts';

function phoneNamed(text: string): string {
  const phone = PhoneNumber.safeParse(text);
  if (phone.success) return phone.data;
  throw new RequestError('invalid_request', `${text}: ${phone.error.issues[0]!.message}`, { param: 'number' });
}

const MOST_LISTED = 100;

function offsetOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new RequestError('invalid_request', `--offset takes a whole number, not ${text}.`, { param: 'offset' });
}

const account = { name: 'account', value: 'ACCOUNT', needed: true } as const;

export const suppressionCommands: Command[] = [
  {
    name: 'suppressions list',
    options: [account, { name: 'offset', value: 'COUNT' }],
    summary: `list numbers that the account does not call any more, newest first, ${MOST_LISTED} at a time`,
    async run({ db, options }) {
      const { account_id: accountId } = await accountNamed(db, options.account!);
      const offset = offsetOf(options.offset ?? '0');
      const page = await listSuppressions(db, accountId, { limit: MOST_LISTED, offset });
      const next = offset + page.data.length;
      const more = page.has_more ? `\nMore: suppressions list --account ${accountId} --offset ${next}` : '';
      return { json: page, text: table(page.data.map((suppression) => ({ ...suppression }))) + more };
    },
  },
  {
    name: 'suppressions add',
    words: ['NUMBER'],
    options: [account, { name: 'reason', value: 'REASON' }],
    summary: 'call a number no more',
    async run({ db, options, words }) {
      const phone = phoneNamed(words[0]!);
      const { account_id: accountId } = await accountNamed(db, options.account!);
      const reason = options.reason ?? null;
      const { suppression, added } = await suppress(db, { accountId, phone, reason, source: 'api', callId: null });
      const text = added ? `${phone} is not called any more.` : `${phone} was suppressed already.`;
      return { json: suppression, text };
    },
  },
  {
    name: 'suppressions remove',
    words: ['NUMBER'],
    options: [account],
    summary: 'permit a number again',
    async run({ db, options, words }) {
      const phone = phoneNamed(words[0]!);
      const { account_id: accountId } = await accountNamed(db, options.account!);
      const { data } = await listSuppressions(db, accountId, { phone_number: phone });
      const suppressed = data[0];
      if (!suppressed || !(await removeSuppression(db, accountId, suppressed.suppression_id))) {
        throw new RequestError('not_found', `${phone} is not suppressed.`, { param: 'number' });
      }
      return {
        json: { suppression_id: suppressed.suppression_id, phone_number: phone, removed: true },
        text: `${phone} may be called again.`,
      };
    },
  },
];
