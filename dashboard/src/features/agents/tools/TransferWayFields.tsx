import { NumberInput, Select, SimpleGrid, Textarea } from '@mantine/core';
import type { TransferWay } from '@parley/contract';
import type { TransferValues } from './transfer-values.ts';

const modes: { value: TransferWay['mode']; label: string }[] = [
  { value: 'cold', label: 'Direct (cold)' },
  { value: 'warm', label: 'Announced (warm)' },
  { value: 'conference', label: 'Conference with the agent' },
];
const methods: { value: TransferWay['method']; label: string }[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'refer', label: 'SIP REFER' },
  { value: 'bridge', label: 'Second call, bridged by Parley' },
];
const callerIds: { value: TransferWay['caller_id']; label: string }[] = [
  { value: 'own', label: 'The agent’s number' },
  { value: 'caller', label: 'The caller’s number' },
];
const waitingSounds: { value: TransferWay['waiting_sound']; label: string }[] = [
  { value: 'ringing', label: 'Ringing' },
  { value: 'music', label: 'Music' },
];

interface TransferWayFieldsProps {
  values: Omit<TransferValues, 'destinations' | 'message'>;
  errorAt: (path: string) => string | undefined;
  onChange: (change: Partial<TransferValues>) => void;
  /** The agent has left: the other types need it. */
  isColdOnly?: boolean;
}

/** How a call is handed over. */
export function TransferWayFields({ values, errorAt, onChange, isColdOnly = false }: TransferWayFieldsProps) {
  const isByLine = values.method === 'refer' && values.mode !== 'warm';
  return (
    <>
      {!isColdOnly && (
        <Select
          label="Type of transfer"
          description="Announced: the callee hears a briefing and accepts with 1 or “yes”; if they decline, the agent continues. Conference: the callee joins the caller and the agent."
          data={modes}
          value={values.mode}
          allowDeselect={false}
          onChange={(mode) => mode && onChange({ mode })}
        />
      )}
      {values.mode === 'warm' && (
        <Textarea
          label="Briefing"
          description="Leave empty for a summary by the agent’s model."
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
          label="Method"
          description="REFER hands the call to the carrier, an announced one once the callee accepted. With a second call, Parley stays in the call and records it."
          data={methods}
          value={values.method}
          allowDeselect={false}
          error={errorAt('method')}
          onChange={(method) => method && onChange({ method })}
        />
        <Select
          label="Caller ID"
          description="For a second call. The carrier has to permit the caller’s number."
          data={callerIds}
          value={values.caller_id}
          allowDeselect={false}
          disabled={isByLine}
          onChange={(caller_id) => caller_id && onChange({ caller_id })}
        />
        <Select
          label="While waiting, the caller hears"
          description="For a second call."
          data={waitingSounds}
          value={values.waiting_sound}
          allowDeselect={false}
          disabled={isByLine}
          onChange={(waiting_sound) => waiting_sound && onChange({ waiting_sound })}
        />
        <NumberInput
          label="Ring timeout"
          description="For a second call; 5 to 120 s."
          suffix=" s"
          allowDecimal={false}
          allowNegative={false}
          disabled={isByLine}
          value={values.ring_timeout}
          error={errorAt('ring_timeout')}
          onChange={(seconds) => onChange({ ring_timeout: typeof seconds === 'number' ? seconds : '' })}
        />
      </SimpleGrid>
    </>
  );
}
