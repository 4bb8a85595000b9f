import type { routes } from '../../routes.ts';
import { exampleNumber, exampleTrunkNumber } from './examples/example-numbers.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { number_id: numberId, phone_number: phone } = exampleNumber;

const noSuchNumber: ErrorCase[] = [
  {
    when: 'There is no such number in this account.',
    fix: 'Check `number_id`: GET /numbers lists yours.',
    message: `There is no number ${numberId}. GET /v1/numbers lists yours.`,
    param: 'number_id',
  },
];

const noSuchAgent: ErrorCase = {
  when: 'There is no such agent in this account.',
  fix: 'Check `agent_id`: GET /agents lists yours.',
  message: `There is no agent ${exampleNumber.agent_id}. GET /v1/agents lists yours.`,
  param: 'agent_id',
};

export const listNumbers: RouteDocumentation<typeof routes.listNumbers> = {
  tag: 'Numbers',
  description:
    'All numbers of the account, in one page, in the order in which it got them. A number with an agent rings this agent; one without is answered 480.',
  response: { data: [exampleNumber, exampleTrunkNumber], total: 2 },
  errors: {},
  client: `const { data: numbers } = await parley.numbers.list();`,
};

export const listAvailableNumbers: RouteDocumentation<typeof routes.listAvailableNumbers> = {
  tag: 'Numbers',
  description:
    'What the simulated carrier sells: in each area code of the United States the hundred numbers 555-0100 to 555-0199 that are kept for fiction, so that no real telephone has them. Agents ring each other on them, and nothing is paid.',
  query: { country: 'US', area_code: '415' },
  response: {
    data: [{ phone_number: phone, country: 'US', area_code: '415', source: 'simulated' }],
    total: 99,
  },
  errors: {
    unprocessable: [
      {
        when: 'Numbers of this country are not for sale here.',
        fix: 'Ask for US, or connect a number of your own trunk with POST /numbers.',
        message: 'The simulated carrier sells numbers of the country US alone, not of DE.',
        param: 'country',
      },
    ],
  },
  client: `const { data: offers } = await parley.numbers.available({ area_code: '415' });`,
};

export const addNumber: RouteDocumentation<typeof routes.addNumber> = {
  tag: 'Numbers',
  description: `Without \`trunk_id\` and \`carrier_id\` it buys a number that GET /numbers/available offers. With \`trunk_id\` it connects a number that rings through this trunk of yours: calls to it are taken from the trunk, and calls from it leave through the trunk. With \`carrier_id\` it connects a number that your account with Twilio or Telnyx has already; the carrier reports calls to it here from then on, and nothing is bought. A number is in one account only.

With \`agent_id\` the number rings this agent at once.`,
  responseHeaders: ['Location'],
  request: { phone_number: phone },
  response: { ...exampleNumber, agent_id: null },
  errors: {
    not_found: [
      {
        when: 'There is no such trunk in this account.',
        fix: 'Check `trunk_id`: GET /trunks lists yours.',
        message: `There is no trunk ${exampleTrunkNumber.trunk_id}. GET /v1/trunks lists yours.`,
        param: 'trunk_id',
      },
      noSuchAgent,
    ],
    conflict: [
      {
        when: 'The number is taken, perhaps since a moment ago.',
        fix: 'Take another one: GET /numbers/available offers those that are free.',
        message: `${phone} is taken. GET /v1/numbers/available offers numbers that are free.`,
        param: 'phone_number',
      },
    ],
    unprocessable: [
      {
        when: 'The simulated carrier does not sell the number.',
        fix: 'Buy one that GET /numbers/available offers; for a number of your own carrier add the `trunk_id`.',
        message:
          '+493012345678 is not for sale. GET /v1/numbers/available offers numbers; one of your own carrier is connected with its trunk_id.',
        param: 'phone_number',
      },
      {
        when: 'Your account with the carrier does not have the number, it takes no calls, or its calls go elsewhere.',
        fix: 'Connect one that it has. Where the message says so, let go of the number in the console of the carrier first.',
        message: 'This Twilio account does not have +493012345678. GET /v1/numbers/available offers numbers to buy.',
        param: 'phone_number',
      },
      {
        when: 'The number is one of those where the simulated phone lives.',
        fix: 'Connect a number that your trunk really has.',
        message: '+12025550101 belongs to the simulated phone and is on no trunk.',
        param: 'phone_number',
      },
    ],
  },
  client: `const number = await parley.numbers.add({ phone_number: '${phone}' });`,
};

