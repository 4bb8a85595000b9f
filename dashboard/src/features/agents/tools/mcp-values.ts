import { GivenAgentTool, type McpTool } from '@parley/contract';
import { problemsOf } from '../../../components/use-contract-form.ts';
import { givenHeadersOf, type HeaderValues, headerProblems, headerValuesOf } from './header-values.ts';

/** An MCP server as its form has it. */
export interface McpValues {
  name: string;
  url: string;
  headers: HeaderValues[];
  timeout: number | string;
  /** Whether the agent may use all of its tools. */
  isAll: boolean;
  tools: string[];
}

export const newMcpTool: McpTool = { type: 'mcp', name: '', url: '', headers: [], timeout: 10, tools: null };

export function mcpValuesOf(tool: McpTool): McpValues {
  const { name, url, timeout, tools } = tool;
  return { name, url, timeout, headers: headerValuesOf(tool), isAll: tools === null, tools: tools ?? [] };
}

/** As it would be sent, valid or not. */
export function mcpToolOf({ name, url, headers, timeout, isAll, tools }: McpValues, before: McpTool | null): McpTool {
  return {
    ...{ type: 'mcp', name, url },
    headers: givenHeadersOf(headers, { name, url }, before),
    timeout: timeout as number,
    tools: isAll ? null : tools,
  };
}

/** By path of the form, the first problem of each. */
export function mcpProblems(values: McpValues, before: McpTool | null): Record<string, string> {
  const { name, url, headers, isAll, tools } = values;
  return {
    ...problemsOf(GivenAgentTool, mcpToolOf(values, before)),
    ...headerProblems(headers, { name, url }, before),
    ...(!isAll && tools.length === 0 && { tools: 'Name the tools that it may use, or let it use all.' }),
  };
}
