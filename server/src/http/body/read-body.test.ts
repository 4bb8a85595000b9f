import { routes } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestError } from '../../kernel/request-error.ts';
import { JsonBody } from './json-body.ts';
import { readBody } from './read-body.ts';

const read = (text: string | Buffer, route = routes.createBatch) => readBody(route, new JsonBody(Buffer.from(text)));

async function refusal(text: string | Buffer): Promise<RequestError> {
  const refused = await read(text).then(
    () => expect.unreachable('it was taken'),
    (error: RequestError) => error,
  );
  expect(refused.code).toBe('invalid_request');
  return refused;
}

const recipients = (count: number, variables: object = {}) =>
  Array.from({ length: count }, (_, no) => ({ phone: `+1415${5_550_000 + no}`, variables: { ...variables, no } }));
/** Too large to be read at once. */
const large = (change: object = {}) => ({ agent_id: 'agent_1', recipients: recipients(3000), ...change });
const largeText = JSON.stringify(large());

test('a large body is read as it is, whatever its layout', async () => {
  const body = large({ schedule_at: 4_000_000_000 });
  expect(await read(JSON.stringify(body))).toEqual(body);
  expect(await read(JSON.stringify(body, null, 3))).toEqual(body);
  expect(await read(`\ufeff${JSON.stringify(body)}`)).toEqual(body);
  const { recipients: list, ...beside } = body;
  expect(await read(JSON.stringify({ recipients: list, ...beside }))).toEqual(body);
  const escaped = JSON.stringify(body).replace('"recipients"', '"\\u0072ecipients"');
  expect(await read(escaped)).toEqual(body);
});

test('text is read as it is, also where a body is cut', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 2000 }).filter((given) => given.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), async (texts) => {
      const fill = recipients(2000);
      const body = {
        agent_id: 'a',
        recipients: fill.map((one, no) => ({ ...one, variables: { text: texts[no] ?? '' } })),
      };
      const stored = texts.every((given) => !given.includes('\0'));
      const result = await read(JSON.stringify(body)).catch(({ param }) => param);
      if (stored) expect(result).toEqual(body);
      else expect(result).toMatch(/^recipients\[\d+\]\.variables\.text$/);
    }),
    { numRuns: 20 },
  );
});

test('blanks count for nothing, however many', async () => {
  const blanks = ' \n\t\r'.repeat(500_000);
  const text = JSON.stringify(large())
    .replace(':[', `:${blanks}[${blanks}`)
    .replaceAll('},{"phone":"+14155552999', `}${blanks},${blanks}{"phone":"+14155552999`);
  expect(await read(text + blanks)).toEqual(large());
  expect((await refusal(largeText.replace('"no":2500', `"no":25${blanks}00`))).message).toContain('not valid JSON');
});

test.each([
  ['a comma too many inside', largeText.replace('}},{"phone":"+14155551', '}},,{"phone":"+14155551')],
  ['a comma too many at the end', largeText.replace(/\]\}$/, ',]}')],
  ['a comma too many at the begin', largeText.replace(':[', ':[,')],
  ['a wrong bracket behind the list', largeText.replace(/\]\}$/, '}}')],
  ['a wrong bracket inside', largeText.replace('}},{"phone":"+14155551', '}]},{"phone":"+14155551')],
  ['no bracket behind the list', largeText.replace(/\]\}$/, '}')],
  ['something behind the list', largeText.replace(/\]\}$/, ']1}')],
  ['something behind all', `${largeText}x`],
  ['another body behind all', `${largeText}{}`],
  ['no name before the list', largeText.replace('"recipients":', '')],
  ['a name that has no value', largeText.replace('"recipients":', '"a":"recipients":')],
  ['the list twice', `${largeText.slice(0, -1)},"recipients":[]}`],
  ['no end', largeText.slice(0, -2)],
  ['a mark in front of a piece', largeText.replaceAll('},{"phone"', '},\ufeff{"phone"')],
  ['no UTF-8', Buffer.from(largeText.replaceAll('"no":29', '"n\xff":29'), 'latin1')],
])('400: %s', async (_, text) => {
  expect((await refusal(text)).message).toMatch(
    /^The body is not valid (JSON|UTF-8)|^recipients: is given more than once/,
  );
});

test.each<[string, object, string]>([
  ['a phone far behind', { recipients: [...recipients(2500), { phone: '12' }] }, 'recipients[2500].phone'],
  [
    'an unknown field far behind',
    { recipients: [...recipients(2500), { phone: '+14155550000', x: 1 }] },
    'recipients[2500].x',
  ],
  [
    'a NUL far behind',
    { recipients: [...recipients(2500), { phone: '+14155550000', variables: { a: '\0' } }] },
    'recipients[2500].variables.a',
  ],
  ['an unknown field beside', { x: 1 }, 'x'],
  ['a missing field beside', { agent_id: undefined }, 'agent_id'],
  ['10 001 entries', { recipients: recipients(10_001) }, 'recipients'],
  ['too much in one field', { agent_id: 'a'.repeat(1_100_000) }, 'agent_id'],
  [
    'too much in one entry',
    { recipients: [{ phone: '+14155550000', variables: { a: 'x'.repeat(1_100_000) } }] },
    'recipients[0].variables',
  ],
  [
    'over 64 KiB of variables',
    { recipients: [...recipients(2500), ...recipients(1, { a: 'x'.repeat(65_530) })] },
    'recipients[2500].variables',
  ],
  [
    'too many values in one entry',
    {
      recipients: [
        ...recipients(2500),
        { variables: Object.fromEntries(recipients(20_000).map((_, no) => [`n${no}`, 1])) },
      ],
    },
    'recipients[2500].variables',
  ],
])('400 names what is wrong: %s', async (_, change, param) => {
  expect((await refusal(JSON.stringify(large(change)))).param).toBe(param);
});

test('64 KiB of variables are taken, and not a byte more', async () => {
  const frame = JSON.stringify({ text: '' }).length;
  const body = (bytes: number) => ({
    agent_id: 'a',
    recipient_phone: '+14155550000',
    variables: { text: 'é'.repeat(bytes / 2) },
  });
  const call = (bytes: number) => read(JSON.stringify(body(bytes)), routes.placeCall as never);
  expect(await call(65_536 - frame - 1)).toEqual(body(65_536 - frame - 1));
  await expect(call(65_536 - frame + 1)).rejects.toMatchObject({ param: 'variables' });
});

test('others have their turn while a large body is read', async () => {
  const variables = (no: number) => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, no]));
  const text = JSON.stringify(
    large({ recipients: recipients(5000).map((one, no) => ({ ...one, variables: variables(no) })) }),
  );
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  await read(text);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(20);
});
