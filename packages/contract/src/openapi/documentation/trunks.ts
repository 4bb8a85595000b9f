import type { routes } from '../../routes.ts';
import { exampleCall } from './examples/example-calls.ts';
import { exampleTrunk, exampleTrunkPreset } from './examples/example-trunks.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { trunk_id: trunkId } = exampleTrunk;

const noSuchTrunk: ErrorCase[] = [
  {
    when: 'There is no such trunk in this account.',
    fix: 'Check `trunk_id`: GET /trunks lists yours.',
    message: `There is no trunk ${trunkId}. GET /v1/trunks lists yours.`,
    param: 'trunk_id',
  },
];

const wrongCredentials: ErrorCase[] = [
  {
    when: 'There is a user name or a password with `authentication: none`, which would not be used, or one is missing with `digest` or `register`.',
    fix: 'Give both with `authentication: digest` or `register`, and neither with `none`.',
    message: 'password: with authentication "digest" the trunk asks for a password. Give the one that it knows you by.',
    param: 'password',
  },
  {
    when: '`registration_mode` is bulk, and `authentication` is not register, so that nothing is registered.',
    fix: 'Set `authentication: register`, or leave `registration_mode` out.',
    message:
      'registration_mode: with authentication "digest" nothing is registered. Leave it out, or set authentication to "register".',
    param: 'registration_mode',
  },
];

const tooManyTests: ErrorCase[] = [
  {
    when: 'A test of this account is under way, or ten were made in the last minute.',
    fix: 'Wait as many seconds as `Retry-After` says.',
    message: 'A test of a trunk is under way in this account. Try again when it has ended.',
  },
];

const goodSteps = [
  { name: 'dns', ok: true, detail: 'pbx.example.com is 198.51.100.7.', remedy: null },
  { name: 'options', ok: true, detail: 'It answered OPTIONS with 200 after 23 ms.', remedy: null },
] as const;

export const listTrunks: RouteDocumentation<typeof routes.listTrunks> = {
  tag: 'Trunks',
  description:
    'All trunks of the account, in one page, the oldest first. A trunk that the operator has set for all accounts (PARLEY_SIP_TRUNK) is not among them.',
  response: { data: [exampleTrunk], total: 1 },
  errors: {},
  client: `const { data: trunks } = await parley.trunks.list();`,
};

export const createTrunk: RouteDocumentation<typeof routes.createTrunk> = {
  tag: 'Trunks',
  description: `Connects a SIP trunk or a PBX of yours, without a restart. Left out are \`port\` 5060 (5061 with \`transport\` tls), \`transport\` udp, \`outbound_proxy\` null, \`authentication\` none, \`registration_mode\` single, \`srtp\` off, \`codecs\` pcmu, pcma, g722 and opus, \`inbound_addresses\` none, \`caller_id\` null, \`fallback_trunk_id\` null, \`max_calls\` null.

Calls leave through the trunk of their \`from_number\`, otherwise through the first active trunk of the account; one that it cannot take goes through \`fallback_trunk_id\`. Calls come in from \`host\` and \`port\`, or from \`outbound_proxy\` where there is one, and from \`inbound_addresses\`, to numbers of the account. With \`authentication\` register Parley registers with the trunk, again and again, and \`status\` and \`registration\` give the state of that; with \`registration_mode\` bulk for all numbers at once, which its registrar has to support (RFC 6140). Try it with POST /trunks/test before, with POST /trunks/{trunk_id}/test after.`,
  responseHeaders: ['Location'],
  request: { name: exampleTrunk.name, host: exampleTrunk.host },
  response: { ...exampleTrunk, inbound_addresses: [], caller_id: null, max_calls: null },
  errors: { unprocessable: wrongCredentials },
  client: `const trunk = await parley.trunks.create({ name: '${exampleTrunk.name}', host: '${exampleTrunk.host}' });`,
};

export const tryTrunk: RouteDocumentation<typeof routes.tryTrunk> = {
  tag: 'Trunks',
  description:
    'Looks up the name, connects over TCP or TLS where the transport is one of these, asks the registrar with `authentication` register, and sends OPTIONS, without keeping anything and without registering. Each step tells what happened, and what to do where it failed. One test of an account at a time, ten in a minute.',
  request: { host: exampleTrunk.host, port: 5060 },
  response: {
    ok: false,
    steps: [
      goodSteps[0],
      {
        name: 'options',
        ok: false,
        detail: 'No response within 5 s.',
        remedy:
          'Check the address and the port. A firewall on either side may drop UDP; the trunk may know other addresses than ours.',
      },
    ],
    call_id: null,
  },
  errors: { unprocessable: wrongCredentials, rate_limited: tooManyTests },
  client: `const { ok, steps } = await parley.trunks.try({ host: '${exampleTrunk.host}' });`,
};

