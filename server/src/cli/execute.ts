import { CloseStack } from '../kernel/close-stack.ts';
import type { Arguments, Command, CommandResult } from './command.ts';

/** Does a command on the data that the environment names, and closes what it opened. Only what the command needs is loaded. */
export async function execute(
  command: Command,
  given: Arguments,
  environment: Record<string, string | undefined>,
  say: (text: string) => void,
): Promise<CommandResult> {
  const closing = new CloseStack(() => {});
  try {
    const [{ operatorConfig }, { openDatabase }, runCommand] = await Promise.all([
      import('./operator-config.ts'),
      import('./open-database.ts'),
      command.load(),
    ]);
    const config = await operatorConfig(environment);
    return await runCommand({ ...given, db: await openDatabase(config, closing, command), config, say });
  } finally {
    await closing.close();
  }
}
