import type { Command } from '../command.ts';
import { anyAccount, ofAccount } from './account-option.ts';

const ofProvider = [
  { name: 'name', value: 'NAME', about: 'what agents name it by; a new one is called as its vendor when left out' },
  {
    name: 'key-file',
    value: 'FILE',
    about: "a file with the vendor's key, such as /dev/stdin; none takes the key away",
  },
  { name: 'base-url', value: 'ADDRESS', about: "where it is reached; none is the vendor's own" },
] as const;

const ofOneProvider = { name: 'provider', value: 'NAME', about: 'of this provider alone' } as const;

/** Vendors of models and voices, open models, and prices. */
export const vendorCommands: readonly Command[] = [
  {
    name: 'providers list',
    options: [ofAccount],
    summary: 'list the vendors of speech and language of an account, without their keys',
    readsOnly: true,
    load: async () => (await import('../providers.ts')).listAllProviders,
  },
  {
    name: 'providers create',
    words: ['VENDOR'],
    options: [ofAccount, ...ofProvider],
    summary: 'connect a vendor, or a server of your own (openai-compatible)',
    needsService: true,
    load: async () => (await import('../providers.ts')).createOne,
  },
  {
    name: 'providers change',
    words: ['PROVIDER'],
    options: [ofAccount, ...ofProvider],
    summary: 'give a provider another name, key or address; what is left out stays as it is',
    needsService: true,
    load: async () => (await import('../providers.ts')).changeOne,
  },
  {
    name: 'providers delete',
    words: ['PROVIDER'],
    options: [ofAccount],
    summary: 'remove a provider and its key',
    load: async () => (await import('../providers.ts')).deleteOne,
  },
  {
    name: 'providers test',
    words: ['PROVIDER'],
    options: [
      ofAccount,
      { name: 'transcriber', value: 'MODEL', about: 'to listen with; its default when left out' },
      { name: 'model', value: 'MODEL', about: 'to ask; the first that it lists when left out' },
      { name: 'voice', value: 'VOICE', about: 'to speak with; the first that it lists when left out' },
      { name: 'text', value: 'TEXT', about: 'what is spoken; a short sentence when left out' },
    ],
    summary: 'let the service speak, listen and ask with a provider; the vendor charges for it',
    needsService: true,
    load: async () => (await import('../providers.ts')).testOne,
  },
  {
    name: 'voices list',
    options: [ofAccount, ofOneProvider],
    summary: 'list what agents of an account can speak with; the service asks the vendors',
    needsService: true,
    load: async () => (await import('../voices-and-models.ts')).listAllVoices,
  },
  {
    name: 'models list',
    options: [
      { ...anyAccount, about: 'list what its agents can think and listen with instead; the service asks the vendors' },
      { ...ofOneProvider, about: 'of this provider alone; with --account' },
    ],
    summary: 'list open models that this host can run: installed or not, size, licence, languages',
    needsService: true,
    loadOnFiles: async () => (await import('../open-models.ts')).listOpenModels,
  },
  {
    name: 'models pull',
    words: ['NAME'],
    options: [{ name: 'force', about: 'download it again, even if its publisher has changed it' }],
    summary: 'install an open model, from its publisher or from PARLEY_MODELS_URL',
    loadOnFiles: async () => (await import('../open-models.ts')).pullOpenModel,
  },
  {
    name: 'models remove',
    words: ['NAME'],
    summary: 'remove an open model from this host',
    loadOnFiles: async () => (await import('../open-models.ts')).removeOpenModel,
  },
  {
    name: 'prices list',
    options: [ofAccount, ofOneProvider],
    summary: 'list the prices that the cost of calls is made of',
    readsOnly: true,
    load: async () => (await import('../prices.ts')).listAllPrices,
  },
  {
    name: 'prices set',
    options: [ofAccount, { name: 'file', value: 'FILE', needed: true, about: 'the body of PUT /v1/prices, as JSON' }],
    summary: "replace an account's own prices, for the calls that end from now on",
    load: async () => (await import('../prices.ts')).setOwnPrices,
  },
];
