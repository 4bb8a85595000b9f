import { z } from 'zod';
import { parametersFault } from './json-schema.ts';
import { repeatedIndex } from './repeated-index.ts';
import { VariableName } from './text.ts';
import { givenHeaders, ToolHeader } from './tool-header.ts';
import { GivenTransferCallTool, TransferCallTool } from './transfer-tool.ts';
import { addressFault, LONGEST_URL } from './web-address.ts';

/** Built-in tools of the agent, and names that mean something else in transcripts. */
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
  .meta({ description: 'Seconds after which the failure of the tool is reported to the model' });

const dtmfFields = {
  type: z.literal('send_dtmf').meta({ description: 'send_dtmf: the agent may press keys' }),
};

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
  name: ToolName.meta({ description: "Its name; the prefix of a tool's name that another has as well" }),
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
    TransferCallTool,
    z.object({ ...httpFields, ...httpOptions, headers }).meta({ id: 'HttpTool' }),
    z.object({ ...mcpFields, ...mcpOptions, headers }).meta({ id: 'McpTool' }),
  ])
  .meta({ id: 'AgentTool', description: 'What the agent may do besides talking and ending the call' });
export type AgentTool = z.infer<typeof AgentTool>;
export type HttpTool = Extract<AgentTool, { type: 'http' }>;
export type McpTool = Extract<AgentTool, { type: 'mcp' }>;

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
      GivenTransferCallTool,
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
