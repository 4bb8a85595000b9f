import { ChangeProvider, CreateProvider, type Provider, type ProviderTest, TestProvider } from '@parley/contract';
import { operatorOf } from '../kernel/principal.ts';
import { validated } from '../kernel/validation.ts';
import { deleteProvider, listProviders } from '../providers/providers.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { secretIn } from './secret-file.ts';
import { askService } from './service-request.ts';
import { table } from './table.ts';

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;
const pathOf = ([providerId = '']: readonly string[]) => `/providers/${encodeURIComponent(providerId)}`;

/** `none` is null, where a value can be taken away. */
const orNone = (text: string) => (text === 'none' ? null : text);

async function settingsGiven({ options }: CommandContext) {
  const { name, 'base-url': address, 'key-file': file } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { base_url: orNone(address) }),
    ...(file === undefined ? {} : { api_key: file === 'none' ? null : await secretIn(file, 'key-file') }),
  };
}

export const listAllProviders: RunCommand = async (context) => {
  const providers = await listProviders(context.db, await accountIdOf(context));
  const rows = providers.map(({ provider_id, vendor, name, base_url, api_key_set }) => ({
    ...{ provider_id, vendor, name, base_url, key: api_key_set ? 'stored' : 'none' },
  }));
  return { json: { data: providers, total: providers.length }, text: table(rows) };
};

export const createOne: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const body = validated(CreateProvider, { vendor: context.words[0], ...(await settingsGiven(context)) });
  const provider = await askService<Provider>(context, { accountId, method: 'POST', path: '/providers', body });
  return { json: provider, text: `${provider.provider_id}  ${provider.name} is connected. To try it: providers test` };
};

export const changeOne: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const body = validated(ChangeProvider, await settingsGiven(context));
  const path = pathOf(context.words);
  const provider = await askService<Provider>(context, { accountId, method: 'PATCH', path, body });
  return { json: provider, text: `${provider.provider_id}  ${provider.name} is changed.` };
};

export const deleteOne: RunCommand = async (context) => {
  const [providerId = ''] = context.words;
  await deleteProvider(context.db, operatorOf(await accountIdOf(context)), providerId);
  const consequence = 'Agents that name it go on with their fallbacks, or with what is built in.';
  return { json: { provider_id: providerId, removed: true }, text: `${providerId} is removed. ${consequence}` };
};

export const testOne: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const { transcriber, model, voice, text: spoken } = context.options;
  const given = Object.entries({ transcriber, model, voice, text: spoken }).filter(([, value]) => value !== undefined);
  const body = validated(TestProvider, Object.fromEntries(given));
  const path = `${pathOf(context.words)}/test`;
  const test = await askService<ProviderTest>(context, { accountId, method: 'POST', path, body });
  return { json: test, text: test.steps.map(stepLines).join('\n'), exitCode: test.ok ? 0 : 1 };
};

function stepLines({
  name,
  ok,
  detail,
  remedy,
  first_result_ms: firstMs,
  text: written,
}: ProviderTest['steps'][number]): string {
  return [
    `${name.padEnd(11)}  ${ok ? 'ok' : 'failed'}${firstMs === null ? '' : `, ${firstMs} ms`}: ${detail}`,
    ...(written === null || detail.includes(written) ? [] : [`             "${written}"`]),
    ...(remedy === null ? [] : [`             ${remedy}`]),
  ].join('\n');
}
