import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { Agent, AgentVersionSummary } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { confirm } from '../../../components/confirm.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { LoadingRows } from '../../../components/Loading.tsx';
import { useCan } from '../../session/use-session.ts';
import { SettingsDiff } from '../SettingsDiff.tsx';
import { settingsOf } from '../settings-of.ts';
import { useRestoreVersion } from './use-restore-version.ts';
import { agentVersionQuery } from './version-query.ts';

interface VersionDetailProps {
  agent: Agent;
  version: AgentVersionSummary;
  against: 'before' | 'now';
}

/** What a version changed, or what restoring it would. */
export function VersionDetail({ agent, version: { version }, against }: VersionDetailProps) {
  const { agent_id: agentId } = agent;
  const navigate = useNavigate();
  const canWrite = useCan('agents:write');
  const restore = useRestoreVersion(agentId);
  const shown = useQuery(agentVersionQuery(agentId, version));
  const before = useQuery({ ...agentVersionQuery(agentId, version - 1), enabled: version > 1 && against === 'before' });
  const isNewest = version === agent.version;
  const ask = () =>
    confirm({
      title: `Restore version ${version}?`,
      consequence: `New calls use its settings. It is restored as version ${agent.version + 1}; version ${agent.version} stays in the list.`,
      action: 'Restore version',
      destructive: false,
      onConfirm: () => restore.mutate(version),
    });
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Version {version}
          {isNewest && ' (current)'}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Compare with"
            data={[
              { value: 'before', label: 'What it changed' },
              { value: 'now', label: 'Against the current one' },
            ]}
            value={against}
            onChange={(value) =>
              navigate({
                to: '/agents/$agentId/versions',
                params: { agentId },
                search: { version, against: value === 'now' ? 'now' : 'before' },
              })
            }
          />
          {canWrite && (
            <Button size="xs" variant="default" disabled={isNewest} loading={restore.isPending} onClick={ask}>
              Restore …
            </Button>
          )}
        </Group>
      </Group>
      {shown.error && <ErrorState error={shown.error} retry={() => void shown.refetch()} />}
      {shown.isPending || (against === 'before' && version > 1 && before.isPending) ? (
        <LoadingRows rows={4} />
      ) : (
        shown.data && (
          <Difference against={against} agent={agent} shown={shown.data.settings} before={before.data?.settings} />
        )
      )}
    </Stack>
  );
}

interface DifferenceProps {
  against: 'before' | 'now';
  agent: Agent;
  shown: Parameters<typeof SettingsDiff>[0]['before'];
  before: Parameters<typeof SettingsDiff>[0]['before'] | undefined;
}

function Difference({ against, agent, shown, before }: DifferenceProps) {
  if (against === 'now') return <SettingsDiff before={settingsOf(agent)} after={shown} />;
  if (before) return <SettingsDiff before={before} after={shown} />;
  return <Text c="dimmed">This is how the agent was created.</Text>;
}
