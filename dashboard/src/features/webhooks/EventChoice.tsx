import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { eventWords, type SubscribedEvent } from './webhook-words.ts';

interface EventChoiceProps {
  value?: SubscribedEvent[];
  onChange: (events: SubscribedEvent[]) => void;
  error?: ReactNode;
}

export function EventChoice({ value = [], onChange, error }: EventChoiceProps) {
  return (
    <Checkbox.Group
      label="Events"
      description="Events sent to this address"
      value={value}
      onChange={(events) => onChange(events as SubscribedEvent[])}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {eventWords.map(([type, words]) => (
          <Checkbox key={type} value={type} label={type} description={words} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
