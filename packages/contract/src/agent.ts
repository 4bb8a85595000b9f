import { z } from 'zod';
import { AgentTool, GivenAgentTools } from './agent-tool.ts';
import { Knowledge } from './document.ts';
import { ExtractionSchema } from './extraction.ts';
import { AgentLanguage } from './language-tag.ts';
import { AgentId, distinct, PhoneNumber, UnixSeconds, Variables } from './text.ts';
import { TimeZone } from './time-zone.ts';
import { GivenVariablesWebhook, VariablesWebhook } from './variables-webhook.ts';

/** `provider/name`, or a bare name that the default provider is asked for. */
const ProviderChoice = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\s/]+(\/\S+)?$/, 'must be provider/name or a name, without spaces');

/** A name is more than blanks; looked at apart, because a pattern that says so takes the square of a text's length. */
const withoutPlaceholders = (text: string) =>
  text.replace(/\{\{([^{}]*)\}\}/g, (placeholder, name: string) => (name.trim() === '' ? placeholder : ''));

/** What is spoken word for word, after its {{variables}} were replaced: an unfinished one would be read out. */
function spoken(longest: number) {
  return z
    .string()
    .min(1)
    .max(longest, { abort: true })
    .refine((text) => !withoutPlaceholders(text).includes('{{'), 'holds a {{ that begins no {{name}}');
}

export const TurnTaking = z
  .strictObject({
    endpointing_ms: z.int().min(200).max(3000).meta({ description: 'Silence that ends a turn of the caller' }),
    interruption_ms: z
      .int()
      .min(100)
      .max(2000)
      .meta({ description: 'Speech over the agent that counts as interrupting' }),
    reminder_ms: z.int().min(2000).max(60_000).meta({ description: 'Silence after which the agent asks again' }),
    end_ms: z.int().min(2000).max(120_000).meta({ description: 'Silence after the last reminder that ends the call' }),
  })
  .meta({ id: 'TurnTaking', description: 'Whose turn it is: silences and interruptions, in milliseconds' });

export const Voicemail = z
  .strictObject({
    action: z
      .enum(['hangup', 'message'])
      .meta({ description: 'hangup: end the call; message: leave the message after the beep' }),
    message: spoken(2000).nullable().meta({ description: 'Spoken after the beep; may hold {{variables}}' }),
  })
  .meta({ id: 'Voicemail', description: 'What the agent does when a voicemail answers' });

const fallbacksOf = (of: string) =>
  distinct(z.array(ProviderChoice).max(3)).meta({ description: `Who takes over, in this order, when the ${of} fails` });

export const Fallbacks = z
  .strictObject({
    transcriber: fallbacksOf('transcriber'),
    model: fallbacksOf('model'),
    voice_id: fallbacksOf('voice'),
  })
  .meta({
    id: 'Fallbacks',
    description: 'Who takes over in the middle of a call. What is built in comes last by itself',
  });

export const Recording = z
  .strictObject({ enabled: z.boolean().meta({ description: 'Whether calls of this agent are recorded' }) })
  .meta({ id: 'Recording', description: 'Recording of the calls' });

const name = z.string().min(1).max(200).regex(/\S/, 'must not be blank');
const prompt = z.string().min(1).max(200_000).regex(/\S/, 'must not be blank');
const outcomeLabel = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'an outcome label has up to 64 lower case letters, digits and _, and begins with a letter, for example booked',
  );

const simpleSettings = {
  name: name.meta({ description: 'For people; the agent does not say it by itself' }),
  status: z.enum(['active', 'inactive']).meta({ description: 'An inactive agent places no calls' }),
  prompt: prompt.meta({ description: "Controls the agent's behaviour; {{name}} is replaced by the call's variables" }),
  first_message: spoken(5000).nullable().meta({ description: 'What the agent says first; null lets the model begin' }),
  voice_id: ProviderChoice.meta({
    description: 'The voice: provider/name, or a bare name of the default provider',
    examples: ['builtin/rms'],
  }),
  model: ProviderChoice.meta({
    description: 'The language model: provider/name, or a bare name of the default provider',
    examples: ['builtin/script'],
  }),
  transcriber: ProviderChoice.nullable().meta({
    description: 'Who listens: provider, or provider/model; null: the best that is configured',
    examples: ['deepgram/nova-3'],
  }),
  language: AgentLanguage.meta({
    description:
      'The primary language, as a BCP 47 tag; auto: that of the first message, and then that of the caller, whom the transcriber has to tell languages apart for',
  }),
  timezone: TimeZone.meta({ description: 'The IANA time zone of {{current_time}}' }),
  max_duration: z.int().min(1).max(14_400).meta({ description: 'Longest duration of a call in seconds' }),
  ring_timeout: z.int().min(5).max(120).meta({ description: 'Seconds of ringing after which a call ends no_answer' }),
  waiting: z.enum(['phrases', 'silence', 'music']).meta({
    description:
      'What the caller hears while an answer takes its time, behind "One moment, please.": more such phrases, so that no silence gets as long as 2.5 s; nothing; or music',
  }),
  variables: Variables.meta({ description: 'Defaults for variables that a call leaves out' }),
  disclosure: spoken(5000)
    .nullable()
    .meta({ description: 'Spoken before everything else, for example that the call is recorded' }),
  outcomes: distinct(z.array(outcomeLabel).max(50)).meta({
    description:
      'Labels of its own that a call of this agent may end with, such as booked or call_back_later: up to 64 lower case letters, digits and _, beginning with a letter',
  }),
  extraction: ExtractionSchema.nullable().meta({
    description:
      'The JSON Schema of what is read out of each call when it is over, and returned as `analysis.data`; null: nothing is. It takes a language model',
  }),
};

