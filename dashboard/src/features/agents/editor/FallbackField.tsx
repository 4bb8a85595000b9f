import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core';
import { Icon } from '../../../components/Icon.tsx';
import { partsOf, useEditorForm } from './editor-context.ts';
import { type FallbackOf, fallbacksOf, MOST_FALLBACKS, movedUp } from './fallback-lists.ts';
import { OfferField } from './OfferField.tsx';
import type { Offer } from './offers.ts';
import { PlayVoice } from './PlayVoice.tsx';

interface FallbackFieldProps {
  of: FallbackOf;
  /** Of what: "voice". */
  noun: string;
  /** What comes last by itself. */
  last: string;
  offers: readonly Offer[];
}

/** Who takes over in the middle of a call, in this order. */
export function FallbackField({ of, noun, last, offers }: FallbackFieldProps) {
  const { settings, set, problemAt } = useEditorForm();
  const list = fallbacksOf(settings, of);
  const change = (next: string[]) => set('fallbacks', { ...partsOf(settings, 'fallbacks'), [of]: next });
  return (
    <Input.Wrapper
      label={`Fallbacks of the ${noun}`}
      labelElement="div"
      description={`Used in this order when the ${noun} fails in a call. ${last}`}
      error={problemAt(`fallbacks.${of}`)}
    >
      <Stack gap="xs" mt={6} align="stretch" role="group" aria-label={`Fallbacks of the ${noun}`}>
        {list.map((choice, index) => (
          <Group key={index} gap={6} wrap="nowrap" align="flex-start">
            <OfferField
              flex={1}
              aria-label={`Fallback ${index + 1} of the ${noun}`}
              placeholder="provider/name"
              offers={offers}
              value={choice}
              error={problemAt(`fallbacks.${of}.${index}`)}
              onChange={(value) => change(list.with(index, value))}
            />
            {of === 'voice_id' && <PlayVoice voiceId={choice} isCompact />}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Move fallback ${index + 1} of the ${noun} up`}
              disabled={index === 0}
              onClick={() => change(movedUp(list, index))}
            >
              <Icon name="arrowUp" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove fallback ${index + 1} of the ${noun}`}
              onClick={() => change(list.toSpliced(index, 1))}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
        {list.length < MOST_FALLBACKS && (
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => change([...list, ''])}
            >
              Add a fallback of the {noun}
            </Button>
          </div>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
