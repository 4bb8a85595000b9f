import { Button, Group, Pagination, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatNumber } from '../../format/number.ts';
import { AuditEntry } from './AuditEntry.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './AuditPage.module.css';
import { auditExportUrl, auditQuery, ROWS_ON_PAGE } from './audit-query.ts';
import type { AuditSearch } from './audit-search.ts';

interface AuditPageProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

const pageControls: Record<string, string> = { previous: 'Previous page', next: 'Next page' };

export function AuditPage({ search, onSearch }: AuditPageProps) {
  const { data: log, error, refetch } = useQuery(auditQuery(search));
  const pages = log ? Math.ceil(log.total / ROWS_ON_PAGE) : 0;
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, with the values before and after. Entries cannot be changed."
        actions={(['csv', 'json'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={auditExportUrl(search, format)}
            download
            variant="default"
            leftSection={<Icon name="download" size={16} />}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      />
      <AuditFilters search={search} onChange={onSearch} />
      {error && !log && <ErrorState error={error} retry={() => void refetch()} />}
      {!log && !error && <LoadingRows rows={12} />}
      {log?.data.length === 0 && (
        <EmptyState icon="clock" title="Nothing was changed">
          No change fits these filters.
        </EmptyState>
      )}
      {log && log.data.length > 0 && (
        <>
          <ul className={classes.list} aria-label="Changes, newest first">
            {log.data.map((record) => (
              <AuditEntry key={record.audit_id} record={record} />
            ))}
          </ul>
          <Group justify="space-between" mt="md">
            <Text size="sm" c="dimmed">
              {log.total_exact ? '' : 'More than '}
              {formatNumber(log.total)} changes
            </Text>
            {pages > 1 && (
              <Pagination
                total={pages}
                value={search.page ?? 1}
                onChange={(page) => onSearch({ ...search, page })}
                getControlProps={(control) => ({ 'aria-label': pageControls[control] ?? control })}
                size="sm"
              />
            )}
          </Group>
        </>
      )}
    </>
  );
}
