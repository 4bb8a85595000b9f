import { Text, UnstyledButton } from '@mantine/core';
import type { AuditRecord } from '@parley/contract';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import classes from './AuditEntry.module.css';
import { actionWords } from './action-words.ts';
import { ChangeDetails } from './ChangeDetails.tsx';

function actorText({ type, id, name }: AuditRecord['actor']): string {
  if (type === 'operator') return 'Command line';
  if (type === 'system') return 'Parley';
  if (type === 'softphone') return `Softphone ${name ?? id}`;
  return type === 'key' ? `API key ${name ?? id}` : (name ?? `User ${id}`);
}

/** What was changed, as people call it, where the change says so. */
function subjectOf({ before, after }: AuditRecord): string | null {
  for (const state of [after, before]) {
    if (typeof state !== 'object' || state === null) continue;
    const { name, email } = state as { name?: unknown; email?: unknown };
    if (typeof name === 'string') return name;
    if (typeof email === 'string') return email;
  }
  return null;
}

/** A line of the log; it opens to what was before and after. */
export function AuditEntry({ record }: { record: AuditRecord }) {
  const [isOpen, setOpen] = useState(false);
  const subject = subjectOf(record);
  const detailsId = `change-${record.audit_id}`;
  return (
    <li className={classes.entry}>
      <UnstyledButton
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.chevron} data-open={isOpen || undefined}>
          <Icon name="chevronRight" size={16} />
        </span>
        <span className={classes.words}>
          <Text component="span" size="sm" fw={500}>
            {actionWords(record.action)}
          </Text>{' '}
          {subject !== null && (
            <Text component="span" size="sm">
              {subject}{' '}
            </Text>
          )}
          <Text component="span" size="sm" c="dimmed">
            by {actorText(record.actor)}
          </Text>
        </span>
        <Text component="span" size="sm" c="dimmed" className={classes.time}>
          <TimeText at={record.at} />
        </Text>
      </UnstyledButton>
      <div id={detailsId} hidden={!isOpen} className={classes.details}>
        {isOpen && (
          <>
            {record.target !== null && (
              <Text size="sm" c="dimmed" mb="sm" ff="monospace">
                {record.target}
              </Text>
            )}
            <ChangeDetails record={record} />
          </>
        )}
      </div>
    </li>
  );
}
