import type { TurnSource } from '@parley/contract';
import { TextLink } from '../../components/links.ts';
import { documentsOf } from './documents-of.ts';

/** Where an answer comes from. */
export function Sources({ sources }: { sources: readonly TurnSource[] }) {
  return (
    <span>
      From{' '}
      {documentsOf(sources).map(({ document_id: id, name, places }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink to="/knowledge" search={{ document: id }} fz="xs" underline="always" title={places}>
            {name}
          </TextLink>
        </span>
      ))}
    </span>
  );
}
