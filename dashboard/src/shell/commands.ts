import { createSpotlight } from '@mantine/spotlight';

/** The command palette: what it is now, and opening it. */
export const [commandStore, commands] = createSpotlight();
