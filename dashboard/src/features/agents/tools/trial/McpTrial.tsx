import { Alert, Button, Group, Select, Text } from '@mantine/core';
import type { McpTool } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../../../components/Icon.tsx';
import { useEditorForm } from '../../editor/editor-context.ts';
import { Trial } from './Trial.tsx';
import { TrialResult } from './TrialResult.tsx';
import { useTestTool } from './use-test-tool.ts';

/** The server is asked for its tools; one of them is tried. */
export function McpTrial({ tool }: { tool: McpTool | null }) {
  const { agentId } = useEditorForm();
  const list = useTestTool();
  const [name, setName] = useState<string | null>(null);
  const tools = list.data?.tools ?? null;
  const chosen = tools?.find((each) => each.name === name) ?? null;
  return (
    <Trial key={name} tool={tool} schema={chosen?.parameters ?? null} name={chosen?.name}>
      <Group gap="xs">
        <Button
          variant={tools ? 'default' : 'light'}
          leftSection={<Icon name="refresh" size={16} />}
          disabled={tool === null}
          loading={list.isPending}
          onClick={() => tool && list.mutate({ agent_id: agentId, tool, arguments: {} })}
        >
          {tools ? 'List its tools again' : 'List its tools'}
        </Button>
        {tool === null && (
          <Text size="sm" c="dimmed">
            Fill in the form above first.
          </Text>
        )}
      </Group>
      {list.error && (
        <Alert color="red" icon={<Icon name="warning" />} role="alert">
          {list.error.message}
        </Alert>
      )}
      {list.data && !list.data.ok && <TrialResult tested={list.data} />}
      {tools && tools.length === 0 && <Text size="sm">The server has no tools.</Text>}
      {tools && tools.length > 0 && (
        <Select
          label="Tool of the server"
          description={chosen?.description || `It has ${tools.length}.`}
          placeholder="Choose one to try"
          data={tools.map((each) => each.name)}
          value={name}
          onChange={setName}
        />
      )}
    </Trial>
  );
}
