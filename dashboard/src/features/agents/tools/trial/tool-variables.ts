import type { GivenAgentTool } from '@parley/contract';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The variables of a call that a tool's address and headers ask for. */
export function toolVariables(tool: Extract<GivenAgentTool, { type: 'http' | 'mcp' }>): string[] {
  const texts = [tool.url, ...(tool.headers ?? []).map(({ secret, value }) => (secret ? '' : (value ?? '')))];
  const names = texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim()));
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('args.'));
}
