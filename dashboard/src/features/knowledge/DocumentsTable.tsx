import { Anchor, Text } from '@mantine/core';
import type { Agent, KnowledgeDocument } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../components/DataTable.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatNumber } from '../../format/number.ts';
import { useCan } from '../session/use-session.ts';
import { formatBytes } from './accepted-file.ts';
import { DocumentMenu } from './DocumentMenu.tsx';
import { agentsThatKnow } from './document-uses.ts';
import { documentStates, languageName, typeNames } from './document-words.ts';

interface DocumentsTableProps {
  documents: readonly KnowledgeDocument[];
  agents: readonly Agent[];
  onOpen: (document: KnowledgeDocument) => void;
}

export function DocumentsTable({ documents, agents, onOpen }: DocumentsTableProps) {
  const mayWrite = useCan('agents:write');
  return (
    <DataTable
      label="Documents"
      rows={documents}
      rowKey={({ document_id: id }) => id}
      columns={[
        {
          ...{ key: 'name', header: 'Name' },
          cell: ({ document_id: id, name }) => (
            <Anchor
              fw={500}
              style={{ overflowWrap: 'anywhere' }}
              renderRoot={(props) => <Link to="/knowledge" search={{ document: id }} {...props} />}
            >
              {name}
            </Anchor>
          ),
        },
        {
          ...{ key: 'status', header: 'Status' },
          cell: ({ status, error }) => (
            <div>
              <StatusBadge tone={documentStates[status].tone}>{documentStates[status].label}</StatusBadge>
              {error !== null && (
                <Text size="xs" c="red" maw={320}>
                  {error}
                </Text>
              )}
            </div>
          ),
        },
        {
          ...{ key: 'type', header: 'Type' },
          cell: ({ content_type: type, size_bytes: bytes }) => `${typeNames[type]}, ${formatBytes(bytes)}`,
        },
        {
          ...{ key: 'passages', header: 'Passages', align: 'end' },
          cell: ({ passages }) => (passages === 0 ? null : formatNumber(passages)),
        },
        {
          ...{ key: 'language', header: 'Language' },
          cell: ({ language }) => language && languageName(language),
        },
        {
          ...{ key: 'agents', header: 'Known by' },
          cell: ({ document_id: id }) => {
            const knowing = agentsThatKnow(id, agents);
            return knowing.length === 0 ? null : knowing.map(({ name }) => name).join(', ');
          },
        },
        {
          ...{ key: 'menu', header: 'Actions', align: 'end', hideHeader: true },
          cell: (document) =>
            mayWrite ? (
              <DocumentMenu
                document={document}
                agents={agentsThatKnow(document.document_id, agents)}
                onOpen={() => onOpen(document)}
              />
            ) : null,
        },
      ]}
    />
  );
}
