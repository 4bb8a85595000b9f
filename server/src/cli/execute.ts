import path from 'node:path';
import { CloseStack } from '../kernel/close-stack.ts';
import type { Arguments, Command, CommandResult, FilesContext, RunCommand } from './command.ts';

interface Report {
  say: (text: string) => void;
  progress: FilesContext['progress'];
}

/** Does a command on the data that the environment names, and closes what it opened. Only what the command needs is loaded. */
export async function execute(
  command: Command,
  given: Arguments,
  environment: Record<string, string | undefined>,
  { say, progress }: Report,
): Promise<CommandResult> {
  const closing = new CloseStack(() => {});
  const withDatabase = async (loading: Promise<RunCommand>): Promise<CommandResult> => {
    const [{ operatorConfig }, { openDatabase }, runCommand] = await Promise.all([
      import('./operator-config.ts'),
      import('./open-database.ts'),
      loading,
    ]);
    const config = await operatorConfig(environment);
    return runCommand({ ...given, db: await openDatabase(config, closing, command), config, say });
  };
  try {
    if ('load' in command) return await withDatabase(command.load());
    const runOnFiles = await command.loadOnFiles();
    return await runOnFiles({
      ...given,
      environment,
      dataDir: path.resolve(environment.PARLEY_DATA_DIR || './data'),
      progress,
      withDatabase: (run) => withDatabase(Promise.resolve(run)),
    });
  } finally {
    await closing.close();
  }
}
