import { Alert } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';

/** Providers whose lists are missing in the fields below. */
export function OfferFailures({ failures }: { failures: readonly { provider: string; message: string }[] }) {
  const lines = new Map(failures.map(({ provider, message }) => [`${provider}: ${message}`, provider]));
  if (lines.size === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title="Some providers could not list what they offer">
      {[...lines.keys()].map((line) => (
        <div key={line}>{line}</div>
      ))}
      You can still type a name.
    </Alert>
  );
}
