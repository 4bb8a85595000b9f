import { NumberInput, SegmentedControl, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { McpTool } from '@parley/contract';
import { HeaderRows } from './HeaderRows.tsx';
import { isKept } from './header-values.ts';
import { type McpValues, mcpProblems, mcpToolOf, mcpValuesOf, newMcpTool } from './mcp-values.ts';
import { ToolFormFrame, type ToolFormProps } from './ToolFormFrame.tsx';
import { McpTrial } from './trial/McpTrial.tsx';
import { useToolForm } from './use-tool-form.ts';

export function McpToolForm({ tool, others, onKeep, onCancel }: ToolFormProps<McpTool>) {
  const problemsOf = (values: McpValues) => ({
    ...(others.includes(values.name) && { name: `Another tool is called ${values.name} already.` }),
    ...mcpProblems(values, tool),
  });
  const form = useToolForm(mcpValuesOf(tool ?? newMcpTool), problemsOf, (values) => onKeep(mcpToolOf(values, tool)));
  const { values, set, errorAt, problems } = form;
  // Which tools there are is seen by trying it.
  const canTry = Object.keys(problems).every((path) => path.startsWith('tools'));
  return (
    <ToolFormFrame
      form={form}
      isNew={tool === null}
      onCancel={onCancel}
      trial={<McpTrial tool={canTry ? mcpToolOf({ ...values, isAll: true }, tool) : null} />}
    >
      <TextInput
        label="Name"
        description="Letters, digits and _, for example calendar."
        placeholder="calendar"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={tool === null || undefined}
        value={values.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Address"
        description="Of a server that speaks MCP over Streamable HTTP; its documentation names it."
        placeholder="https://mcp.example.com/mcp"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={values.url}
        error={errorAt('url')}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <HeaderRows
        headers={values.headers}
        isStored={(header) => isKept(header, values, tool)}
        errorAt={errorAt}
        onChange={(headers) => set({ headers })}
      />
      <Stack gap={4} align="flex-start">
        <Text size="sm" fw={500} id="mcp-tools-label">
          Which of its tools
        </Text>
        <SegmentedControl
          aria-labelledby="mcp-tools-label"
          data={[
            { value: 'all', label: 'All of them' },
            { value: 'some', label: 'Only these' },
          ]}
          value={values.isAll ? 'all' : 'some'}
          onChange={(choice) => set({ isAll: choice === 'all' })}
        />
      </Stack>
      {!values.isAll && (
        <TagsInput
          label="Tools"
          description="Their names, as the server has them. Press Enter after each; try it below to see them."
          value={values.tools}
          error={errorAt('tools') ?? values.tools.map((_, index) => errorAt(`tools.${index}`)).find(Boolean)}
          onChange={(tools) => set({ tools })}
        />
      )}
      <NumberInput
        label="Time-out"
        description="For each use. After this time the agent continues as if the tool had failed."
        suffix=" s"
        value={values.timeout}
        error={errorAt('timeout')}
        onChange={(timeout) => set({ timeout })}
      />
    </ToolFormFrame>
  );
}
