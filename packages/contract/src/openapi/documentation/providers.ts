import type { PriceList } from '../../price.ts';
import type { routes } from '../../routes.ts';
import { exampleProvider } from './examples/example-providers.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { provider_id: providerId } = exampleProvider;

const noSuchProvider: ErrorCase[] = [
  {
    when: 'There is no such provider in this account.',
    fix: 'Check `provider_id`: GET /providers lists yours.',
    message: `There is no provider ${providerId}. GET /v1/providers lists yours.`,
    param: 'provider_id',
  },
];

const nameTaken: ErrorCase[] = [
  {
    when: 'Another provider of the account has this name, or is meant by it: its vendor has the same.',
    fix: 'Choose another `name`.',
    message: 'There is a provider deepgram already. Give this one another name.',
    param: 'name',
  },
];

const unusable: ErrorCase[] = [
  {
    when: 'A server of your own has no address.',
    fix: 'Send `base_url`, with the version segment, such as http://127.0.0.1:8000/v1.',
    message: 'base_url is missing: openai-compatible has no address of its own.',
    param: 'base_url',
  },
  {
    when: 'Azure has an address in each region.',
    fix: 'Send `base_url`: the endpoint that its portal shows, such as https://westeurope.api.cognitive.microsoft.com.',
    message:
      'base_url is missing: azure has an address in each region, such as https://westeurope.api.cognitive.microsoft.com.',
    param: 'base_url',
  },
  {
    when: 'The port of the address is one that HTTP clients refuse (https://fetch.spec.whatwg.org/#port-blocking).',
    fix: 'Let the server listen on another port.',
    message:
      'base_url has port 6000, which HTTP clients refuse, because it belongs to another protocol. Let the server listen on another one.',
    param: 'base_url',
  },
  {
    when: 'The vendor takes no request without a key.',
    fix: 'Send `api_key`.',
    message: 'api_key is missing: deepgram takes no request without one.',
    param: 'api_key',
  },
];

export const listProviders: RouteDocumentation<typeof routes.listProviders> = {
  tag: 'Providers',
  description:
    'All providers of the account, in one page, the oldest first. What the operator has set for all accounts (DEEPGRAM_API_KEY and the like) is not among them, and can be named by agents all the same.',
  response: { data: [exampleProvider], total: 1 },
  errors: {},
  client: `const { data: providers } = await parley.providers.list();`,
};

export const createProvider: RouteDocumentation<typeof routes.createProvider> = {
  tag: 'Providers',
  description: `Connects a vendor with a key of yours, or a server of your own. Agents name it before the slash of \`model\`, \`voice_id\` and \`transcriber\`, by its vendor or, where you have several of one vendor, by its name. It takes effect with the next call.

The key is sealed before it is stored, and never shown again. Try it with POST /providers/{provider_id}/test.`,
  responseHeaders: ['Location'],
  request: { vendor: 'deepgram', api_key: '0a1b2c3d4e5f' },
  response: exampleProvider,
  errors: { conflict: nameTaken, unprocessable: unusable },
  client: `const provider = await parley.providers.create({ vendor: 'deepgram', api_key: process.env.DEEPGRAM_API_KEY });`,
};

export const getProvider: RouteDocumentation<typeof routes.getProvider> = {
  tag: 'Providers',
  description: 'One provider of the account.',
  response: exampleProvider,
  errors: { not_found: noSuchProvider },
  client: `const provider = await parley.providers.get('${providerId}');`,
};

export const updateProvider: RouteDocumentation<typeof routes.updateProvider> = {
  tag: 'Providers',
  description:
    'Changes what is sent and leaves the rest: a new key in the place of an old one, for example. Calls that are under way go on with what they began with.',
  request: { api_key: '5e4d3c2b1a0f' },
  response: exampleProvider,
  errors: { not_found: noSuchProvider, conflict: nameTaken, unprocessable: unusable },
  client: `await parley.providers.update('${providerId}', { api_key: process.env.NEW_KEY });`,
};

export const deleteProvider: RouteDocumentation<typeof routes.deleteProvider> = {
  tag: 'Providers',
  description:
    "Removes it with its key. Agents that name it use the operator's provider of the same vendor where there is one, else what stands in for it; `analysis.warnings` of their calls say so.",
  response: undefined,
  errors: { not_found: noSuchProvider },
  client: `await parley.providers.delete('${providerId}');`,
};