export const listTrunkPresets: RouteDocumentation<typeof routes.listTrunkPresets> = {
  tag: 'Trunks',
  description: `How well-known providers (Twilio, Telnyx, Vonage, Plivo, Bandwidth, sipgate) and telephone systems (Asterisk, FreePBX, FreeSWITCH, 3CX, Kamailio) are connected: the settings of a trunk, what to enter in the rest of its fields, and what to do on the other side.

Send \`port\`, \`transport\`, \`authentication\`, \`srtp\` and \`inbound_addresses\` with your own \`name\`, \`host\`, \`username\` and \`password\` to POST /trunks. They are the same for every account. \`tried\` says which were tried with a real one; the others are written from public documentation, which their owners may change.`,
  response: { data: [exampleTrunkPreset], total: 1 },
  errors: {},
  client: `const { data: presets } = await parley.trunks.presets();`,
};

export const getTrunk: RouteDocumentation<typeof routes.getTrunk> = {
  tag: 'Trunks',
  description:
    'The settings of a trunk, and whether it answers: it is asked with OPTIONS once a minute, more rarely while it does not answer. With `authentication` register the registration decides: `registered`, `refused` or `unreachable`.',
  response: exampleTrunk,
  errors: { not_found: noSuchTrunk },
  client: `const trunk = await parley.trunks.get('${trunkId}');`,
};

export const updateTrunk: RouteDocumentation<typeof routes.updateTrunk> = {
  tag: 'Trunks',
  description:
    'Takes effect for the next call, without a restart. `status: disabled` lets no calls through: those that wait for it end `failed` with `carrier_error`, those under way go on. Another `host` needs the `password` again: one is not sent to a host that it was not entered for.',
  request: { max_calls: 20 },
  response: { ...exampleTrunk, max_calls: 20 },
  errors: { not_found: noSuchTrunk, unprocessable: wrongCredentials },
  client: `await parley.trunks.update('${trunkId}', { max_calls: 20 });`,
};

export const deleteTrunk: RouteDocumentation<typeof routes.deleteTrunk> = {
  tag: 'Trunks',
  description:
    'Calls under way go on. Calls that wait for it end `failed` with `carrier_error`: a call that was accepted for one trunk is never dialled through another, but for those that were its fallbacks then. Where it is the fallback of others, these have none.',
  response: undefined,
  errors: {
    not_found: noSuchTrunk,
    conflict: [
      {
        when: 'Numbers of it are connected.',
        fix: 'Release them first: DELETE /numbers/{number_id}.',
        message: '3 numbers are connected from this trunk. Release them first, with DELETE /v1/numbers/{number_id}.',
        param: 'trunk_id',
      },
    ],
  },
  client: `await parley.trunks.delete('${trunkId}');`,
};

export const testTrunk: RouteDocumentation<typeof routes.testTrunk> = {
  tag: 'Trunks',
  description: `Looks up the name, connects over TCP or TLS where the transport is one of these, asks the registrar with \`authentication\` register, and sends OPTIONS. With \`recipient_phone\` it then places a real call through this trunk, of 20 seconds at most, in which a voice says that it is a test. It counts like any other, and the steps tell how far it got: answered, audio from there, audio to there. The response comes when the call is over, which may take a minute. A key needs \`calls:write\` for it as well.`,
  request: { recipient_phone: '+493012345679' },
  response: {
    ok: true,
    steps: [
      ...goodSteps,
      { name: 'call', ok: true, detail: 'The call was accepted and dialled.', remedy: null },
      { name: 'ringing', ok: true, detail: 'It rang.', remedy: null },
      { name: 'answered', ok: true, detail: 'It was answered after 6 s.', remedy: null },
      { name: 'media_received', ok: true, detail: '612 packets of audio came from there.', remedy: null },
      { name: 'media_sent', ok: true, detail: '640 packets of audio were sent there.', remedy: null },
    ],
    call_id: exampleCall.call_id,
  },
  errors: {
    not_found: noSuchTrunk,
    unprocessable: [
      {
        when: 'The trunk is disabled, so no call can go through it.',
        fix: 'Activate it: PATCH /trunks/{trunk_id} with {"status": "active"}.',
        message: `Trunk ${trunkId} is disabled. Activate it with PATCH /v1/trunks/${trunkId} {"status": "active"}.`,
        param: 'trunk_id',
      },
    ],
    rate_limited: tooManyTests,
  },
  client: `const { ok, steps } = await parley.trunks.test('${trunkId}', { recipient_phone: '+493012345679' });`,
};
