import type { Command } from '../command.ts';

/** A call. */
export const callCommands: readonly Command[] = [
  {
    name: 'call',
    words: ['NUMBER'],
    options: [
      { name: 'agent', value: 'ID|NAME', about: 'who calls; the first agent when left out' },
      { name: 'variables', value: 'JSON', about: `values of the agent's placeholders, such as '{"name": "Maria"}'` },
      { name: 'from', value: 'NUMBER', about: 'a number of the account, which the callee sees' },
      { name: 'watch', about: 'show the call live, until it has been analyzed' },
    ],
    summary: 'place a call; --watch shows it live: state, each turn as it is spoken, the result',
    needsService: true,
    load: async () => (await import('../call.ts')).call,
  },
  {
    name: 'doctor',
    words: ['CALL'],
    summary: 'say what was wrong with the line of a call that is over, with its signalling; 1 when it was bad',
    readsOnly: true,
    load: async () => (await import('../doctor.ts')).examineCall,
  },
  {
    name: 'hangup',
    words: ['CALL'],
    summary: 'end a call, wherever it is',
    needsService: true,
    load: async () => (await import('../hang-up.ts')).hangUp,
  },
];
