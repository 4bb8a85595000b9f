import { Autocomplete, Button, Group } from '@mantine/core';
import { MOST_PREVIEW_CHARACTERS } from '@parley/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/Icon.tsx';
import { defaultsOf } from '../asked-names.ts';
import { voicesQuery } from '../voices-query.ts';
import { textOf, useEditorForm } from './editor-context.ts';
import { usePreviewVoice } from './use-preview-voice.ts';

/** The voice, with a button that lets it say the first message. */
export function VoiceField() {
  const { settings, set, problemAt } = useEditorForm();
  const { data: voices } = useSuspenseQuery(voicesQuery);
  const preview = usePreviewVoice();
  const chosen = textOf(settings, 'voice_id');
  const known = voices.data.find(({ voice_id: id }) => id === chosen);
  const play = () =>
    preview.play({
      voice_id: chosen,
      language: textOf(settings, 'language'),
      text: sentence(textOf(settings, 'first_message'), defaultsOf(settings)),
    });
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Autocomplete
        flex={1}
        label="Voice"
        description={known ? `${known.name}: ${known.description}` : 'As provider/name.'}
        data={voices.data.map(({ voice_id: id }) => id)}
        value={chosen}
        error={problemAt('voice_id')}
        onChange={(value) => set('voice_id', value)}
      />
      <Button
        variant="default"
        leftSection={<Icon name={preview.isPlaying ? 'stop' : 'play'} size={16} />}
        loading={preview.isLoading}
        disabled={chosen === ''}
        onClick={preview.isPlaying ? preview.stop : play}
      >
        {preview.isPlaying ? 'Stop' : 'Play'}
      </Button>
    </Group>
  );
}

/** The first message as a call would say it, or some words where there is none. */
function sentence(firstMessage: string, defaults: Record<string, unknown>): string {
  const words = firstMessage.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => String(defaults[name.trim()] ?? ''));
  return (words.trim() || 'Hello, this is how I sound on the telephone.').slice(0, MOST_PREVIEW_CHARACTERS);
}
