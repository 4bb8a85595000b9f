import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { Provider } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { modelsQuery } from '../agents/models-query.ts';
import { voicesQuery } from '../agents/voices-query.ts';
import { offersOf } from './offers-of.ts';

/** What a provider has to offer; asking its vendor takes longer than the page. */
export function ProviderOffers({ provider: { name } }: { provider: Provider }) {
  const [voices, models] = [useQuery(voicesQuery), useQuery(modelsQuery)];
  if (voices.isPending || models.isPending) {
    return (
      <>
        <VisuallyHidden>Asking it …</VisuallyHidden>
        <Skeleton height={20} width={160} />
      </>
    );
  }
  const error = voices.error ?? models.error;
  if (error || !voices.data || !models.data) {
    return (
      <Text span size="sm" c="dimmed">
        {error?.message ?? 'Not known'}
      </Text>
    );
  }
  const { words, failures } = offersOf(name, voices.data, models.data);
  if (failures.length === 0) return words || 'It has no list; you can type names';
  return (
    <Text span size="sm" maw={360}>
      <StatusBadge tone="bad">Not listed</StatusBadge> {failures.join(' ')}
    </Text>
  );
}
