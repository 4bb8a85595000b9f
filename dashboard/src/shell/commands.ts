import { spotlight } from '@mantine/spotlight';

/** Opens the command palette. */
export function openCommands(): void {
  spotlight.open();
}
