import { Button, Modal } from '@mantine/core';
import type { ApiKey, CreatedKey } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../components/confirm.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { CreateKeyForm } from './CreateKeyForm.tsx';
import { keyColumns } from './key-columns.tsx';
import { keysQuery } from './keys-query.ts';
import { RenameKeyForm } from './RenameKeyForm.tsx';
import { RotateKeyForm } from './RotateKeyForm.tsx';
import { ShownKey } from './ShownKey.tsx';
import { useRevokeKey } from './use-revoke-key.ts';

type Dialog =
  | { name: 'create' }
  | { name: 'rename' | 'rotate'; key: ApiKey }
  | { name: 'shown'; key: CreatedKey; title: string };

const titles = { create: 'Create an API key', rename: 'Rename the key', rotate: 'Rotate the key' };

export function KeysPage() {
  const { data: keys } = useSuspenseQuery(keysQuery);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const revoke = useRevokeKey();
  const close = () => setDialog(null);
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setDialog({ name: 'create' })}>
      Create API key
    </Button>
  );
  const columns = keyColumns({
    onRename: (key) => setDialog({ name: 'rename', key }),
    onRotate: (key) => setDialog({ name: 'rotate', key }),
    onRevoke: (key) =>
      confirm({
        title: `Revoke the key ${key.name ?? ''} …${key.last_four}?`,
        consequence: 'Programs that use it lose access immediately and permanently. Calls that it placed continue.',
        action: 'Revoke key',
        onConfirm: () => revoke.mutate(key.key_id),
      }),
  });
  return (
    <>
      <PageHeader
        title="API Keys"
        description="Your programs use keys to sign in. Create a separate key for each program."
        actions={keys.total > 0 ? create : undefined}
      />
      {keys.total === 0 ? (
        <EmptyState icon="key" title="No API keys" action={create}>
          A program needs one to place calls and to read them.
        </EmptyState>
      ) : (
        <DataTable label="API keys" columns={columns} rows={keys.data} rowKey={(key) => key.key_id} />
      )}
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={dialog?.name === 'shown' ? dialog.title : dialog && titles[dialog.name]}
        closeOnEscape={dialog?.name !== 'shown'}
        size="lg"
      >
        {dialog?.name === 'create' && (
          <CreateKeyForm
            onCancel={close}
            onCreated={(key) => setDialog({ name: 'shown', key, title: 'Your new API key' })}
          />
        )}
        {dialog?.name === 'rename' && <RenameKeyForm apiKey={dialog.key} onClose={close} />}
        {dialog?.name === 'rotate' && (
          <RotateKeyForm
            apiKey={dialog.key}
            onCancel={close}
            onRotated={(key) => setDialog({ name: 'shown', key, title: 'The new key' })}
          />
        )}
        {dialog?.name === 'shown' && <ShownKey apiKey={dialog.key} onClose={close} />}
      </Modal>
    </>
  );
}
