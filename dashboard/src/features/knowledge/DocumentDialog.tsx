import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type Agent, ChangeDocument, type KnowledgeDocument } from '@parley/contract';
import { FormProblem } from '../../components/FormProblem.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TextLink } from '../../components/links.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { formatNumber } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { useCan } from '../session/use-session.ts';
import { formatBytes } from './accepted-file.ts';
import { documentStates, languageName, typeNames } from './document-words.ts';
import { useChangeDocument } from './use-change-document.ts';

interface DocumentDialogProps {
  document: KnowledgeDocument;
  /** Who knows it. */
  agents: readonly Agent[];
  onClose: () => void;
}

/** What is known of a document, and its name to change. */
export function DocumentDialog({ document, agents, onClose }: DocumentDialogProps) {
  const { document_id: id, name, status, error } = document;
  const { tone, label } = documentStates[status];
  const mayWrite = useCan('agents:write');
  const form = useContractForm<ChangeDocument>(ChangeDocument, { name });
  const change = useChangeDocument(id, form.refuse);
  return (
    <Modal opened onClose={onClose} title={name} size="lg">
      <form onSubmit={form.onSubmit((body) => change.mutate(body, { onSuccess: onClose }))} noValidate>
        <Stack>
          <Group gap="xs">
            <StatusBadge tone={tone}>{label}</StatusBadge>
            <Text size="sm" c="dimmed">
              {factsOf(document)}
            </Text>
          </Group>
          {error !== null && (
            <Alert color="red" icon={<Icon name="warning" />}>
              {error}
            </Alert>
          )}
          <Text size="sm" component="div">
            {agents.length === 0 ? 'No agent knows it yet. ' : 'Known by '}
            {agents.map(({ agent_id: agentId, name: agentName }, index) => (
              <span key={agentId}>
                {index > 0 && ', '}
                <TextLink to="/agents/$agentId" params={{ agentId }} fz="sm" underline="always">
                  {agentName}
                </TextLink>
              </span>
            ))}
            {agents.length === 0 && 'Choose it in the editor of an agent, under Knowledge.'}
          </Text>
          <TextInput
            label="Name"
            description="What transcripts call it."
            disabled={!mayWrite}
            {...form.getInputProps('name')}
          />
          <FormProblem error={change.error} form={form} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            {mayWrite && (
              <Button type="submit" loading={change.isPending} disabled={form.values.name === name}>
                Rename document
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function factsOf({ content_type: type, size_bytes: bytes, passages, language, created_at: at }: KnowledgeDocument) {
  return [
    typeNames[type],
    formatBytes(bytes),
    ...(passages > 0 ? [`${formatNumber(passages)} ${passages === 1 ? 'passage' : 'passages'}`] : []),
    ...(language === null ? [] : [languageName(language)]),
    `added ${formatTime(at)}`,
  ].join(' · ');
}
