import { Modal } from '@mantine/core';
import type { Trunk } from '@parley/contract';
import { Suspense, useState } from 'react';
import { LoadingRows } from '../../components/Loading.tsx';
import { TestCall } from './TestCall.tsx';
import { TrunkForm } from './TrunkForm.tsx';

interface TrunkDialogProps {
  /** Null for a new one. */
  trunk: Trunk | null;
  /** Whether it begins with the call. */
  calls: boolean;
  onClose: () => void;
}

/** A trunk's settings, and then a call through it. */
export function TrunkDialog({ trunk, calls, onClose }: TrunkDialogProps) {
  const [saved, setSaved] = useState<Trunk | null>(calls ? trunk : null);
  const title = saved ? `Call through ${saved.name}` : trunk ? trunk.name : 'Connect a trunk';
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {saved ? (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <TestCall trunk={saved} onClose={onClose} />
        </Suspense>
      ) : (
        <TrunkForm trunk={trunk} onSaved={setSaved} onCancel={onClose} />
      )}
    </Modal>
  );
}
