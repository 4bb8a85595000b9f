import { Textarea, TextInput } from '@mantine/core';
import type { TransferCallTool } from '@parley/contract';
import { Cell, Rows } from './Rows.tsx';
import { ToolFormFrame, type ToolFormProps } from './ToolFormFrame.tsx';
import { TransferWayFields } from './TransferWayFields.tsx';
import {
  emptyDestination,
  newTransferTool,
  transferProblems,
  transferToolOf,
  transferValuesOf,
} from './transfer-values.ts';
import { useToolForm } from './use-tool-form.ts';

export function TransferForm({ tool, onKeep, onCancel }: ToolFormProps<TransferCallTool>) {
  const form = useToolForm(transferValuesOf(tool ?? newTransferTool), transferProblems, (values) =>
    onKeep(transferToolOf(values)),
  );
  const { values, set, errorAt } = form;
  return (
    <ToolFormFrame form={form} isNew={tool === null} onCancel={onCancel}>
      <Rows
        label="To whom"
        description="The agent chooses one by its description and can call no other number. If there is no answer, it continues the call."
        noun="destination"
        rows={values.destinations}
        empty={emptyDestination}
        error={errorAt('destinations')}
        onChange={(destinations) => set({ destinations })}
      >
        {(destination, index, setDestination) => (
          <>
            <Cell columns={6}>
              <TextInput
                label="Name"
                placeholder="Reception"
                value={destination.name}
                error={errorAt(`destinations.${index}.name`)}
                onChange={(event) => setDestination({ name: event.currentTarget.value })}
              />
            </Cell>
            <Cell columns={6}>
              <TextInput
                label="Number or softphone"
                placeholder="+1 202 555 0101, softphone:ann"
                value={destination.phone_number}
                error={errorAt(`destinations.${index}.phone_number`)}
                onChange={(event) => setDestination({ phone_number: event.currentTarget.value })}
              />
            </Cell>
            <Cell columns={12}>
              <Textarea
                label="When to choose it"
                placeholder="The caller wants to change or cancel an appointment."
                autosize
                minRows={1}
                maxRows={5}
                value={destination.description}
                error={errorAt(`destinations.${index}.description`)}
                onChange={(event) => setDestination({ description: event.currentTarget.value })}
              />
            </Cell>
          </>
        )}
      </Rows>
      <Textarea
        label="Said before the transfer"
        description="If empty, the agent chooses the words."
        placeholder="I will put you through to a colleague."
        autosize
        minRows={1}
        maxRows={5}
        value={values.message}
        error={errorAt('message')}
        onChange={(event) => set({ message: event.currentTarget.value })}
      />
      <TransferWayFields values={values} errorAt={errorAt} onChange={set} />
    </ToolFormFrame>
  );
}
