import type { routes } from '../../routes.ts';
import { exampleSuppression } from './examples/example-suppressions.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { suppression_id: suppressionId } = exampleSuppression;

const noSuchSuppression: ErrorCase[] = [
  {
    when: 'There is no such suppression in this account.',
    fix: 'Check `suppression_id`: GET /suppressions lists yours.',
    message: `There is no suppression ${suppressionId}. GET /v1/suppressions lists yours.`,
    param: 'suppression_id',
  },
];

const notE164: ErrorCase = {
  when: 'The number is not in E.164 format.',
  fix: 'Write + and the country code, without spaces or brackets; in an address + is written %2B.',
  message:
    'phone_number: must be in E.164 format: + followed by country code and number, 7 to 15 digits, for example +12025550101',
  param: 'phone_number',
};

export const listSuppressions: RouteDocumentation<typeof routes.listSuppressions> = {
  tag: 'Suppressions',
  description:
    'Numbers that are not called any more, newest first. `limit` and `offset` page through them while `has_more` is true; `phone_number` asks for one.',
  query: { limit: '20', phone_number: exampleSuppression.phone_number },
  response: { data: [exampleSuppression], total: 1, total_exact: true, limit: 20, offset: 0, has_more: false },
  errors: { invalid_request: [notE164] },
  client: `for await (const suppression of parley.suppressions.list()) {
  console.log(suppression.phone_number, suppression.reason);
}`,
};

export const createSuppression: RouteDocumentation<typeof routes.createSuppression> = {
  tag: 'Suppressions',
  description: `From now on no agent of the account calls this number: POST /call is refused with 422, and a recipient of a batch ends \`failed\` with \`end_reason: blocked\`, also in batches that wait for their time. A call that is under way goes on. Calls that the number makes are answered.

Suppress as often as you like: a number that is on the list already stays as it is, and the response is 200 instead of 201. A person who asks the agent not to be called again is put on the list by itself, with \`source: call\`.`,
  responseHeaders: ['Location'],
  request: { phone_number: '+12025550109', reason: 'Wrote to us on Monday.' },
  response: { ...exampleSuppression, reason: 'Wrote to us on Monday.', source: 'api', call_id: null },
  errors: { invalid_request: [notE164] },
  client: `await parley.suppressions.create({ phone_number: '+12025550109', reason: 'Wrote to us on Monday.' });`,
};

export const getSuppression: RouteDocumentation<typeof routes.getSuppression> = {
  tag: 'Suppressions',
  description: 'Since when a number is not called any more, and why. `call_id` is the call in which it was asked for.',
  response: exampleSuppression,
  errors: { not_found: noSuchSuppression },
  client: `const suppression = await parley.suppressions.get('${suppressionId}');`,
};

export const deleteSuppression: RouteDocumentation<typeof routes.deleteSuppression> = {
  tag: 'Suppressions',
  description: 'The number may be called again. Do this only when the person wants it: they were promised peace.',
  response: undefined,
  errors: { not_found: noSuchSuppression },
  client: `await parley.suppressions.delete('${suppressionId}');`,
};
