// Calls all numbers of a CSV file: the column `phone` is the number, every other column is a variable of its name.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type BatchRecipient, Parley, ParleyError } from '@parley/client';

const { PARLEY_API_KEY: apiKey, PARLEY_BASE_URL: baseUrl = 'http://127.0.0.1:3000/v1' } = process.env;
if (!apiKey) {
  console.error('PARLEY_API_KEY is missing: the key that the service printed at its first start.');
  process.exit(1);
}
const parley = new Parley({ apiKey, baseUrl });
const [file = new URL('./recipients.csv', import.meta.url)] = process.argv.slice(2);

/** Rows of fields; a field in quotes may hold commas, line breaks and doubled quotes (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.filter((fields) => fields.some((field) => field !== ''));
}

function recipientOf(header: string[], fields: string[]): BatchRecipient {
  const { phone = '', ...variables } = Object.fromEntries(header.map((name, index) => [name, fields[index] ?? '']));
  return { phone, variables };
}

try {
  const [header = [], ...rows] = parseCsv(await readFile(file, 'utf8'));
  const { data: agents } = await parley.agents.list();
  const agent = agents.find(({ status }) => status === 'active');
  if (!agent) throw new Error('This account has no active agent.');

  let batch = await parley.batches.create({
    agent_id: agent.agent_id,
    recipients: rows.map((fields) => recipientOf(header, fields)),
  });
  console.log(`${batch.batch_id}: ${batch.total} recipients`);

  while (batch.status !== 'completed' && batch.status !== 'canceled') {
    await wait(2000);
    batch = await parley.batches.get(batch.batch_id);
    const { queued, in_progress: live, completed, failed } = batch;
    console.log(`queued ${queued}, live ${live}, completed ${completed}, failed ${failed}`);
  }

  for await (const call of parley.calls.list({ batch_id: batch.batch_id })) {
    console.log(`${call.recipient_phone}  ${call.status} (${call.end_reason})  ${call.variables.name ?? ''}`);
  }
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  // Where one recipient is refused, `param` names it, and no call was placed: recipients[3].phone.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
