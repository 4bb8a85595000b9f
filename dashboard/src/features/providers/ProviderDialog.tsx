import { Modal } from '@mantine/core';
import type { Provider } from '@parley/contract';
import { useState } from 'react';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderTrial } from './ProviderTrial.tsx';
import type { ProviderUse } from './provider-uses.ts';
import { useTestProvider } from './use-test-provider.ts';

interface ProviderDialogProps {
  /** Null for a new one. */
  provider: Provider | null;
  /** Whether it begins with the test. */
  tests: boolean;
  uses: readonly ProviderUse[];
  onClose: () => void;
}

/** A provider's settings; what is saved is tested at once. */
export function ProviderDialog({ provider, tests, uses, onClose }: ProviderDialogProps) {
  const [current, setCurrent] = useState(provider);
  const [isTrying, setTrying] = useState(tests);
  const test = useTestProvider();
  const tried = isTrying ? current : null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={tried ? `Test of ${tried.name}` : (current?.name ?? 'Connect a provider')}
      size="lg"
    >
      {tried ? (
        <ProviderTrial provider={tried} test={test} onChange={() => setTrying(false)} onClose={onClose} />
      ) : (
        <ProviderForm
          provider={current}
          uses={uses}
          onSaved={(saved) => {
            setCurrent(saved);
            setTrying(true);
            test.mutate({ providerId: saved.provider_id, body: {} });
          }}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
