import { Autocomplete, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ZoneSelect } from '../../../components/ZoneSelect.tsx';
import { modelsQuery } from '../models-query.ts';
import { textOf, useEditorForm } from './editor-context.ts';
import { FallbackField } from './FallbackField.tsx';
import { languages } from './languages.ts';
import { OfferFailures } from './OfferFailures.tsx';
import { OfferField } from './OfferField.tsx';
import { useOffers } from './offers.ts';
import { Section } from './Section.tsx';
import { TranscriberField } from './TranscriberField.tsx';
import { VoiceField } from './VoiceField.tsx';

export function VoiceSection() {
  const { settings, set, problemAt } = useEditorForm();
  const { data: models } = useQuery(modelsQuery);
  const { voice_id: voices, model: languageModels, transcriber: transcribers } = useOffers();
  return (
    <Section title="Voice, model and recognizer">
      <OfferFailures failures={[...voices.failures, ...languageModels.failures]} />
      <VoiceField offers={voices.offers} />
      <FallbackField
        of="voice_id"
        noun="voice"
        last="A built-in voice is always the last fallback."
        offers={voices.offers}
      />
      <OfferField
        label="Language model"
        description={
          models?.default === 'builtin/script'
            ? 'builtin/script follows the script in the prompt. Other models come with a provider.'
            : 'builtin/script follows a script; a language model talks freely, as the prompt says.'
        }
        offers={languageModels.offers}
        value={textOf(settings, 'model')}
        error={problemAt('model')}
        onChange={(value) => set('model', value)}
      />
      <FallbackField
        of="model"
        noun="language model"
        last="If all fail, the call ends."
        offers={languageModels.offers}
      />
      <TranscriberField offers={transcribers.offers} best={models?.default_transcriber ?? null} />
      <FallbackField
        of="transcriber"
        noun="recognizer"
        last="The built-in one is always the last fallback."
        offers={transcribers.offers}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Autocomplete
          label="Language"
          description="A language tag such as en-US. With auto the agent follows the caller’s language, if the recognizer supports it."
          data={languages}
          value={textOf(settings, 'language')}
          error={problemAt('language')}
          onChange={(value) => set('language', value)}
        />
        <ZoneSelect
          label="Time zone"
          description="Used for {{current_time}}."
          value={textOf(settings, 'timezone')}
          error={problemAt('timezone')}
          onChange={(zone) => zone && set('timezone', zone)}
        />
      </SimpleGrid>
    </Section>
  );
}
