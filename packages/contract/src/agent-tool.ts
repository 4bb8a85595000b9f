import { z } from 'zod';
import { parametersFault } from './json-schema.ts';
import { PhoneNumber, VariableName } from './text.ts';
import { addressFault, LONGEST_URL } from './web-address.ts';

/** What the agent has by itself, or what stands in transcripts for something else. */
const reservedToolNames = [
  'end_call',
  'transfer',
  'transfer_call',
  'send_dtmf',
  'search_knowledge',
  'take_over',
  'put_on_hold',
];
const MOST_SCHEMA_BYTES = 16 * 1024;
const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

const ToolName = z
  .string()
  .regex(TOOL_NAME, 'has 1 to 64 letters, digits, _ and -, and begins with a letter or _, for example find_order')
  .refine((name) => !reservedToolNames.includes(name), {
    error: ({ input }) => `${String(input)} is a name of Parley's own; choose another`,
  })
  .meta({ description: 'What the model calls it; no two tools of an agent have the same name' });

/** RFC 9110, section 5.6.2: a token. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** They are about the connection, which is Parley's. */
const connectionHeaders = [
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
];

const headerName = z
  .string()
  .regex(HEADER_NAME, 'is no name of an HTTP header')
  .refine((name) => !connectionHeaders.includes(name.toLowerCase()), {
    error: ({ input }) => `${String(input)} is set by Parley itself`,
  })
  .meta({ description: 'Name of the header' });
const headerValue = z
  .string()
  .max(4000)
  .regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters and spaces')
  .nullable()
  .meta({
    description:
      'What is sent. Of one that is not secret it may hold {{variables}}. A secret is sealed at once, and reads null; null keeps the one that this header of this tool has',
  });
const headerSecret = z.boolean().meta({ description: 'Whether the value is a secret, which is never shown again' });

export const ToolHeader = z
  .object({
    name: headerName,
    value: headerValue,
    secret: headerSecret,
    value_set: z.boolean().meta({ description: 'Whether there is a value; of a secret nothing else is told' }),
  })
  .meta({ id: 'ToolHeader', description: 'A header that is sent with each request of a tool' });
export type ToolHeader = z.infer<typeof ToolHeader>;

const GivenToolHeader = z
  .strictObject({
    name: headerName,
    value: headerValue.default(null),
    secret: headerSecret.default(false),
    value_set: z.boolean().default(false).meta({ description: 'What was read may be sent back: it says nothing' }),
  })
  .refine(({ secret, value }) => secret || value !== null, {
    path: ['value'],
    error: 'is required: only a secret keeps the value that it has',
  })
  .meta({ id: 'GivenToolHeader', description: 'A header that is sent with each request of a tool' });

const givenHeaders = z
  .array(GivenToolHeader)
  .max(32)
  .superRefine((headers, context) => {
    const index = repeatedIndex(headers.map(({ name }) => name.toLowerCase()));
    if (index >= 0) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is there twice' });
  })
  .default([])
  .meta({ description: 'Headers of each request; no two have the same name' });

/** The first entry that stands there already; -1 where none does. */
function repeatedIndex(entries: readonly string[]): number {
  return entries.findIndex((entry, index) => entries.indexOf(entry) < index);
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** A secret goes to this address and to no other: variables have no place in front of the path. */
function templateFault(url: string): string | undefined {
  const fault = addressFault(url.replace(PLACEHOLDER, 'x'));
  if (fault !== undefined) return fault;
  const authority = /^[^/]*\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
  if (authority.includes('{')) return 'must have variables behind the host only, for example in the path';
  return url.replace(PLACEHOLDER, '').includes('{{') ? 'holds a {{ that begins no {{name}}' : undefined;
}

const toolUrl = z
  .string()
  .max(LONGEST_URL, { error: `must have at most ${LONGEST_URL} characters`, abort: true })
  .refine((url) => templateFault(url) === undefined, { error: ({ input }) => templateFault(input as string) });

/** The names of arguments in a URL: `{{args.name}}`. */
export function argumentsInUrl(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => {
    const argument = /^args\.(.+)$/.exec(name.trim())?.[1];
    return argument === undefined ? [] : [argument];
  });
}