export const testProvider: RouteDocumentation<typeof routes.testProvider> = {
  tag: 'Providers',
  description: `Really speaks, listens and asks, with whatever the vendor can do: the voice says a sentence, the transcriber listens to a sentence, the model is asked for one. What fails is a step that is not \`ok\`, with what to do about it. The vendor charges for it as for any other use.`,
  request: { voice: 'aura-2-thalia-en' },
  response: {
    ok: true,
    steps: [
      {
        name: 'transcriber',
        ok: true,
        detail: 'It understood "Good morning." after 310 ms.',
        remedy: null,
        first_result_ms: 310,
        text: 'Good morning.',
        audio: null,
      },
      {
        name: 'voice',
        ok: true,
        detail: 'Its first audio came after 190 ms.',
        remedy: null,
        first_result_ms: 190,
        text: null,
        audio: 'data:audio/wav;base64,UklGRg==',
      },
    ],
  },
  errors: {
    not_found: noSuchProvider,
    rate_limited: [
      {
        when: 'A test of a provider of this account is under way, or ten were made in the last minute.',
        fix: 'Wait as many seconds as `Retry-After` says.',
        message: 'A test of a provider is under way in this account. Try again when it has ended.',
      },
    ],
  },
  client: `const { ok, steps } = await parley.providers.test('${providerId}');`,
};

export const listVoices: RouteDocumentation<typeof routes.listVoices> = {
  tag: 'Providers',
  description:
    'What agents can speak with: the built-in voices, and those that the vendors say they have, which are asked once in ten minutes. A name that is not in the list can be tried all the same.',
  response: {
    data: [
      {
        voice_id: 'deepgram/aura-2-thalia-en',
        provider: 'deepgram',
        name: 'Thalia',
        description: 'Clear, confident, energetic',
        languages: ['en-US'],
      },
    ],
    total: 1,
    default: 'builtin/rms',
    failures: [],
  },
  errors: {},
  client: `const { data: voices } = await parley.providers.voices();`,
};

export const listModels: RouteDocumentation<typeof routes.listModels> = {
  tag: 'Providers',
  description:
    'What agents can think with (`language`, for `model`) and listen with (`transcriber`): what is built in, and what the vendors say they have, which are asked once in ten minutes. A name that is not in the list can be tried all the same.',
  response: {
    data: [
      {
        model: 'openai/gpt-4.1-mini',
        provider: 'openai',
        name: 'gpt-4.1-mini',
        description: 'Talks freely, as the prompt says',
        kind: 'language',
      },
    ],
    total: 1,
    default: 'openai/gpt-4.1-mini',
    default_transcriber: 'deepgram',
    providers: ['builtin', 'deepgram', 'openai'],
    failures: [],
  },
  errors: {},
  client: `const { data: models } = await parley.providers.models();`,
};

const examplePrices: PriceList = {
  currency: 'USD',
  data: [
    {
      provider: 'trunk',
      name: '*',
      unit: 'call_minute',
      price_micros: 7000,
      priced_on: '2026-11-21',
      source: 'account',
    },
    {
      provider: 'openai',
      name: 'gpt-4.1-mini*',
      unit: 'million_output_tokens',
      price_micros: 1_600_000,
      priced_on: '2026-11-22',
      source: 'default',
    },
  ],
  total: 2,
};

export const listPrices: RouteDocumentation<typeof routes.listPrices> = {
  tag: 'Providers',
  description:
    'What the `cost` of calls is made of: your own prices, then those that come with Parley, which are list prices of the vendors on the day that is given with them. A call keeps the prices that held when it ended.',
  response: examplePrices,
  errors: {},
  client: `const { data: prices } = await parley.providers.prices();`,
};

export const setPrices: RouteDocumentation<typeof routes.setPrices> = {
  tag: 'Providers',
  description: `Replaces all prices of your own, for the calls that end from now on. A price is for a provider by its vendor or by the name that agents call it by, and for a model or voice of it; where several fit, yours come before those that come with Parley, and then the longest \`name\` wins.

Prices are whole millionths of the currency: 0.40 USD for a million tokens is \`400000\`.`,
  request: {
    data: [{ provider: 'trunk', name: '*', unit: 'call_minute', price_micros: 7000, priced_on: '2026-11-21' }],
  },
  response: examplePrices,
  errors: {
    invalid_request: [
      {
        when: 'A price is no whole number.',
        fix: 'Give it in millionths of the currency.',
        message: 'data[0].price_micros: must be a whole number',
        param: 'data[0].price_micros',
      },
    ],
  },
  client: `await parley.providers.setPrices({ data: [{ provider: 'trunk', unit: 'call_minute', price_micros: 7000 }] });`,
};
