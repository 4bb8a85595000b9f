import { Button, Group } from '@mantine/core';

interface FormButtonsProps {
  /** What the button that sends the form says. */
  submit: string;
  isPending: boolean;
  onCancel: () => void;
}

/** Below a form in a dialog: leaves it, or sends it. */
export function FormButtons({ submit, isPending, onCancel }: FormButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </Group>
  );
}
