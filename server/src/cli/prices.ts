import { type PriceList, SetPrices } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { listPrices, setPrices } from '../prices/prices.ts';
import { accountNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { jsonFile } from './json-file.ts';
import { table } from './table.ts';

const MICROS = 1_000_000;

function text({ currency, data }: PriceList): string {
  const rows = data.map(({ provider, name, unit, price_micros: micros, priced_on: date, source }) => ({
    ...{ provider, name: name || null, unit, [currency]: (micros / MICROS).toString(), date, source },
  }));
  return table(rows);
}

export const listAllPrices: RunCommand = async ({ db, options }) => {
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const list = await listPrices(db, accountId);
  const wanted = options.provider?.toLowerCase();
  const data = list.data.filter(({ provider }) => wanted === undefined || provider.toLowerCase() === wanted);
  const shown = { ...list, data, total: data.length };
  return { json: shown, text: text(shown) };
};

export const setOwnPrices: RunCommand = async ({ db, options }) => {
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const file = options.file!;
  const given = await jsonFile(file);
  try {
    const prices = validated(SetPrices, given);
    const today = new Date().toISOString().slice(0, 10);
    const list = await setPrices(db, operatorOf(accountId), prices, today);
    const own = list.data.filter(({ source }) => source === 'account');
    const known = `${own.length} ${own.length === 1 ? 'price' : 'prices'} of ${accountId}`;
    return { json: list, text: `${known} for the calls that end from now on.\n${text({ ...list, data: own })}` };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new CommandError(error.code, `${file}: ${error.message}`, error.param);
  }
};
