import { Alert, Stack, Tabs } from '@mantine/core';
import { type DraftSettings, NewAgent, type Variables } from '@parley/contract';
import { useState } from 'react';
import { useCan } from '../../session/use-session.ts';
import { askedNames, defaultsOf, neededNames } from '../asked-names.ts';
import { ChatTest } from './ChatTest.tsx';
import { PhoneTest } from './PhoneTest.tsx';
import { TestVariables } from './TestVariables.tsx';
import { VoiceTest } from './VoiceTest.tsx';

interface TestPanelProps {
  agentId: string;
  /** As typed; what is tried is never older than what is seen. */
  settings: DraftSettings;
  /** How many problems the settings have. */
  problems: number;
}

/** The agent as it is being written: in text, by voice, and by telephone. */
export function TestPanel({ agentId, settings, problems }: TestPanelProps) {
  const [given, setGiven] = useState<Variables>({});
  const mayCall = useCan('calls:write');
  const asked = askedNames(settings);
  const defaults = defaultsOf(settings);
  const variables = Object.fromEntries(Object.entries(given).filter(([name]) => asked.includes(name)));
  const missing = neededNames(settings).filter((name) => !Object.hasOwn(variables, name));
  const parsed = NewAgent.safeParse(settings);
  const blocked = blockedBy(parsed.success, problems, missing);
  const agent = { agentId, settings: parsed.data ?? null, variables, blocked };
  return (
    <Stack gap="sm">
      <TestVariables names={asked} defaults={defaults} given={given} onChange={setGiven} />
      {blocked !== null && (
        <Alert color="yellow" p="xs">
          {blocked}
        </Alert>
      )}
      <Tabs defaultValue="chat" keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="chat">Text</Tabs.Tab>
          {mayCall && <Tabs.Tab value="voice">Voice</Tabs.Tab>}
          {mayCall && <Tabs.Tab value="phone">Phone</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="chat" pt="sm">
          <ChatTest {...agent} />
        </Tabs.Panel>
        {mayCall && (
          <Tabs.Panel value="voice" pt="sm">
            <VoiceTest {...agent} />
          </Tabs.Panel>
        )}
        {mayCall && (
          <Tabs.Panel value="phone" pt="sm">
            <PhoneTest {...agent} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  );
}

function blockedBy(isValid: boolean, problems: number, missing: string[]): string | null {
  if (!isValid || problems > 0)
    return 'Correct the fields marked in red first. The agent cannot place calls until then.';
  if (missing.length > 0) return `Enter a value for ${missing.join(', ')} to test the agent.`;
  return null;
}
