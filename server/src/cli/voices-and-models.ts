import type { ModelList, VoiceList } from '@parley/contract';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { askService } from './service-request.ts';
import { table } from './table.ts';

const accountIdOf = async ({ db, options }: CommandContext) => (await accountNamed(db, options.account!)).account_id;

/** Those of one provider, where one is named. */
function ofProvider<Listed extends { provider: string }>(
  list: readonly Listed[],
  { options }: CommandContext,
): Listed[] {
  const wanted = options.provider?.toLowerCase();
  return list.filter(({ provider }) => wanted === undefined || provider.toLowerCase() === wanted);
}

const failureLines = (failures: VoiceList['failures']) =>
  failures.map(({ provider, message }) => `${provider} could not be asked: ${message}`);

export const listAllVoices: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const list = await askService<VoiceList>(context, { accountId, method: 'GET', path: '/voices' });
  const [data, failures] = [ofProvider(list.data, context), ofProvider(list.failures, context)];
  const rows = data.map(({ voice_id, name, description, languages }) => ({
    ...{ voice_id, name, languages: languages.join(',') || null, description: description || null },
  }));
  const json = { ...list, data, total: data.length, failures };
  return { json, text: [table(rows), ...failureLines(failures)].join('\n') };
};

export const listAllModels: RunCommand = async (context) => {
  const accountId = await accountIdOf(context);
  const list = await askService<ModelList>(context, { accountId, method: 'GET', path: '/models' });
  const [data, failures] = [ofProvider(list.data, context), ofProvider(list.failures, context)];
  const rows = data.map(({ model, kind, name, description }) => ({
    ...{ model, kind, name, description: description || null },
  }));
  const json = { ...list, data, total: data.length, failures };
  const defaults = `By default: ${list.default} answers, ${list.default_transcriber} listens.`;
  return { json, text: [table(rows), defaults, ...failureLines(failures)].join('\n') };
};
