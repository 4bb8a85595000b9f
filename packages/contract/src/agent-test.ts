import { z } from 'zod';
import { AgentField, NewAgent } from './agent.ts';
import { DraftSettings } from './agent-draft.ts';
import { GivenAgentTool } from './agent-tool.ts';
import { TurnSource } from './document.ts';
import { PhoneNumber, ReferencedId, Variables } from './text.ts';

export const CheckAgent = z.strictObject({
  settings: DraftSettings,
  variables: Variables.optional().meta({ description: 'What a test call would give' }),
});
export type CheckAgent = z.infer<typeof CheckAgent>;

/** Something that keeps settings from being published, or a call from being placed. */
export const AgentProblem = z.object({
  field: AgentField.nullable().meta({ description: 'Null where it is the fault of none alone' }),
  path: z.string().meta({ description: 'The field with what is inside it: voicemail.message' }),
  line: z.int().nullable().meta({ description: 'In a script, counted from 1' }),
  column: z.int().nullable().meta({ description: 'In a script, counted from 1' }),
  message: z.string(),
});
export type AgentProblem = z.infer<typeof AgentProblem>;

export const AskedVariable = z.object({
  name: z.string(),
  fields: z.array(AgentField).meta({ description: 'The texts that ask for it' }),
  source: z
    .enum(['builtin', 'default', 'given', 'missing'])
    .meta({ description: 'Where its value comes from; missing: every call has to give it' }),
});
export type AskedVariable = z.infer<typeof AskedVariable>;

export const AgentCheck = z.object({ problems: z.array(AgentProblem), variables: z.array(AskedVariable) });
export type AgentCheck = z.infer<typeof AgentCheck>;

const ToolArguments = z.record(z.string(), z.unknown());

export const TestMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), text: z.string().max(5000) }),
  z.strictObject({ role: z.literal('agent'), text: z.string().max(20_000) }),
  z.strictObject({
    role: z.literal('tool'),
    name: z.string().max(100),
    arguments: ToolArguments,
    result: z.string().max(20_000),
  }),
]);
export type TestMessage = z.infer<typeof TestMessage>;

export const TestChat = z.strictObject({
  agent_id: ReferencedId.optional().meta({ description: 'The agent whose secrets a header that reads null keeps' }),
  settings: NewAgent,
  variables: Variables.optional().meta({ description: 'What a call would be given, and what tools have found since' }),
  messages: z.array(TestMessage).max(400).meta({ description: 'What was said so far; empty for the first words' }),
});
export type TestChat = z.infer<typeof TestChat>;

/** One line of the response. The last is `end` or `error`. */
export const TestChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), delta: z.string() }),
  z.object({
    type: z.literal('sources'),
    sources: z.array(TurnSource).meta({ description: 'What the words that follow may come from' }),
  }),
  z.object({
    type: z.literal('tool_call'),
    id: z.int().meta({ description: 'Its result has the same' }),
    name: z.string(),
    arguments: ToolArguments,
  }),
  z.object({
    type: z.literal('tool_result'),
    id: z.int(),
    result: z.string().meta({ description: 'What the model is given, 16 KiB at most' }),
    error: z.boolean().meta({ description: 'It failed; the result says why' }),
    imagined: z.boolean().meta({ description: 'Nothing was done, for want of a call: this is what would happen' }),
    duration_ms: z.int(),
    variables: Variables.meta({ description: 'What was found, and is known from now on' }),
  }),
  z.object({
    type: z.literal('end'),
    over: z.boolean().meta({ description: 'Whether the agent hung up, or handed the call over' }),
    outcome: z.string().nullable().meta({ description: 'What it said the outcome was' }),
    transferred_to: z.string().nullable().meta({ description: 'The name of the destination that it chose' }),
    warnings: z.array(z.string()).meta({ description: 'What was replaced because it does not exist here' }),
  }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type TestChatEvent = z.infer<typeof TestChatEvent>;

/** One request of a tool, without a call. */
export const TestTool = z.strictObject({
  agent_id: ReferencedId.optional().meta({ description: 'The agent whose secrets a header that reads null keeps' }),
  tool: GivenAgentTool,
  name: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'Which tool of an MCP server; left out: they are listed, and none is used' }),
  arguments: ToolArguments.default({}),
  variables: Variables.optional().meta({ description: 'What {{variables}} stand for' }),
});
export type TestTool = z.infer<typeof TestTool>;

export const TestedTool = z.object({
  ok: z.boolean(),
  status: z.int().nullable().meta({ description: 'Of the HTTP response; null when there was none' }),
  duration_ms: z.int(),
  result: z.string().nullable().meta({ description: 'What the model is given, 16 KiB at most' }),
  error: z.string().nullable().meta({ description: 'Why it failed, in words' }),
  variables: Variables.meta({ description: 'What was taken out of the response' }),
  tools: z
    .array(z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) }))
    .nullable()
    .meta({ description: 'What an MCP server has; null for other tools' }),
});
export type TestedTool = z.infer<typeof TestedTool>;

/** A telephone call with settings that are not published. */
export const TestCall = z.strictObject({
  settings: NewAgent,
  recipient_phone: PhoneNumber,
  variables: Variables.optional(),
});
export type TestCall = z.infer<typeof TestCall>;

export const MOST_PREVIEW_CHARACTERS = 300;

export const PreviewVoice = z.strictObject({
  voice_id: NewAgent.shape.voice_id.unwrap(),
  language: NewAgent.shape.language.unwrap(),
  text: z.string().min(1).max(MOST_PREVIEW_CHARACTERS).regex(/\S/, 'must not be blank'),
});
export type PreviewVoice = z.infer<typeof PreviewVoice>;
