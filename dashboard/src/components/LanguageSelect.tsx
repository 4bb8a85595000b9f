import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

interface LanguageSelectProps {
  label: string;
  description?: string;
  value: string | null;
  onChange: (language: string | null) => void;
  error?: ReactNode;
  /** What holds where none is chosen; without it one must be. */
  placeholder?: string;
  disabled?: boolean;
}

const tags = [
  ...['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA', 'es-ES', 'es-MX'],
  ...['es-US', 'it-IT', 'pt-BR', 'pt-PT', 'nl-NL', 'sv-SE', 'da-DK', 'nb-NO', 'fi-FI', 'pl-PL', 'cs-CZ', 'ja-JP'],
];
const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** "April 5, 2026 · 1,234.5": how a language writes, which is what it is chosen for. */
function labelOf(tag: string): string {
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 11, 31));
  const number = new Intl.NumberFormat(tag).format(1234.5);
  return `${names.of(tag) ?? tag} · ${day} · ${number}`;
}

/** How times and numbers are written. The words of the dashboard are English. */
export function LanguageSelect({
  label,
  description,
  value,
  onChange,
  error,
  placeholder,
  disabled,
}: LanguageSelectProps) {
  const known = value === null || tags.includes(value) ? tags : [value, ...tags];
  return (
    <Select
      label={label}
      description={description}
      data={known.map((tag) => ({ value: tag, label: labelOf(tag) }))}
      value={value}
      onChange={onChange}
      searchable
      clearable={placeholder !== undefined}
      allowDeselect={placeholder !== undefined}
      placeholder={placeholder}
      error={error}
      disabled={disabled}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  );
}
