import type { routes } from '../../routes.ts';
import { exampleCarrier } from './examples/example-carriers.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { carrier_id: carrierId, account_sid: accountSid } = exampleCarrier;

const noSuchCarrier: ErrorCase[] = [
  {
    when: 'There is no such carrier account in this account.',
    fix: 'Check `carrier_id`: GET /carriers lists yours.',
    message: `There is no carrier account ${carrierId}. GET /v1/carriers lists yours.`,
    param: 'carrier_id',
  },
];

export const listCarriers: RouteDocumentation<typeof routes.listCarriers> = {
  tag: 'Carriers',
  description:
    'All carrier accounts, in one page, the oldest first. One that the operator has set for all accounts (TWILIO_ACCOUNT_SID) is not among them.',
  response: { data: [exampleCarrier], total: 1 },
  errors: {},
  client: `const { data: carriers } = await parley.carriers.list();`,
};

export const createCarrier: RouteDocumentation<typeof routes.createCarrier> = {
  tag: 'Carriers',
  description: `Connects an account at Twilio or Telnyx, without a restart: GET /numbers/available then searches there, POST /numbers buys there (through the account that was connected first), and calls from its numbers go through it. So do calls from other numbers, as from its first one, when the account has no trunk. The carrier has to reach this service at its PUBLIC_URL: POST /carriers/{carrier_id}/test says whether it can.

Of Telnyx \`connection_id\` is a Voice API application, best one of its own for this service: buying a number has it report calls here. \`public_key\` is in the portal under Keys and credentials.

The auth token or API key is kept encrypted, and is never shown again.`,
  responseHeaders: ['Location'],
  request: { kind: 'twilio', account_sid: accountSid, auth_token: '0123456789abcdef0123456789abcdef' },
  response: exampleCarrier,
  errors: {
    conflict: [
      {
        when: 'This account at Twilio, or this connection at Telnyx, is connected already.',
        fix: 'Change its auth token or API key with PATCH /carriers/{carrier_id}.',
        message: `${accountSid} is connected already, as ${carrierId}.`,
        param: 'account_sid',
      },
    ],
    unprocessable: [
      {
        when: 'The account has 20 carrier accounts.',
        fix: 'Remove one that is not in use with DELETE /carriers/{carrier_id}.',
        message: 'An account has 20 carrier accounts at most. Remove one that is not in use.',
      },
    ],
  },
  client: `const carrier = await parley.carriers.create({
  kind: 'twilio',
  account_sid: '${accountSid}',
  auth_token: '0123456789abcdef0123456789abcdef',
});`,
};

export const getCarrier: RouteDocumentation<typeof routes.getCarrier> = {
  tag: 'Carriers',
  description: 'One carrier account.',
  response: exampleCarrier,
  errors: { not_found: noSuchCarrier },
  client: `const carrier = await parley.carriers.get('${carrierId}');`,
};

export const updateCarrier: RouteDocumentation<typeof routes.updateCarrier> = {
  tag: 'Carriers',
  description: 'Takes effect at once: calls under way go on, and are reported with the new auth token or public key.',
  request: { name: 'Twilio, Berlin' },
  response: { ...exampleCarrier, name: 'Twilio, Berlin' },
  errors: {
    not_found: noSuchCarrier,
    unprocessable: [
      {
        when: 'The field is one of another carrier.',
        fix: 'Send `auth_token` for a Twilio account, `api_key` and `public_key` for a Telnyx account.',
        message: 'A twilio account has no api_key.',
        param: 'api_key',
      },
    ],
  },
  client: `await parley.carriers.update('${carrierId}', { name: 'Twilio, Berlin' });`,
};

export const deleteCarrier: RouteDocumentation<typeof routes.deleteCarrier> = {
  tag: 'Carriers',
  description:
    'Calls that wait for it end `failed` with `carrier_error`. Numbers that were bought through it have to be released first.',
  response: undefined,
  errors: {
    not_found: noSuchCarrier,
    conflict: [
      {
        when: 'Numbers that were bought through it are still there.',
        fix: 'Release them first.',
        message: '3 numbers are of this account. Release them first, with DELETE /v1/numbers/{number_id}.',
        param: 'carrier_id',
      },
    ],
  },
  client: `await parley.carriers.delete('${carrierId}');`,
};

export const testCarrier: RouteDocumentation<typeof routes.testCarrier> = {
  tag: 'Carriers',
  description:
    'Sends a request to PUBLIC_URL and opens a WebSocket there, which have to come to this service unchanged, as those of the carrier will. Asks the carrier for the account, Twilio also where it reports calls to the numbers, and Telnyx for the connection. Nothing is bought or changed, and no call is placed.',
  response: {
    ok: true,
    steps: [
      {
        name: 'public_url',
        ok: true,
        detail: 'Twilio reports calls to https://calls.example.org, which leads to this service.',
        remedy: null,
      },
      {
        name: 'websocket',
        ok: true,
        detail: 'WebSockets come through; Twilio brings the audio over them.',
        remedy: null,
      },
      { name: 'credentials', ok: true, detail: 'Twilio knows the account, which is active.', remedy: null },
      { name: 'numbers', ok: true, detail: 'Twilio reports calls to 2 numbers here.', remedy: null },
    ],
  },
  errors: { not_found: noSuchCarrier },
  client: `const { ok, steps } = await parley.carriers.test('${carrierId}');`,
};
