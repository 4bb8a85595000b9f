import type { CallDetail } from '@parley/contract';
import { installationSecret } from '../accounts/installation.ts';
import { readCall } from '../calls/read-calls.ts';
import { RecordingLinks } from '../recordings/links.ts';
import type { CommandContext } from './command.ts';

/** The call as the interface tells it. */
export async function storedCall(
  { config, db }: Pick<CommandContext, 'config' | 'db'>,
  accountId: string,
  callId: string,
): Promise<CallDetail> {
  const links = new RecordingLinks({
    secret: await installationSecret(db, 'recordings'),
    publicUrl: () => config.http.publicUrl,
  });
  return (await readCall(db, links, accountId, callId))!;
}
