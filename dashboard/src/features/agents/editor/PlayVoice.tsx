import { ActionIcon, Button } from '@mantine/core';
import { MOST_PREVIEW_CHARACTERS } from '@parley/contract';
import { Icon } from '../../../components/Icon.tsx';
import { defaultsOf } from '../asked-names.ts';
import { textOf, useEditorForm } from './editor-context.ts';
import { usePreviewVoice } from './use-preview-voice.ts';

/** Lets a voice say the agent's first message. */
export function PlayVoice({ voiceId, isCompact = false }: { voiceId: string; isCompact?: boolean }) {
  const { settings } = useEditorForm();
  const preview = usePreviewVoice();
  const play = () =>
    preview.play({
      voice_id: voiceId,
      language: textOf(settings, 'language'),
      text: sentence(textOf(settings, 'first_message'), defaultsOf(settings)),
    });
  const word = preview.isPlaying ? 'Stop' : 'Play';
  const icon = <Icon name={preview.isPlaying ? 'stop' : 'play'} size={16} />;
  const props = {
    variant: 'default',
    loading: preview.isLoading,
    disabled: voiceId === '',
    onClick: preview.isPlaying ? preview.stop : play,
  };
  if (isCompact) {
    return (
      <ActionIcon {...props} size={36} aria-label={`${word} ${voiceId}`}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button {...props} leftSection={icon}>
      {word}
    </Button>
  );
}

/** The first message as a call would say it, or some words where there is none. */
function sentence(firstMessage: string, defaults: Record<string, unknown>): string {
  const words = firstMessage.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => String(defaults[name.trim()] ?? ''));
  return (words.trim() || 'Hello, this is how I sound on the telephone.').slice(0, MOST_PREVIEW_CHARACTERS);
}