export const connectNumbers: RouteDocumentation<typeof routes.connectNumbers> = {
  tag: 'Numbers',
  description: `Connects the numbers of a block that your carrier delivers through one trunk, from \`first_number\` to \`last_number\`: all of them, or none. Each is a number of the account like any other then, with an agent of its own if you assign one.`,
  request: {
    first_number: exampleTrunkNumber.phone_number,
    last_number: exampleTrunkNumber.phone_number,
    trunk_id: exampleTrunkNumber.trunk_id!,
  },
  response: { data: [exampleTrunkNumber], total: 1 },
  errors: {
    not_found: [
      {
        when: 'There is no such trunk in this account.',
        fix: 'Check `trunk_id`: GET /trunks lists yours.',
        message: `There is no trunk ${exampleTrunkNumber.trunk_id}. GET /v1/trunks lists yours.`,
        param: 'trunk_id',
      },
      noSuchAgent,
    ],
    conflict: [
      {
        when: 'One of the numbers is connected already, here or in another account.',
        fix: 'Leave it out: connect what is before it and after it.',
        message: '+493012345678 is taken.',
        param: 'first_number',
      },
    ],
    unprocessable: [
      {
        when: '`last_number` is before `first_number`, has another number of digits, or is more than 1 000 numbers away.',
        fix: 'Give the first and the last number of a block, and connect large blocks in parts.',
        message: 'last_number: +493012345600 is before the first number, +493012345678.',
        param: 'last_number',
      },
    ],
  },
  client: `const { data: numbers } = await parley.numbers.connectRange({
  first_number: '+493012345600',
  last_number: '+493012345699',
  trunk_id: '${exampleTrunkNumber.trunk_id}',
});`,
};

export const getNumber: RouteDocumentation<typeof routes.getNumber> = {
  tag: 'Numbers',
  description: 'Where a number comes from, and which agent it rings.',
  response: exampleNumber,
  errors: { not_found: noSuchNumber },
  client: `const number = await parley.numbers.get('${numberId}');`,
};

export const updateNumber: RouteDocumentation<typeof routes.updateNumber> = {
  tag: 'Numbers',
  description: `\`agent_id\` is the agent that answers from the next call on; null takes the number away from its agent. An agent may have several numbers: its \`phone_number\` is the one that the account got first, a real one before one of the simulated carrier.

\`is_default: true\` makes it the number that agents without one call from.`,
  request: { agent_id: exampleNumber.agent_id },
  response: exampleNumber,
  errors: { not_found: [...noSuchNumber, noSuchAgent] },
  client: `await parley.numbers.update('${numberId}', { agent_id: '${exampleNumber.agent_id}' });`,
};

export const deleteNumber: RouteDocumentation<typeof routes.deleteNumber> = {
  tag: 'Numbers',
  description:
    'The number is given back: calls to it are not answered from now on, and any account may take it. One that was connected (`is_bought` false) is only disconnected from Parley: your carrier keeps it for you.',
  response: undefined,
  errors: {
    not_found: noSuchNumber,
    conflict: [
      {
        when: 'Calls from it or to it are waiting or under way.',
        fix: 'Wait for their end, or hang them up; cancel batches that wait for their time.',
        message: `Calls of ${phone} are waiting or under way. Wait for their end, or hang them up.`,
        param: 'number_id',
      },
    ],
    unprocessable: [
      {
        when: "It is the account's default number.",
        fix: 'Make another number the default: PATCH it with {"is_default": true}.',
        message: `${phone} is the default number of the account. Make another one the default first.`,
        param: 'number_id',
      },
    ],
  },
  client: `await parley.numbers.release('${numberId}');`,
};
