import { textOf, useEditorForm } from './editor-context.ts';
import { OfferField } from './OfferField.tsx';
import type { Offer } from './offers.ts';

interface TranscriberFieldProps {
  offers: readonly Offer[];
  /** What listens where none is chosen; null while that is not known. */
  best: string | null;
}

/** The recognizer; empty is a choice of its own. */
export function TranscriberField({ offers, best }: TranscriberFieldProps) {
  const { settings, set, problemAt } = useEditorForm();
  return (
    <OfferField
      label="Recognizer"
      description="The speech recognizer: provider, or provider/model. Leave empty for the best one that is configured."
      placeholder={best === null ? 'Best available' : `Best available (${best})`}
      offers={offers}
      value={textOf(settings, 'transcriber')}
      error={problemAt('transcriber')}
      onChange={(value) => set('transcriber', value === '' ? null : value)}
    />
  );
}
