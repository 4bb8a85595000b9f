import type { Command } from './command.ts';
import { accountCommands } from './commands/account-commands.ts';
import { agentCommands } from './commands/agent-commands.ts';
import { callCommands } from './commands/call-commands.ts';
import { lineCommands } from './commands/line-commands.ts';
import { vendorCommands } from './commands/vendor-commands.ts';

/** Everything that can be typed. What a command does is loaded when it is run. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...agentCommands,
  ...lineCommands,
  ...vendorCommands,
  ...callCommands,
];
