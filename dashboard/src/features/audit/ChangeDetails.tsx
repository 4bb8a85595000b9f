import { Text } from '@mantine/core';
import type { AuditRecord } from '@parley/contract';
import classes from './ChangeDetails.module.css';
import { changedFields } from './changed-fields.ts';

/** What was before and after, field by field. */
export function ChangeDetails({ record }: { record: AuditRecord }) {
  const fields = changedFields(record.before, record.after);
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing more was written down.
      </Text>
    );
  }
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, before, after }) => (
        <div key={name} className={classes.field}>
          <dt>{name}</dt>
          {before !== undefined && (
            <dd className={classes.before}>
              <del>{before}</del>
            </dd>
          )}
          {after !== undefined && (
            <dd className={classes.after}>
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
