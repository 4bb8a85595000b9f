import { Autocomplete, SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ZoneSelect } from '../../../components/ZoneSelect.tsx';
import { modelsQuery } from '../models-query.ts';
import { textOf, useEditorForm } from './editor-context.ts';
import { languages } from './languages.ts';
import { Section } from './Section.tsx';
import { VoiceField } from './VoiceField.tsx';

export function VoiceSection() {
  const { settings, set, problemAt } = useEditorForm();
  const { data: models } = useSuspenseQuery(modelsQuery);
  return (
    <Section title="Voice and model">
      <VoiceField />
      <Autocomplete
        label="Language model"
        description={
          models.default === 'builtin/script'
            ? 'builtin/script follows the script in the prompt. Other models come with a language model server.'
            : 'builtin/script follows a script; a language model talks freely, as the prompt says.'
        }
        data={models.data.map(({ model }) => model)}
        value={textOf(settings, 'model')}
        error={problemAt('model')}
        onChange={(value) => set('model', value)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Autocomplete
          label="Language"
          description="As a tag, such as en-US."
          data={languages}
          value={textOf(settings, 'language')}
          error={problemAt('language')}
          onChange={(value) => set('language', value)}
        />
        <ZoneSelect
          label="Time zone"
          description="The zone of {{current_time}}."
          value={textOf(settings, 'timezone')}
          error={problemAt('timezone')}
          onChange={(zone) => zone && set('timezone', zone)}
        />
      </SimpleGrid>
    </Section>
  );
}
