import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type Ref, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import classes from './CallsFilters.module.css';

/** Typing has come to a rest. */
const REST_MS = 300;

interface NumberFilterProps {
  ref: Ref<HTMLInputElement>;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A number or its beginning; the list follows when typing rests. */
export function NumberFilter({ ref, value, onChange }: NumberFilterProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const report = useDebouncedCallback((text: string) => {
    const digits = text
      .replace(/[^0-9]/g, '')
      .replace(/^0+/, '')
      .slice(0, 15);
    onChange(digits === '' ? undefined : `+${digits}`);
    setTyped(null);
  }, REST_MS);
  const type = (text: string) => {
    setTyped(text);
    report(text);
  };
  const shown = typed ?? value ?? '';
  return (
    <TextInput
      ref={ref}
      className={classes.number}
      aria-label="Number, or its beginning"
      placeholder="Number"
      type="tel"
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        shown === '' ? null : <CloseButton size="sm" aria-label="Clear the number" onClick={() => type('')} />
      }
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