const TOOLS = 'Tools beyond end_call, which is always there';
const VARIABLES_WEBHOOK = 'Asked for variables of an inbound call before the agent speaks; null: none';

/** All that can be set of an agent, and that a version keeps. */
export const AgentSettings = z
  .object({
    ...simpleSettings,
    tools: z.array(AgentTool).meta({ description: TOOLS }),
    variables_webhook: VariablesWebhook.nullable().meta({ description: VARIABLES_WEBHOOK }),
    fallbacks: Fallbacks,
    turn_taking: TurnTaking,
    voicemail: Voicemail,
    recording: Recording,
    knowledge: Knowledge,
  })
  .meta({ id: 'AgentSettings', description: 'All that can be set of an agent' });
export type AgentSettings = z.infer<typeof AgentSettings>;

export const AgentField = z
  .enum(Object.keys(AgentSettings.shape) as [keyof AgentSettings, ...(keyof AgentSettings)[]])
  .meta({ id: 'AgentField', description: 'A field of an agent that can be set' });
export type AgentField = z.infer<typeof AgentField>;

export const Agent = z
  .object({
    agent_id: AgentId.meta({ description: 'Identifier of the agent; read-only' }),
    ...AgentSettings.shape,
    phone_number: PhoneNumber.nullable().meta({ description: 'The number that rings this agent; read-only' }),
    version: z.int().min(1).meta({ description: 'Goes up by one when something changes; read-only' }),
    created_at: UnixSeconds.meta({ description: 'Unix time in whole seconds; read-only' }),
    updated_at: UnixSeconds.meta({ description: 'Unix time in whole seconds; read-only' }),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

export const AgentPatch = z
  .strictObject({
    ...simpleSettings,
    tools: GivenAgentTools.meta({ description: TOOLS }),
    variables_webhook: GivenVariablesWebhook.nullable().meta({ description: VARIABLES_WEBHOOK }),
    fallbacks: Fallbacks.partial().meta({ description: 'Merged field by field' }),
    turn_taking: TurnTaking.partial().meta({ description: 'Merged field by field' }),
    voicemail: Voicemail.partial().meta({ description: 'Merged field by field' }),
    recording: Recording.partial().meta({ description: 'Merged field by field' }),
    knowledge: Knowledge.partial().meta({ description: 'Merged field by field' }),
  })
  .partial()
  .meta({ id: 'AgentPatch', description: 'The fields to change; what is left out stays as it is' });
export type AgentPatch = z.infer<typeof AgentPatch>;
/** As a client writes it: what has a default may be left out. */
export type AgentPatchRequest = z.input<typeof AgentPatch>;

/**
 * What of an agent may be different for one call. `max_duration` and `variables` are fields of the call itself, and a call
 * that is placed asks for no variables.
 */
export const CallOverrides = AgentPatch.omit({
  name: true,
  status: true,
  max_duration: true,
  variables: true,
  variables_webhook: true,
}).meta({
  id: 'CallOverrides',
  description:
    'Settings of the agent that are different for this call; what is left out is as the agent has it. Objects are merged field by field, lists are replaced, tools too: a secret given with them is sealed with the call, and null keeps that of the agent in a header of a tool of the same name, method and address',
});
export type CallOverrides = z.infer<typeof CallOverrides>;

/** The same as a call shows it. */
export const AppliedOverrides = CallOverrides.extend({
  tools: z.array(AgentTool).optional().meta({ description: TOOLS }),
}).meta({ id: 'AppliedOverrides', description: 'Settings that were different from the agent for this call' });
export type AppliedOverrides = z.infer<typeof AppliedOverrides>;

/** Variables that every call knows by itself. */
export const builtinVariables = ['recipient_phone', 'from_number', 'current_time', 'call_id'] as const;

/** Fields of an agent that a request may never set. */
export const agentReadOnlyFields = ['agent_id', 'phone_number', 'version', 'created_at', 'updated_at'] as const;

/** What an agent is when nothing else is said; a new one needs a name and a prompt. */
export const agentDefaults = {
  status: 'active',
  first_message: null,
  voice_id: 'builtin/rms',
  model: 'builtin/script',
  transcriber: null,
  language: 'en-US',
  timezone: 'UTC',
  max_duration: 1800,
  ring_timeout: 30,
  waiting: 'phrases',
  variables: {},
  tools: [],
  variables_webhook: null,
  fallbacks: { transcriber: [], model: [], voice_id: [] },
  turn_taking: { endpointing_ms: 600, interruption_ms: 300, reminder_ms: 7000, end_ms: 10_000 },
  voicemail: { action: 'hangup', message: null },
  recording: { enabled: true },
  knowledge: { document_ids: [], mode: 'both' },
  disclosure: null,
  outcomes: [],
  extraction: null,
} satisfies Partial<Agent>;

export const NewAgent = AgentPatch.extend({
  name: simpleSettings.name,
  prompt: simpleSettings.prompt,
}).meta({ id: 'NewAgent', description: 'A new agent; what is left out has its default' });
export type NewAgent = z.infer<typeof NewAgent>;

export const AgentList = z
  .object({
    data: z.array(Agent).meta({ description: 'All agents of the account' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'AgentList' });
