import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

const listeners = new Set<() => void>();
let requests = 0;

/** Opens the command palette, once it is loaded. */
export function openCommands(): void {
  requests += 1;
  for (const listener of listeners) listener();
}

/** How often it was to be opened. */
export const commandRequests = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  count: () => requests,
};
