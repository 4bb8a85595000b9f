import type { DraftSettings, GivenAgentTool } from '@parley/contract';
import type { IconName } from '../../../components/Icon.tsx';

/** A tool that has a form of its own; keys are pressed or not. */
export type FormTool = Exclude<GivenAgentTool, { type: 'send_dtmf' }>;
type FormKind = FormTool['type'];

interface KindWords {
  /** In a list of tools. */
  name: string;
  /** In the menu that adds one. */
  about: string;
  icon: IconName;
}

export const formKinds: Record<FormKind, KindWords> = {
  transfer_call: { name: 'Transfer', about: 'Transfer the caller to one of the numbers in a list', icon: 'calls' },
  http: { name: 'Web request', about: 'Look up or enter data on your server', icon: 'external' },
  mcp: { name: 'MCP server', about: 'Use the tools that an MCP server offers', icon: 'wrench' },
};

/** As typed, whatever else a draft may hold in their place. */
export function toolsOf(settings: DraftSettings): GivenAgentTool[] {
  const { tools } = settings;
  return Array.isArray(tools) ? tools.filter(isTool) : [];
}

function isTool(value: unknown): value is GivenAgentTool {
  const type = (value as { type?: unknown } | null)?.type;
  return type === 'send_dtmf' || (typeof type === 'string' && Object.hasOwn(formKinds, type));
}

export function isFormTool(tool: GivenAgentTool): tool is FormTool {
  return tool.type !== 'send_dtmf';
}

/** What people call it. */
export function toolName(tool: GivenAgentTool): string {
  if (tool.type === 'send_dtmf') return 'Press keys';
  return tool.type === 'transfer_call' ? 'Transfer the call' : tool.name;
}

/** What it does, in a line. */
export function toolSummary(tool: FormTool): string {
  switch (tool.type) {
    case 'transfer_call':
      return `To ${tool.destinations.map(({ name }) => name).join(', ')}`;
    case 'http':
      return tool.description;
    case 'mcp':
      return tool.tools === null ? 'All tools of the server' : tool.tools.join(', ') || 'None of its tools';
  }
}

/** Where it leads, where that is an address. */
export function toolAddress(tool: FormTool): string | null {
  if (tool.type === 'transfer_call') return null;
  return tool.type === 'http' ? `${tool.method} ${tool.url}` : tool.url;
}
