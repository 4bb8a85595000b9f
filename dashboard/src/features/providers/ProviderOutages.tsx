import { Alert, Stack } from '@mantine/core';
import type { ProviderOutage } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/Icon.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { outagesQuery } from './outages-query.ts';
import { abilityNames, providerTitle } from './vendor-names.ts';

/** Who fails at present, and what calls do about it; nothing while all work. */
export function ProviderOutages() {
  const outages = useQuery(outagesQuery).data?.data ?? [];
  return (
    <Stack gap="xs" role="status">
      {outages.map((outage) => (
        <Outage key={`${outage.ability} ${outage.name}`} outage={outage} />
      ))}
    </Stack>
  );
}

function Outage({ outage }: { outage: ProviderOutage }) {
  const { ability, name, failures, message, failed_at: failedAt, passed_over_until: until } = outage;
  const [provider = '', model] = name.split(/\/(.*)/u);
  const who = model === undefined ? providerTitle(provider) : `${providerTitle(provider)} ${model}`;
  return (
    <Alert
      color={until === null ? 'yellow' : 'red'}
      icon={<Icon name="warning" size={18} />}
      title={`${who} fails as ${abilityNames[ability]}`}
    >
      {failures === 1 ? 'One failure' : `${failures} failures in a row`}, the last at{' '}
      <TimeText at={failedAt} style="second" />: {message}.{' '}
      {until === null ? (
        'Calls still ask it.'
      ) : (
        <>
          Calls take their fallback, and try it again at <TimeText at={until} style="second" />.
        </>
      )}
    </Alert>
  );
}
