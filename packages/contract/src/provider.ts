import { z } from 'zod';
import { ProviderId, UnixSeconds } from './text.ts';

/** Who makes agents hear, think and speak. The part before the slash in `model`, `voice_id` and `transcriber`. */
export const ProviderVendor = z
  .enum([
    'anthropic',
    'assemblyai',
    'azure',
    'cartesia',
    'deepgram',
    'elevenlabs',
    'google',
    'groq',
    'mistral',
    'openai',
    'openai-compatible',
    'soniox',
  ])
  .meta({
    id: 'ProviderVendor',
    description: 'Who it is from; openai-compatible: a server of your own that speaks the protocol of OpenAI',
  });
export type ProviderVendor = z.infer<typeof ProviderVendor>;

const SCHEMES = ['http:', 'https:', 'ws:', 'wss:'];

function isBaseAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && SCHEMES.includes(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
}

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\s/](?:[^/]*[^\s/])?$/, 'has no slash, and no space at its ends')
  .meta({
    description:
      'What it is called, and what may stand in the place of the vendor in `model`, `voice_id` and `transcriber`',
  });

const baseUrl = z
  .string()
  .max(2000)
  .refine(
    isBaseAddress,
    'must be an address such as https://speech.example.com/v1: http, https, ws or wss, without user, query and fragment',
  )
  .nullable()
  .meta({ description: "Where it is reached; null: the vendor's own address" });

