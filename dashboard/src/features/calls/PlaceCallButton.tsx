import { Button, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PlaceCall } from '@parley/contract';
import { Suspense } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { LoadingRows } from '../../components/Loading.tsx';
import { useCan } from '../session/use-session.ts';
import { PlaceCallForm } from './PlaceCallForm.tsx';

interface PlaceCallButtonProps {
  /** What the form begins with: the values of an earlier call, or an agent. */
  initial?: Partial<PlaceCall>;
  label?: string;
  variant?: 'filled' | 'default';
}

/** Opens the form for a call; disabled for those who may place none. */
export function PlaceCallButton({ initial = {}, label = 'Place a call', variant = 'filled' }: PlaceCallButtonProps) {
  const mayCall = useCan('calls:write');
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label="Your role may not place calls" disabled={mayCall}>
        <Button
          variant={variant}
          leftSection={<Icon name="calls" size={16} />}
          onClick={mayCall ? open : undefined}
          data-disabled={!mayCall || undefined}
          aria-disabled={!mayCall}
        >
          {label}
        </Button>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title={label}>
        <Suspense fallback={<LoadingRows rows={4} />}>
          <PlaceCallForm initial={initial} onDone={close} />
        </Suspense>
      </Modal>
    </>
  );
}
