import { Group } from '@mantine/core';
import { textOf, useEditorForm } from './editor-context.ts';
import { OfferField } from './OfferField.tsx';
import type { Offer } from './offers.ts';
import { PlayVoice } from './PlayVoice.tsx';

/** The voice, with a button that lets it say the first message. */
export function VoiceField({ offers }: { offers: readonly Offer[] }) {
  const { settings, set, problemAt } = useEditorForm();
  const chosen = textOf(settings, 'voice_id');
  const known = offers.find(({ id }) => id === chosen);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <OfferField
        flex={1}
        label="Voice"
        description={known ? [known.name, known.about].filter(Boolean).join(': ') : 'As provider/name.'}
        offers={offers}
        value={chosen}
        error={problemAt('voice_id')}
        onChange={(value) => set('voice_id', value)}
      />
      <PlayVoice voiceId={chosen} />
    </Group>
  );
}
