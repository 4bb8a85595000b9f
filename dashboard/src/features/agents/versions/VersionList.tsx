import { Group, Text } from '@mantine/core';
import type { AgentVersionSummary, ChangedBy } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { TimeText } from '../../../components/TimeText.tsx';
import { fieldNames } from '../field-names.ts';
import classes from './VersionsPage.module.css';

interface VersionListProps {
  agentId: string;
  versions: readonly AgentVersionSummary[];
  shown: number | undefined;
}

export function VersionList({ agentId, versions, shown }: VersionListProps) {
  return (
    <nav aria-label="Versions">
      <ol className={classes.list} reversed>
        {versions.map(({ version, created_at, changed, changed_by, restored_from }) => (
          <li key={version}>
            <Link
              to="/agents/$agentId/versions"
              params={{ agentId }}
              search={(before) => ({ ...before, version })}
              className={classes.entry}
              aria-current={version === shown ? 'true' : undefined}
            >
              <Group justify="space-between" gap="xs">
                <Text size="sm" fw={600}>
                  Version {version}
                </Text>
                <Text size="xs" c="dimmed">
                  <TimeText at={created_at} style="minute" />
                </Text>
              </Group>
              <Text size="xs" c="dimmed">
                {restored_from === null ? wordsOf(version, changed) : `Restored from version ${restored_from}`}
              </Text>
              {changed_by && (
                <Text size="xs" c="dimmed">
                  {nameOf(changed_by)}
                </Text>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function wordsOf(version: number, changed: AgentVersionSummary['changed']): string {
  if (version === 1) return 'Created';
  return changed.map((field) => fieldNames[field]).join(', ') || 'No difference';
}

function nameOf({ type, name, id }: ChangedBy): string {
  switch (type) {
    case 'user':
      return `By ${name ?? 'a user'}`;
    case 'key':
      return `By the API key ${name ?? id ?? ''}`;
    case 'operator':
      return 'By the command line';
    case 'system':
      return 'By Parley';
  }
}
