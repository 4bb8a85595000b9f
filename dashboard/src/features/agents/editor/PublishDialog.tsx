import { Alert, Button, Group, List, Modal, Stack, Text, Title } from '@mantine/core';
import type { Agent, AgentImpact } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/Icon.tsx';
import { formatPhone } from '../../../format/phone.ts';
import { placeName } from '../field-names.ts';
import { agentImpactQuery } from '../impact-query.ts';
import { SettingsDiff } from '../SettingsDiff.tsx';
import { settingsOf } from '../settings-of.ts';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';
import type { Check } from './use-check.ts';
import { usePublish } from './use-publish.ts';

interface PublishDialogProps {
  agent: Agent;
  keeper: DraftKeeper;
  state: DraftState;
  check: Check;
  onClose: () => void;
}

/** What publishing changes, and who notices. */
export function PublishDialog({ agent, keeper, state, check, onClose }: PublishDialogProps) {
  const publish = usePublish(agent, keeper, onClose);
  const problems = [
    ...Object.entries(check.byPath).map(([path, message]) => `${placeName(path)}: ${message}`),
    ...check.mistakes.map(({ line, column, message }) => `Prompt, line ${line}, column ${column}: ${message}`),
  ];
  return (
    <Modal opened onClose={onClose} title={`Publish version ${agent.version + 1}`} size="xl">
      <Stack>
        {problems.length > 0 && (
          <Alert color="red" icon={<Icon name="warning" />} title="This cannot be published yet" role="alert">
            <List size="sm">
              {problems.map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <SettingsDiff before={settingsOf(agent)} after={{ ...settingsOf(agent), ...state.changes }} />
        <Affected agentId={agent.agent_id} />
        {publish.error && (
          <Alert color="red" icon={<Icon name="warning" />} role="alert">
            {publish.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Go on editing
          </Button>
          <Button disabled={problems.length > 0} loading={publish.isPending} onClick={() => publish.mutate()}>
            Publish
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Affected({ agentId }: { agentId: string }) {
  const { data: impact } = useQuery(agentImpactQuery(agentId));
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        Who is affected
      </Title>
      <List size="sm" mih={44}>
        {(impact ? affectedBy(impact) : ['…']).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt={4}>
        Live calls, and calls of existing batches, keep the version they started with.
      </Text>
    </div>
  );
}

function affectedBy({ numbers, batches, live_calls: calls, other_drafts: drafts }: AgentImpact): string[] {
  const waiting = batches.reduce((sum, batch) => sum + batch.waiting, 0);
  return [
    'All calls placed from now on.',
    ...(numbers.length > 0 ? [`Callers of ${numbers.map(formatPhone).join(', ')}.`] : []),
    ...(waiting > 0 ? [`Not affected: ${waiting} waiting calls of ${batches.length} batches.`] : []),
    ...(calls > 0 ? [`Not affected: ${calls} live calls.`] : []),
    ...(drafts > 0 ? [`${drafts} drafts of other people, who will see a notice.`] : []),
  ];
}
