import { formatPhone } from '../../../format/phone.ts';
import { settingWords } from '../setting-words.ts';
import { type ParameterType, parameterTypes, rowsOf } from './parameter-rows.ts';

type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const lines = (of: readonly (string | null)[]) => of.filter((line) => line !== null);

/** Tools for a comparison: a line for each thing that can change, and none of their secrets. */
export function toolsWords(tools: unknown): string {
  const blocks = listOf(tools).map((tool) => linesOf(tool).join('\n'));
  return blocks.length === 0 ? 'none' : blocks.join('\n\n');
}

function linesOf(tool: Part): string[] {
  switch (tool.type) {
    case 'send_dtmf':
      return ['Press keys'];
    case 'transfer_call':
      return lines([
        'Transfer the call',
        ...listOf(tool.destinations).map(({ name, phone_number: phone, description }) =>
          [`  to ${text(name)}, ${formatPhone(text(phone))}`, text(description)].filter(Boolean).join(': '),
        ),
        optional('said before', tool.message),
      ]);
    case 'http':
      return lines([
        `Web request ${text(tool.name)}`,
        `  what it does: ${text(tool.description)}`,
        `  address: ${text(tool.method)} ${text(tool.url)}`,
        ...parameterLines(tool.parameters),
        ...headerLines(tool.headers),
        `  time-out: ${String(tool.timeout)} s`,
        optional('said meanwhile', tool.say),
        ...Object.entries(isPart(tool.variables) ? tool.variables : {}).map(
          ([name, path]) => `  kept as {{${name}}}: ${text(path)}`,
        ),
      ]);
    case 'mcp':
      return lines([
        `MCP server ${text(tool.name)}`,
        `  address: ${text(tool.url)}`,
        ...headerLines(tool.headers),
        `  time-out: ${String(tool.timeout)} s`,
        `  tools: ${Array.isArray(tool.tools) ? tool.tools.join(', ') || 'none' : 'all'}`,
      ]);
    default:
      return [settingWords(tool)];
  }
}

const optional = (name: string, value: unknown) => (text(value) === '' ? null : `  ${name}: ${text(value)}`);

function parameterLines(schema: unknown): string[] {
  const rows = rowsOf(schema);
  if (rows === null) {
    const [first, ...rest] = JSON.stringify(schema, null, 2).split('\n');
    return [`  arguments: ${first}`, ...rest.map((line) => `  ${line}`)];
  }
  return rows.map(({ name, type, options, required, description }) => {
    const kind = type === 'enum' ? `one of ${options.join(', ')}` : labelOf(type);
    return `  argument ${name}: ${kind}${required ? ', required' : ''}${description && `, ${description}`}`;
  });
}

const labelOf = (type: ParameterType) => parameterTypes.find(({ value }) => value === type)!.label.toLowerCase();

function headerLines(headers: unknown): string[] {
  return listOf(headers).map(({ name, value, secret }) => {
    const given = typeof value === 'string' ? 'a new secret' : 'a secret';
    return `  header ${text(name)}: ${secret === true ? given : text(value)}`;
  });
}

/** Where variables come from, without its secret. */
export function webhookWords(webhook: unknown): string {
  if (!isPart(webhook)) return 'none';
  const { url, secret, secret_set: isSet } = webhook;
  const signed = text(secret) !== '' ? 'a new secret' : isSet === true ? 'a secret' : 'nothing';
  return `Asked at ${text(url)}\nSigned with ${signed}`;
}
