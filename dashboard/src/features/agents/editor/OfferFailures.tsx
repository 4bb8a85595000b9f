import { Alert } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';

/** Providers whose lists are missing in the fields below. */
export function OfferFailures({ failures }: { failures: readonly { provider: string; message: string }[] }) {
  const lines = new Map(failures.map(({ provider, message }) => [`${provider}: ${message}`, provider]));
  if (lines.size === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title="Not every provider could be asked what it has">
      {[...lines.keys()].map((line) => (
        <div key={line}>{line}</div>
      ))}
      Its names can be typed all the same.
    </Alert>
  );
}
