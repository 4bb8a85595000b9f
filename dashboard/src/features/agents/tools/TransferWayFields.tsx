import { NumberInput, Select, SimpleGrid, Textarea } from '@mantine/core';
import type { TransferWay } from '@parley/contract';
import type { TransferValues } from './transfer-values.ts';

const modes: { value: TransferWay['mode']; label: string }[] = [
  { value: 'cold', label: 'Connected at once' },
  { value: 'warm', label: 'Told first, and asked' },
  { value: 'conference', label: 'Joined with the agent' },
];
const methods: { value: TransferWay['method']; label: string }[] = [
  { value: 'auto', label: 'By the line, or by Parley' },
  { value: 'refer', label: 'By the line (SIP REFER)' },
  { value: 'bridge', label: 'By Parley' },
];
const callerIds: { value: TransferWay['caller_id']; label: string }[] = [
  { value: 'own', label: 'The number of the agent' },
  { value: 'caller', label: 'The number of the caller' },
];
const waitingSounds: { value: TransferWay['waiting_sound']; label: string }[] = [
  { value: 'ringing', label: 'It rings' },
  { value: 'music', label: 'Music' },
];

interface TransferWayFieldsProps {
  values: Omit<TransferValues, 'destinations' | 'message'>;
  errorAt: (path: string) => string | undefined;
  onChange: (change: Partial<TransferValues>) => void;
}

/** How a call is handed over. */
export function TransferWayFields({ values, errorAt, onChange }: TransferWayFieldsProps) {
  return (
    <>
      <Select
        label="Who answers is"
        description="Who is told first takes the call by 1 or yes; the agent goes on when they decline. Who is joined talks with both."
        data={modes}
        value={values.mode}
        allowDeselect={false}
        onChange={(mode) => mode && onChange({ mode })}
      />
      {values.mode === 'warm' && (
        <Textarea
          label="Told first"
          description="Empty: a summary by the model of the agent."
          placeholder="It is {{name}}, about an order."
          autosize
          minRows={1}
          maxRows={5}
          value={values.briefing}
          error={errorAt('briefing')}
          onChange={(event) => onChange({ briefing: event.currentTarget.value })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Who connects them"
          description="Parley stays in the call, records it and needs a second line; the line takes the call away."
          data={methods}
          value={values.method}
          allowDeselect={false}
          error={errorAt('method')}
          onChange={(method) => method && onChange({ method })}
        />
        <Select
          label="Number that is shown"
          description="Where Parley calls. The line has to permit the caller’s."
          data={callerIds}
          value={values.caller_id}
          allowDeselect={false}
          disabled={values.method === 'refer'}
          onChange={(caller_id) => caller_id && onChange({ caller_id })}
        />
        <Select
          label="What the caller hears meanwhile"
          description="Where Parley calls."
          data={waitingSounds}
          value={values.waiting_sound}
          allowDeselect={false}
          disabled={values.method === 'refer'}
          onChange={(waiting_sound) => waiting_sound && onChange({ waiting_sound })}
        />
        <NumberInput
          label="Rings for at most"
          description="Where Parley calls; 5 to 120 s."
          suffix=" s"
          allowDecimal={false}
          allowNegative={false}
          disabled={values.method === 'refer'}
          value={values.ring_timeout}
          error={errorAt('ring_timeout')}
          onChange={(seconds) => onChange({ ring_timeout: typeof seconds === 'number' ? seconds : '' })}
        />
      </SimpleGrid>
    </>
  );
}
