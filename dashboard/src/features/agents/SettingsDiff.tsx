import { Code, Stack, Text, Title } from '@mantine/core';
import { AgentField, type DraftSettings } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { documentsQuery } from '../knowledge/documents-query.ts';
import { fieldNames } from './field-names.ts';
import { LineDiff } from './LineDiff.tsx';
import classes from './SettingsDiff.module.css';
import { isSame } from './same.ts';
import { type NamesById, wordsOfField } from './words-of-field.ts';

/** Two sets of settings, field by field; only what differs. */
export function SettingsDiff({ before, after }: { before: DraftSettings; after: DraftSettings }) {
  const changed = AgentField.options.filter((field) => !isSame(before[field], after[field]));
  const { data: documents } = useQuery({ ...documentsQuery, enabled: changed.includes('knowledge') });
  const names: NamesById = new Map(documents?.data.map(({ document_id: id, name }) => [id, name]));
  if (changed.length === 0) return <Text c="dimmed">Nothing is different.</Text>;
  return (
    <Stack gap="md">
      {changed.map((field) => (
        <div key={field}>
          <Title order={3} size="h5" mb={4}>
            {fieldNames[field]}
          </Title>
          <FieldDiff
            name={fieldNames[field]}
            old={wordsOfField(field, before[field], names)}
            now={wordsOfField(field, after[field], names)}
          />
        </div>
      ))}
    </Stack>
  );
}

function FieldDiff({ name, old, now }: { name: string; old: string; now: string }) {
  if (old.includes('\n') || now.includes('\n') || old.length + now.length > 160) {
    return <LineDiff before={old} after={now} label={`Difference of ${name}`} />;
  }
  return (
    <Text size="sm" component="div" className={classes.pair}>
      <Code className={classes.old}>{old}</Code> becomes <Code>{now}</Code>
    </Text>
  );
}
