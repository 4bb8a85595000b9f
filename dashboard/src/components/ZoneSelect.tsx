import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

interface ZoneSelectProps {
  label: string;
  description?: string;
  value: string | null;
  onChange: (zone: string | null) => void;
  error?: ReactNode;
  /** What holds where none is chosen; without it one must be. */
  placeholder?: string;
  disabled?: boolean;
}

/** UTC is no place, so that the list of places lacks it. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const options = zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** An IANA time zone, found by typing a city. */
export function ZoneSelect({ label, description, value, onChange, error, placeholder, disabled }: ZoneSelectProps) {
  const known = value === null || zones.includes(value) ? options : [{ value, label: value }, ...options];
  return (
    <Select
      label={label}
      description={description}
      data={known}
      value={value}
      onChange={onChange}
      searchable
      limit={60}
      clearable={placeholder !== undefined}
      allowDeselect={placeholder !== undefined}
      placeholder={placeholder}
      nothingFoundMessage="No such time zone"
      error={error}
      disabled={disabled}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    />
  );
}
