import { Alert, MultiSelect, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/Icon.tsx';
import { TextLink } from '../../../components/links.ts';
import { documentsQuery } from '../../knowledge/documents-query.ts';
import { knowledgeModes } from '../../knowledge/knowledge-modes.ts';
import { TryQuestion } from '../../knowledge/TryQuestion.tsx';
import { partsOf, useEditorForm } from './editor-context.ts';
import { ScriptNotice } from './ScriptNotice.tsx';
import { Section } from './Section.tsx';

/** What the agent knows beside its prompt. */
export function KnowledgeSection() {
  const { settings, set, problemsBelow } = useEditorForm();
  const { data } = useQuery(documentsQuery);
  const knowledge = partsOf(settings, 'knowledge');
  const chosen = Array.isArray(knowledge.document_ids) ? knowledge.document_ids.map(String) : [];
  const documents = data?.data ?? [];
  const known = new Set(documents.map(({ document_id: id }) => id));
  const options = [
    ...documents.map(({ document_id: value, name: label }) => ({ value, label })),
    ...chosen
      .filter((id) => !known.has(id))
      .map((id) => ({ value: id, label: data ? 'A document that is gone' : '…' })),
  ];
  const unread = documents.filter(({ document_id: id, status }) => chosen.includes(id) && status !== 'ready');
  return (
    <Section
      title="Knowledge"
      description="Documents that the agent uses for its answers, in addition to its prompt. The transcript names the source of an answer."
    >
      {data && documents.length === 0 && chosen.length === 0 ? (
        <Text size="sm" c="dimmed">
          There are no documents yet.{' '}
          <TextLink to="/knowledge" underline="always">
            Upload some
          </TextLink>
          , then choose them here.
        </Text>
      ) : (
        <MultiSelect
          label="Documents"
          placeholder={chosen.length === 0 ? 'None' : undefined}
          data={options}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear: Documents' }}
          nothingFoundMessage="No document has this name."
          hidePickedOptions
          value={chosen}
          error={problemsBelow('knowledge')[0]}
          onChange={(ids) => set('knowledge', { ...knowledge, document_ids: ids })}
        />
      )}
      {chosen.length > 0 && <ScriptNotice of="documents" />}
      {unread.map(({ document_id: id, name, status, error }) => (
        <Alert key={id} color="yellow" p="xs" icon={<Icon name="warning" />}>
          {status === 'failed'
            ? `${name} could not be read: ${error ?? 'the reason is not known.'}`
            : `${name} is being read. Until then the agent does not know it.`}
        </Alert>
      ))}
      {chosen.length > 0 && (
        <>
          <Radio.Group
            label="How it is used"
            value={typeof knowledge.mode === 'string' ? knowledge.mode : 'both'}
            onChange={(mode) => set('knowledge', { ...knowledge, mode })}
          >
            <Stack gap="xs" mt={6}>
              {knowledgeModes.map(({ value, label, about }) => (
                <Radio key={value} value={value} label={label} description={about} />
              ))}
            </Stack>
          </Radio.Group>
          <div>
            <Text size="sm" fw={500} mb={6}>
              Try a question
            </Text>
            <TryQuestion documentIds={chosen.filter((id) => known.has(id))} />
          </div>
        </>
      )}
    </Section>
  );
}
