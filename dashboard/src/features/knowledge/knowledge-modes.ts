import { Knowledge } from '@parley/contract';

type Mode = Knowledge['mode'];

const modes: Record<Mode, { label: string; about: string }> = {
  both: {
    label: 'Both',
    about: 'The agent gets matching passages with each turn and can look up more. Right for most agents.',
  },
  context: {
    label: 'Shown with each turn',
    about: 'The agent gets passages that match the caller’s words before it answers. Fastest.',
  },
  tool: {
    label: 'Looked up when needed',
    about: 'The agent decides when to look something up, which takes a moment longer.',
  },
};

export const knowledgeModes = Object.entries(modes).map(([value, words]) => ({ value: value as Mode, ...words }));

/** How knowledge is used, in words. */
export function modeWords(mode: unknown): string {
  const known = Knowledge.shape.mode.safeParse(mode).data;
  return known ? modes[known].label : String(mode);
}
