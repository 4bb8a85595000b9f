import type { Model, Voice } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../models-query.ts';
import { voicesQuery } from '../voices-query.ts';

/** What a field of an agent may name. */
export interface Offer {
  /** As an agent names it. */
  id: string;
  name: string;
  about: string;
}

const offerOfVoice = ({ voice_id: id, name, description, languages }: Voice): Offer => ({
  ...{ id, name },
  about: description || languages.join(', '),
});

const offerOfModel = ({ model: id, name, description: about }: Model): Offer => ({ id, name, about });

interface OfferList {
  offers: readonly Offer[];
  /** Providers that could not be asked, and why. */
  failures: readonly { provider: string; message: string }[];
}

const nothing: OfferList = { offers: [], failures: [] };

/** Vendors are asked while the editor is open already: any name can be typed meanwhile. */
export function useOffers(): Record<'voice_id' | 'model' | 'transcriber', OfferList> {
  const { data: voices } = useQuery(voicesQuery);
  const { data: models } = useQuery(modelsQuery);
  const ofKind = (kind: Model['kind']): OfferList =>
    models
      ? {
          offers: models.data.filter((model) => model.kind === kind).map(offerOfModel),
          failures: models.failures,
        }
      : nothing;
  return {
    voice_id: voices ? { offers: voices.data.map(offerOfVoice), failures: voices.failures } : nothing,
    model: ofKind('language'),
    transcriber: ofKind('transcriber'),
  };
}
