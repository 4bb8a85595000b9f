import { ActionIcon, Anchor, Button, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Suppression } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { confirm } from '../../components/confirm.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { NoPermission } from '../../components/NoPermission.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Pages } from '../../components/Pages.tsx';
import { PhoneText } from '../../components/PhoneText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatPhone } from '../../format/phone.ts';
import { useCan } from '../session/use-session.ts';
import { AddSuppressionModal } from './AddSuppressionModal.tsx';
import { ImportModal } from './ImportModal.tsx';
import { beginningOf, SUPPRESSIONS_ON_PAGE, type SuppressionFilters, suppressionsQuery } from './suppressions-query.ts';
import { useRemoveSuppression } from './use-suppression-actions.ts';

interface SuppressionsPageProps {
  filters: SuppressionFilters;
  onFilters: (filters: SuppressionFilters) => void;
}

export function SuppressionsPage(props: SuppressionsPageProps) {
  if (!useCan('calls:write')) return <NoPermission permission="calls:write" />;
  return <Suppressions {...props} />;
}

function Suppressions({ filters, onFilters }: SuppressionsPageProps) {
  const list = useQuery(suppressionsQuery(filters));
  const [isAdding, adding] = useDisclosure(false);
  const [isImporting, importing] = useDisclosure(false);
  const remove = useRemoveSuppression();
  const isFiltered = (filters.search ?? '') !== '';
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={adding.open}>
      Add a number
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Suppression list"
        description="Numbers that agents do not call, not even in batches. A person who says “stop calling me” is added automatically."
        actions={
          <>
            {add}
            <Button variant="default" leftSection={<Icon name="upload" />} onClick={importing.open}>
              Add several
            </Button>
          </>
        }
      />
      <TextInput
        label="Search by the beginning of the number"
        placeholder="+1 202"
        inputMode="tel"
        type="search"
        mb="md"
        maw={320}
        leftSection={<Icon name="search" size={16} />}
        value={filters.search ?? ''}
        onChange={({ currentTarget: { value } }) => onFilters(value === '' ? {} : { search: value })}
        error={beginningOf(filters.search) === null ? 'Write digits only' : null}
      />
      {list.error && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {list.data?.data.length === 0 && (
        <EmptyState
          icon={isFiltered ? 'search' : 'lock'}
          title={isFiltered ? 'No number on the list begins with this' : 'The list is empty'}
          action={isFiltered ? undefined : add}
        />
      )}
      {list.data && list.data.data.length > 0 && (
        <>
          <DataTable
            label="Suppressed numbers"
            rows={list.data.data}
            rowKey={({ suppression_id }) => suppression_id}
            columns={columnsOf((suppression) =>
              askToRemove(suppression, () => remove.mutate(suppression.suppression_id)),
            )}
          />
          <Pages
            page={filters.page ?? 1}
            perPage={SUPPRESSIONS_ON_PAGE}
            list={list.data}
            onPage={(page) => onFilters({ ...filters, page })}
          />
        </>
      )}
      {isAdding && <AddSuppressionModal onClose={adding.close} />}
      {isImporting && <ImportModal onClose={importing.close} />}
    </>
  );
}

function askToRemove({ phone_number }: Suppression, onConfirm: () => void): void {
  confirm({
    title: `Allow calls to ${formatPhone(phone_number)} again?`,
    consequence:
      'Agents can call this number again. Only do this if the person wants it: they were promised no more calls.',
    action: 'Allow calls',
    onConfirm,
  });
}

const sources: Record<Suppression['source'], string> = {
  api: 'Through the API',
  call: 'Asked in a call',
  dashboard: 'In the dashboard',
};

function columnsOf(remove: (suppression: Suppression) => void): Column<Suppression>[] {
  return [
    { key: 'phone', header: 'Number', cell: ({ phone_number }) => <PhoneText number={phone_number} /> },
    { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
    {
      key: 'source',
      header: 'Added',
      cell: ({ source, call_id }) =>
        call_id === null ? (
          sources[source]
        ) : (
          <Anchor component={Link} to={`/calls/${call_id}`} inherit>
            {sources[source]}
          </Anchor>
        ),
    },
    { key: 'since', header: 'Since', cell: ({ created_at }) => <TimeText at={created_at} /> },
    {
      key: 'remove',
      header: 'Remove',
      hideHeader: true,
      align: 'end',
      cell: (suppression) => (
        <Tooltip label="Allow calls again">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Allow calls to ${suppression.phone_number} again`}
            onClick={() => remove(suppression)}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        </Tooltip>
      ),
    },
  ];
}
