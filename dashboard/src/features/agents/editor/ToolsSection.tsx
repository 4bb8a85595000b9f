import { Button, Menu, Switch, Text } from '@mantine/core';
import type { GivenAgentTool } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { ToolDialog } from '../tools/ToolDialog.tsx';
import { ToolList } from '../tools/ToolList.tsx';
import { type FormTool, formKinds, isFormTool, toolsOf } from '../tools/tool-kinds.ts';
import { useEditorForm } from './editor-context.ts';
import { ScriptNotice } from './ScriptNotice.tsx';
import { Section } from './Section.tsx';
import { VariablesWebhookField } from './VariablesWebhookField.tsx';

interface Opened {
  kind: FormTool['type'];
  /** Among all tools; null for a new one. */
  index: number | null;
}

const kinds = Object.keys(formKinds) as FormTool['type'][];

/** What the agent may do besides talking. */
export function ToolsSection() {
  const { settings, set, problemsBelow, problemAt } = useEditorForm();
  const [opened, setOpened] = useState<Opened | null>(null);
  const tools = toolsOf(settings);
  const listed = tools.flatMap((tool, index) => (isFormTool(tool) ? [{ tool, index }] : []));
  const edited = opened?.index == null ? null : (listed.find(({ index }) => index === opened.index)?.tool ?? null);
  const change = (changed: GivenAgentTool[]) => set('tools', changed);
  const keep = (tool: FormTool) => {
    change(opened?.index == null ? [...tools, tool] : tools.with(opened.index, tool));
    setOpened(null);
  };
  const others = tools.flatMap((tool, index) => ('name' in tool && index !== opened?.index ? [tool.name] : []));
  return (
    <Section title="Tools" description="What the agent can do besides talking. It can always end the call.">
      <Switch
        label="Press keys"
        description="For menus such as “press one for sales”."
        checked={tools.some(({ type }) => type === 'send_dtmf')}
        onChange={({ currentTarget: { checked } }) => {
          const rest = tools.filter(({ type }) => type !== 'send_dtmf');
          change(checked ? [{ type: 'send_dtmf' }, ...rest] : rest);
        }}
      />
      {listed.length === 0 ? (
        <Text size="sm" c="dimmed">
          No other tools. With one it can look up an order, or enter an appointment.
        </Text>
      ) : (
        <ToolList
          tools={listed}
          problemOf={(index) => problemsBelow(`tools.${index}`)[0]}
          onEdit={(index) => setOpened({ kind: listed.find((each) => each.index === index)!.tool.type, index })}
          onRemove={(index) => change(tools.toSpliced(index, 1))}
        />
      )}
      {listed.length > 0 && <ScriptNotice of="tools" />}
      {problemAt('tools') !== undefined && (
        <Text size="sm" c="red">
          {problemAt('tools')}
        </Text>
      )}
      <div>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
              Add a tool
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds
              .filter((kind) => kind !== 'transfer_call' || tools.every(({ type }) => type !== kind))
              .map((kind) => (
                <Menu.Item
                  key={kind}
                  leftSection={<Icon name={formKinds[kind].icon} size={16} />}
                  onClick={() => setOpened({ kind, index: null })}
                >
                  <Text size="sm">{formKinds[kind].name}</Text>
                  <Text size="xs" c="dimmed">
                    {formKinds[kind].about}
                  </Text>
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <VariablesWebhookField />
      {opened && (
        <ToolDialog kind={opened.kind} tool={edited} others={others} onKeep={keep} onClose={() => setOpened(null)} />
      )}
    </Section>
  );
}