/** RFC 9535, section 2.3.5.1: a singular query. */
const JSON_PATH = /^\$(?:\.[A-Za-z_][A-Za-z0-9_-]{0,63}|\[[0-9]{1,4}\]|\["[^"\\]{1,64}"\]){0,16}$/;

const toolTimeout = z
  .int()
  .min(1)
  .max(30)
  .meta({ description: 'Seconds after which the model is told that it failed' });

const dtmfFields = {
  type: z.literal('send_dtmf').meta({ description: 'send_dtmf: the agent may press keys' }),
};

const destinationFields = {
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^\S(?:.*\S)?$/, 'has no spaces at its ends')
    .meta({ description: 'What the model calls it' }),
  phone_number: PhoneNumber,
};
const destinationDescription = z.string().max(500).meta({ description: 'When to choose it, for the model' });

const TransferDestination = z
  .object({ ...destinationFields, description: destinationDescription })
  .meta({ id: 'TransferDestination', description: 'Whom the agent may hand a call to' });

const GivenTransferDestination = z
  .strictObject({ ...destinationFields, description: destinationDescription.default('') })
  .meta({ id: 'GivenTransferDestination', description: 'Whom the agent may hand a call to' });

const DESTINATIONS = 'Whom the agent may hand a call to; no two have the same name';
const transferType = z
  .literal('transfer_call')
  .meta({ description: 'transfer_call: the agent may hand the call over' });

const givenDestinations = z
  .array(GivenTransferDestination)
  .min(1)
  .max(20)
  .superRefine((destinations, context) => {
    const index = repeatedIndex(destinations.map(({ name }) => name));
    if (index >= 0) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is there twice' });
  })
  .meta({ description: DESTINATIONS });

export const transferWayFields = {
  mode: z.enum(['cold', 'warm', 'conference']).meta({
    description:
      'cold: who answers is connected at once. warm: Parley calls the number, tells who answers what it is about, and connects them when they say yes or press 1; the agent goes on when they decline. conference: Parley calls the number, and who answers talks with the person and the agent, who stays; when the agent ends the call, the two others go on',
  }),
  briefing: z.string().min(1).max(1000).nullable().meta({
    description:
      'What who answers is told before they take a warm transfer; null: a summary by the model of the agent, where it is a language model',
  }),
  method: z.enum(['auto', 'refer', 'bridge']).meta({
    description:
      'refer: the line is asked to connect the person with the number (SIP REFER). bridge: Parley calls the number and stays between both, with a second slot, and records them. auto: refer, and bridge where the line does not transfer calls',
  }),
  caller_id: z.enum(['own', 'caller']).meta({
    description:
      'What the number is shown where Parley calls it: own, the number that this call is from or came to; caller, the number of the person, where it is known and the way is a SIP trunk, which has to permit it',
  }),
  waiting_sound: z
    .enum(['ringing', 'music'])
    .meta({ description: 'What the person hears while Parley calls the number' }),
  ring_timeout: z
    .int()
    .min(5)
    .max(120)
    .meta({ description: 'Seconds after which a number that Parley calls has not answered' }),
};

/** What a transfer is like where nothing is said about it. */
export const defaultTransferWay = {
  mode: 'cold',
  briefing: null,
  method: 'auto',
  caller_id: 'own',
  waiting_sound: 'ringing',
  ring_timeout: 30,
} as const satisfies TransferWay;

export const givenTransferWayFields = {
  mode: transferWayFields.mode.default(defaultTransferWay.mode),
  briefing: transferWayFields.briefing.default(defaultTransferWay.briefing),
  method: transferWayFields.method.default(defaultTransferWay.method),
  caller_id: transferWayFields.caller_id.default(defaultTransferWay.caller_id),
  waiting_sound: transferWayFields.waiting_sound.default(defaultTransferWay.waiting_sound),
  ring_timeout: transferWayFields.ring_timeout.default(defaultTransferWay.ring_timeout),
};

