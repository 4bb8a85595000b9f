import { Button, Divider, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type SubmitEvent, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { formatLocal, parseLocal } from '../../format/calendar.ts';
import { readerZone } from '../../format/reader.ts';
import { formatTime } from '../../format/time.ts';
import classes from './TimeRangeSelect.module.css';
import { type RangePreset, type RangeSearch, rangeLabels, rangePresets } from './time-range.ts';

interface TimeRangeSelectProps {
  value: RangeSearch;
  /** All three, those that are not used as `undefined`: it replaces what was chosen before. */
  onChange: (range: RangeSearch) => void;
  /** What no range at all is called; left out where there has to be one. */
  anyLabel?: string;
  presets?: readonly RangePreset[];
}

/** When: a preset, or two times in the reader's zone. */
export function TimeRangeSelect({ value, onChange, anyLabel, presets = rangePresets }: TimeRangeSelectProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const choose = (range: RangeSearch) => {
    onChange({ range: range.range, from: range.from, to: range.to });
    close();
  };
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="clock" size={16} />}
          rightSection={<Icon name="chevronDown" size={14} />}
          onClick={toggle}
          aria-label={`Time: ${labelOf(value, anyLabel)}`}
          className={classes.target}
        >
          {labelOf(value, anyLabel)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <Stack gap={0}>
          {anyLabel !== undefined && <Choice label={anyLabel} isChosen={isAny(value)} onClick={() => choose({})} />}
          {presets.map((range) => (
            <Choice
              key={range}
              label={rangeLabels[range]}
              isChosen={value.range === range}
              onClick={() => choose({ range })}
            />
          ))}
        </Stack>
        <Divider my={6} />
        <CustomRange value={value} onApply={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

const isAny = ({ range, from, to }: RangeSearch) => range === undefined && from === undefined && to === undefined;

function labelOf(value: RangeSearch, anyLabel: string | undefined): string {
  const { range, from, to } = value;
  if (range !== undefined) return rangeLabels[range];
  if (from !== undefined && to !== undefined) return `${formatTime(from)} – ${formatTime(to)}`;
  if (from !== undefined) return `Since ${formatTime(from)}`;
  return to === undefined ? (anyLabel ?? 'Time') : `Until ${formatTime(to)}`;
}

function Choice({ label, isChosen, onClick }: { label: string; isChosen: boolean; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.choice} aria-pressed={isChosen} onClick={onClick}>
      {label}
      {isChosen && <Icon name="check" size={16} />}
    </UnstyledButton>
  );
}

function CustomRange({ value, onApply }: { value: RangeSearch; onApply: (range: RangeSearch) => void }) {
  const zone = readerZone();
  const local = (unixS: number | undefined) => (unixS === undefined ? '' : formatLocal(unixS * 1000, zone));
  const [from, setFrom] = useState(local(value.from));
  const [to, setTo] = useState(local(value.to));
  const seconds = (text: string) => {
    const atMs = parseLocal(text, zone);
    return atMs === null ? undefined : atMs / 1000;
  };
  const isInOrder = from === '' || to === '' || from < to;
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    if (isInOrder) onApply({ from: seconds(from), to: seconds(to) });
  };
  return (
    <form onSubmit={apply} className={classes.custom}>
      <TextInput
        type="datetime-local"
        size="xs"
        label="From"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextInput
        type="datetime-local"
        size="xs"
        label="To"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={isInOrder ? null : 'Must be after From'}
      />
      <Button type="submit" size="xs" disabled={from === '' && to === ''}>
        Apply
      </Button>
      <span className={classes.zone}>Times in {zone.replace(/_/g, ' ')}</span>
    </form>
  );
}
