import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { MOST_IMPORTED_NUMBERS } from '@parley/contract';
import { useMemo, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { formatNumber } from '../../format/number.ts';
import { numbersIn } from './numbers-in.ts';
import { useImportSuppressions } from './use-suppression-actions.ts';

const SHOWN_BAD = 20;

/** Many numbers from a text; invalid ones are listed, and left out only when the user agrees. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [leavesOut, setLeavesOut] = useState(false);
  const add = useImportSuppressions();
  const { good, bad } = useMemo(() => numbersIn(text), [text]);
  const tooMany = good.length > MOST_IMPORTED_NUMBERS;
  const submit = () =>
    add.mutate({ phone_numbers: good, reason: reason.trim() === '' ? null : reason.trim() }, { onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title="Add several numbers" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Textarea
            label="Numbers"
            description="One on each line, or commas between, with + and the country code"
            placeholder={'+12025550109\n+12025550110'}
            minRows={6}
            maxRows={12}
            autosize
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {bad.length > 0 && (
            <Alert color="yellow" icon={<Icon name="warning" />}>
              <Text size="sm" mb={4}>
                {bad.length === 1 ? 'This is no number' : `These ${formatNumber(bad.length)} are not valid numbers`} in
                E.164 format:
              </Text>
              <Stack gap={4}>
                {bad.slice(0, SHOWN_BAD).map(({ line, text: wrong }) => (
                  <Text key={`${line} ${wrong}`} size="sm">
                    Line {line}: <Code>{wrong}</Code>
                  </Text>
                ))}
                {bad.length > SHOWN_BAD && <Text size="sm">and {formatNumber(bad.length - SHOWN_BAD)} more</Text>}
              </Stack>
              <Checkbox
                mt="sm"
                label="Leave them out"
                checked={leavesOut}
                onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
              />
            </Alert>
          )}
          <TextInput
            label="Reason"
            description="May be left empty"
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {tooMany && (
            <Alert color="red" icon={<Icon name="warning" />}>
              At most {formatNumber(MOST_IMPORTED_NUMBERS)} at once.
            </Alert>
          )}
          {add.error && (
            <Alert color="red" icon={<Icon name="warning" />} role="alert">
              {add.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={good.length === 0 || tooMany || (bad.length > 0 && !leavesOut)}
              loading={add.isPending}
            >
              {good.length === 1 ? 'Add 1 number' : `Add ${formatNumber(good.length)} numbers`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