/** A line that takes the call away leaves us neither the one who answers nor the person. */
export const cannotRefer = ({ mode, method }: Pick<TransferWay, 'mode' | 'method'>): boolean =>
  mode !== 'cold' && method === 'refer';
export const CANNOT_REFER = 'must be auto or bridge where mode is warm or conference: Parley calls the number itself';

/** How a call is handed over. */
export interface TransferWay {
  mode: 'cold' | 'warm' | 'conference';
  briefing: string | null;
  method: 'auto' | 'refer' | 'bridge';
  caller_id: 'own' | 'caller';
  waiting_sound: 'ringing' | 'music';
  /** Seconds. */
  ring_timeout: number;
}

const transferMessage = z
  .string()
  .min(1)
  .max(1000)
  .nullable()
  .meta({ description: 'Spoken before the transfer; null: what the model says' });

const httpFields = {
  type: z.literal('http').meta({ description: 'http: a request to an address of yours' }),
  name: ToolName,
  description: z.string().min(1).max(2000).meta({ description: 'What it does and when to use it, for the model' }),
  url: toolUrl.meta({
    description:
      'Where it is; behind the host it may hold {{variables}} of the call and {{args.name}}, an argument. Other arguments go into the query of GET and DELETE, and into the JSON body of the rest',
    examples: ['https://api.example.com/orders/{{args.order_id}}'],
  }),
};

const httpOptions = {
  parameters: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema of the arguments; its type is object' }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).meta({
    description: 'GET, PUT and DELETE are tried once more where the address is away; POST and PATCH never are',
  }),
  timeout: toolTimeout,
  say: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .meta({ description: 'Said when it takes longer than 1.2 s; null: "One moment, please."' }),
  variables: z
    .record(
      VariableName,
      z.string().max(500).regex(JSON_PATH, 'must be a path such as $.customer.name or $.items[0].id'),
    )
    .refine((variables) => Object.keys(variables).length <= 32, 'must have at most 32 entries')
    .meta({ description: 'Variables of the call by name, with where they are in a JSON response: $.customer.name' }),
};

const mcpFields = {
  type: z.literal('mcp').meta({ description: 'mcp: the tools of a server that speaks MCP over Streamable HTTP' }),
  name: ToolName.meta({ description: "What it is called; stands before a tool's name that another has as well" }),
  url: z
    .string()
    .max(LONGEST_URL, { error: `must have at most ${LONGEST_URL} characters`, abort: true })
    .refine((url) => addressFault(url) === undefined, { error: ({ input }) => addressFault(input as string) })
    .meta({ description: 'Address of the server', examples: ['https://mcp.example.com/mcp'] }),
};

const mcpOptions = {
  tools: z
    .array(z.string().min(1).max(128))
    .max(128)
    .nullable()
    .meta({ description: 'Which of its tools the agent may use; null: all' }),
  timeout: toolTimeout,
};

const headers = z.array(ToolHeader).meta({ description: 'Headers of each request' });

const TYPES = 'must be one of send_dtmf, transfer_call, http, mcp';

export const AgentTool = z
  .discriminatedUnion('type', [
    z.object(dtmfFields).meta({ id: 'SendDtmfTool' }),
    z
      .object({
        type: transferType,
        destinations: z.array(TransferDestination).meta({ description: DESTINATIONS }),
        message: transferMessage,
        ...transferWayFields,
      })
      .meta({ id: 'TransferCallTool' }),
    z.object({ ...httpFields, ...httpOptions, headers }).meta({ id: 'HttpTool' }),
    z.object({ ...mcpFields, ...mcpOptions, headers }).meta({ id: 'McpTool' }),
  ])
  .meta({ id: 'AgentTool', description: 'What the agent may do besides talking and ending the call' });
export type AgentTool = z.infer<typeof AgentTool>;
export type HttpTool = Extract<AgentTool, { type: 'http' }>;
export type McpTool = Extract<AgentTool, { type: 'mcp' }>;
export type TransferCallTool = Extract<AgentTool, { type: 'transfer_call' }>;

const bytesAsJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const GivenHttpTool = z
  .strictObject({
    ...httpFields,
    parameters: httpOptions.parameters.default({ type: 'object', properties: {} }),
    method: httpOptions.method.default('GET'),
    headers: givenHeaders,
    timeout: httpOptions.timeout.default(10),
    say: httpOptions.say.default(null),
    variables: httpOptions.variables.default({}),
  })
  .superRefine(({ parameters, url }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (bytesAsJson(parameters) > MOST_SCHEMA_BYTES) return refuse(['parameters'], 'must have at most 16 KiB as JSON');
    const fault = parametersFault(parameters);
    if (fault) return refuse(['parameters', ...fault.path], fault.message);
    const unknown = argumentsInUrl(url).find((name) => !Object.hasOwn((parameters.properties as object) ?? {}, name));
    if (unknown !== undefined) refuse(['url'], `holds {{args.${unknown}}}, which parameters does not have`);
  })
  .meta({ id: 'GivenHttpTool' });

export const GivenAgentTool = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject(dtmfFields).meta({ id: 'GivenSendDtmfTool' }),
      z
        .strictObject({
          type: transferType,
          destinations: givenDestinations,
          message: transferMessage.default(null),
          ...givenTransferWayFields,
        })
        .refine((way) => !cannotRefer(way), { path: ['method'], error: CANNOT_REFER })
        .meta({ id: 'GivenTransferCallTool' }),
      GivenHttpTool,
      z
        .strictObject({
          ...mcpFields,
          headers: givenHeaders,
          tools: mcpOptions.tools.default(null),
          timeout: mcpOptions.timeout.default(10),
        })
        .meta({ id: 'GivenMcpTool' }),
    ],
    { error: TYPES },
  )
  .meta({ id: 'GivenAgentTool', description: 'What the agent may do besides talking and ending the call' });
export type GivenAgentTool = z.infer<typeof GivenAgentTool>;

/** The tools of an agent as a request gives them: what is left out has its default. */
export const GivenAgentTools = z
  .array(GivenAgentTool)
  .max(32)
  .superRefine((tools, context) => {
    const index = repeatedIndex(tools.map((tool) => ('name' in tool ? `name ${tool.name}` : tool.type)));
    if (index < 0) return;
    const tool = tools[index]!;
    const message = 'name' in tool ? `${tool.name} is the name of another tool already` : `${tool.type} is there twice`;
    context.addIssue({ code: 'custom', path: [index, 'name' in tool ? 'name' : 'type'], message });
  });

const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in Base64')
  .nullable();

export const VariablesWebhook = z
  .object({
    url: z.string().meta({ description: 'Where variables are asked for' }),
    secret: z.null().meta({ description: 'Never shown' }),
    secret_set: z.boolean().meta({ description: 'Whether requests are signed' }),
  })
  .meta({ id: 'VariablesWebhook', description: 'Where the variables of an inbound call come from' });
export type VariablesWebhook = z.infer<typeof VariablesWebhook>;

export const GivenVariablesWebhook = z
  .strictObject({
    url: z
      .string()
      .max(LONGEST_URL, { error: `must have at most ${LONGEST_URL} characters`, abort: true })
      .refine((url) => addressFault(url) === undefined, { error: ({ input }) => addressFault(input as string) })
      .meta({ description: 'Where variables are asked for before the agent speaks; it has 2 s' }),
    secret: webhookSecret.default(null).meta({
      description:
        'What requests are signed with, as Standard Webhooks says: whsec_ and Base64. Sealed at once, and never shown; null keeps the one that is there',
    }),
    secret_set: z.boolean().default(false).meta({ description: 'What was read may be sent back: it says nothing' }),
  })
  .meta({ id: 'GivenVariablesWebhook', description: 'Where the variables of an inbound call come from' });
export type GivenVariablesWebhook = z.infer<typeof GivenVariablesWebhook>;

/** What is posted to a `variables_webhook`, beside `id` and `created_at`. */
export const VARIABLES_EVENT = 'call.variables';