export const Provider = z
  .object({
    provider_id: ProviderId.meta({ description: 'Identifier of the provider' }),
    vendor: ProviderVendor,
    name: z.string().meta({ description: 'What it is called' }),
    base_url: z.string().nullable().meta({ description: "Where it is reached; null: the vendor's own address" }),
    api_key_set: z.boolean().meta({ description: 'Whether there is a key' }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({ id: 'Provider', description: 'A vendor of speech or language, with the key of the account' });
export type Provider = z.infer<typeof Provider>;

export const ProviderList = z
  .object({
    data: z.array(Provider).meta({ description: 'All providers of the account, in the order in which they were made' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'ProviderList' });
export type ProviderList = z.infer<typeof ProviderList>;

const apiKey = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters, without spaces')
  .nullable()
  .meta({ description: 'Sealed at once, and never shown again' });

export const CreateProvider = z
  .strictObject({ vendor: ProviderVendor, name, base_url: baseUrl, api_key: apiKey })
  .partial()
  .extend({ vendor: ProviderVendor })
  .meta({ id: 'CreateProvider', description: 'Left out: `name` is the vendor, and there is no key' });
export type CreateProvider = z.infer<typeof CreateProvider>;

export const ChangeProvider = z
  .strictObject({ name, base_url: baseUrl, api_key: apiKey })
  .partial()
  .meta({ id: 'ChangeProvider', description: 'The fields to change; what is left out stays as it is' });
export type ChangeProvider = z.infer<typeof ChangeProvider>;

export const ProviderAbility = z.enum(['transcriber', 'model', 'voice']).meta({
  id: 'ProviderAbility',
  description: 'transcriber: it listens; model: it thinks; voice: it speaks',
});
export type ProviderAbility = z.infer<typeof ProviderAbility>;

const modelName = z.string().min(1).max(200).regex(/^\S+$/, 'has no spaces');

export const TestProvider = z
  .strictObject({
    transcriber: modelName.meta({ description: 'Model to listen with; left out, the default' }),
    model: modelName.meta({ description: 'Model to ask; left out, the first that it lists' }),
    voice: modelName.meta({ description: 'Voice to speak with; left out, the first that it lists' }),
    text: z.string().min(1).max(500).meta({ description: 'What is spoken; left out, a short sentence' }),
  })
  .partial()
  .meta({ id: 'TestProvider' });
export type TestProvider = z.infer<typeof TestProvider>;

export const ProviderTestStep = z
  .object({
    name: ProviderAbility,
    ok: z.boolean().meta({ description: 'Whether it went well' }),
    detail: z.string().meta({ description: 'What happened, in words' }),
    remedy: z.string().nullable().meta({ description: 'What to do about it; null when nothing needs to be done' }),
    first_result_ms: z
      .int()
      .nullable()
      .meta({ description: 'From the request to the first token, audio or text; null when there was none' }),
    text: z.string().nullable().meta({ description: 'What was written or understood; null when nothing was' }),
    audio: z
      .string()
      .nullable()
      .meta({ description: 'What was spoken: a WAV file as a data: address; null when nothing was' }),
  })
  .meta({ id: 'ProviderTestStep' });
export type ProviderTestStep = z.infer<typeof ProviderTestStep>;

export const ProviderTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether every step went well' }),
    steps: z.array(ProviderTestStep).meta({ description: 'One for each thing that this vendor can do' }),
  })
  .meta({ id: 'ProviderTest' });
export type ProviderTest = z.infer<typeof ProviderTest>;

export const Voice = z
  .object({
    voice_id: z.string().meta({ description: 'As an agent names it' }),
    provider: z.string().meta({ description: 'The part before the slash' }),
    name: z.string().meta({ description: 'For people' }),
    description: z.string().meta({ description: 'What it is like; may be empty' }),
    languages: z.array(z.string()).meta({ description: 'BCP 47 tags; empty where the vendor does not say' }),
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof Voice>;

/** A vendor that did not tell what it has, and why. */
const Failure = z.object({
  provider: z.string().meta({ description: 'The part before the slash' }),
  message: z.string().meta({ description: 'What happened' }),
});

export const VoiceList = z
  .object({
    data: z
      .array(Voice)
      .meta({ description: 'What the providers of the account, and those of the operator, can speak with' }),
    total: z.int().meta({ description: 'How many there are' }),
    default: z.string().meta({ description: 'The voice that a new agent has' }),
    failures: z
      .array(Failure)
      .meta({ description: 'Providers that could not be asked; a name of theirs can be used all the same' }),
  })
  .meta({ id: 'VoiceList' });
export type VoiceList = z.infer<typeof VoiceList>;

export const Model = z
  .object({
    model: z.string().meta({ description: 'As an agent names it' }),
    provider: z.string().meta({ description: 'The part before the slash' }),
    name: z.string().meta({ description: 'For people' }),
    description: z.string().meta({ description: 'What it does; may be empty' }),
    kind: z
      .enum(['language', 'transcriber'])
      .meta({ description: 'language: for `model`; transcriber: for `transcriber`' }),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof Model>;

export const ModelList = z
  .object({
    data: z
      .array(Model)
      .meta({ description: 'What the providers of the account, and those of the operator, think and listen with' }),
    total: z.int().meta({ description: 'How many there are' }),
    default: z
      .string()
      .meta({ description: 'The language model that a new agent should have: the best that is configured' }),
    default_transcriber: z.string().meta({ description: 'What listens for an agent whose `transcriber` is null' }),
    providers: z.array(z.string()).meta({ description: 'The providers that can be named; each may have more models' }),
    failures: z
      .array(Failure)
      .meta({ description: 'Providers that could not be asked; a name of theirs can be used all the same' }),
  })
  .meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof ModelList>;

/** A provider that fails at present, as the calls of this service have noticed. */
export const ProviderOutage = z.object({
  ability: ProviderAbility,
  name: z.string().meta({ description: 'The provider, and the model where it is one' }),
  failures: z.int().meta({ description: 'In a row' }),
  message: z.string().meta({ description: 'The last failure' }),
  failed_at: UnixSeconds,
  passed_over_until: UnixSeconds.nullable().meta({
    description: 'Calls take its fallback until then, and try it again; null: it is asked all the same',
  }),
});
export type ProviderOutage = z.infer<typeof ProviderOutage>;

export const ProviderOutageList = z.object({ data: z.array(ProviderOutage), total: z.int() });
export type ProviderOutageList = z.infer<typeof ProviderOutageList>;

/**
 * Open models on the host itself. It is no vendor that is connected: like what is built in, it can be named where a model is
 * installed.
 */
export const openModelProvider = 'sherpa-onnx';

/** What each vendor can do. */
export const vendorAbilities: Record<ProviderVendor, readonly ProviderAbility[]> = {
  anthropic: ['model'],
  assemblyai: ['transcriber'],
  azure: ['transcriber', 'voice'],
  cartesia: ['transcriber', 'voice'],
  deepgram: ['transcriber', 'voice'],
  elevenlabs: ['transcriber', 'voice'],
  google: ['model'],
  groq: ['model'],
  mistral: ['model'],
  openai: ['transcriber', 'model', 'voice'],
  'openai-compatible': ['transcriber', 'model', 'voice'],
  soniox: ['transcriber', 'voice'],
};

/** Have models that hear and speak by themselves, in voices that are none without them: `voice_id` may name those, too. */
export const speakingModelVendors: readonly ProviderVendor[] = ['google', 'openai'];
