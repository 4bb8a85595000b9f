import { Modal, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { agentsQuery } from '../agents/agents-query.ts';
import { useCan } from '../session/use-session.ts';
import { DocumentDialog } from './DocumentDialog.tsx';
import { DocumentsTable } from './DocumentsTable.tsx';
import { agentsThatKnow } from './document-uses.ts';
import { documentsQuery } from './documents-query.ts';
import type { KnowledgeSearch } from './knowledge-search.ts';
import { TryQuestion } from './TryQuestion.tsx';
import { UploadArea } from './UploadArea.tsx';

/** The documents that agents can know. */
export function KnowledgePage({ search }: { search: KnowledgeSearch }) {
  const [documents, agents] = useSuspenseQueries({ queries: [documentsQuery, agentsQuery] });
  const navigate = useNavigate({ from: '/knowledge' });
  const mayWrite = useCan('agents:write');
  const { data } = documents.data;
  const open = (document?: string) => void navigate({ search: document === undefined ? {} : { document } });
  const opened = data.find(({ document_id: id }) => id === search.document);
  return (
    <>
      <PageHeader
        title="Knowledge"
        description="Documents that agents can look things up in, such as price lists, opening hours and frequently asked questions."
      />
      <Stack gap="xl">
        {mayWrite && (
          <Stack gap="sm">
            <UploadArea />
          </Stack>
        )}
        {data.length === 0 ? (
          <EmptyState icon="knowledge" title="No documents yet">
            {mayWrite
              ? 'Upload what your callers ask about. Then choose it in the editor of an agent, under Knowledge.'
              : 'Your role can read documents, but not upload them.'}
          </EmptyState>
        ) : (
          <DocumentsTable
            documents={data.toReversed()}
            agents={agents.data.data}
            onOpen={({ document_id: id }) => open(id)}
          />
        )}
        {data.some(({ status }) => status === 'ready') && (
          <section aria-labelledby="try-question">
            <Title order={2} size="h4" id="try-question">
              Try a question
            </Title>
            <Text size="sm" c="dimmed" mt={2} mb="sm">
              What an agent that knows all of these documents would be given for it.
            </Text>
            <TryQuestion />
          </section>
        )}
      </Stack>
      {opened && (
        <DocumentDialog
          key={opened.document_id}
          document={opened}
          agents={agentsThatKnow(opened.document_id, agents.data.data)}
          onClose={() => open()}
        />
      )}
      {search.document !== undefined && !opened && (
        <Modal opened onClose={() => open()} title="This document does not exist">
          <Text size="sm">It was removed, or the link is wrong. What a transcript says of it stays as it is.</Text>
        </Modal>
      )}
    </>
  );
}
