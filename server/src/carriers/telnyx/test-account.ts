import { refusedCredentials, type TestStep } from '../account-test.ts';
import type { Application, NumberCommands } from './number-commands.ts';
import { TelnyxFault } from './telnyx-fault.ts';

interface Asked {
  commands: NumberCommands;
  connectionId: string;
  /** Where the application should report calls to its numbers. */
  webhookUrl: string;
}

/** Whether Telnyx takes calls of an account through its connection, and where it reports those to its numbers. */
export async function testConnection({ commands, connectionId, webhookUrl }: Asked): Promise<TestStep[]> {
  const known: TestStep = { name: 'credentials', ok: true, detail: 'Telnyx takes the API key.', remedy: null };
  try {
    return [known, connectionStep(await commands.application(), { connectionId, webhookUrl })];
  } catch (error) {
    const fault = TelnyxFault.of(error);
    if (!fault.isOver) {
      const wrong = 'Enter the API key again, as the Telnyx portal shows it.';
      return [refusedCredentials(fault, { wrong, host: 'api.telnyx.com' })];
    }
    const detail = `This Telnyx account has no Voice API application ${connectionId}.`;
    const remedy =
      'Connect it again, with the ID of the application as the Telnyx portal shows it (Voice, Programmable Voice).';
    return [known, { name: 'connection', ok: false, detail, remedy }];
  }
}

function connectionStep(
  { active, outbound, application_name: named, webhook_event_url: reportedTo }: Application,
  { connectionId, webhookUrl }: Pick<Asked, 'connectionId' | 'webhookUrl'>,
): TestStep {
  const name = 'connection';
  const application = `The Voice API application ${named} (${connectionId})`;
  if (!active) {
    const remedy = 'Activate it in the Telnyx portal; calls are refused meanwhile.';
    return { name, ok: false, detail: `${application} is not active.`, remedy };
  }
  if (!outbound?.outbound_voice_profile_id) {
    const remedy = 'Choose one in the Telnyx portal, in the outbound settings of the application.';
    return { name, ok: false, detail: `${application} has no outbound voice profile: it cannot call.`, remedy };
  }
  // Of another application's webhook nothing is said: buying or connecting a number sets it.
  if (reportedTo && reportedTo !== webhookUrl && pathOf(reportedTo) === pathOf(webhookUrl)) {
    const detail = `${application} reports calls to its numbers to an earlier address: ${reportedTo}.`;
    return {
      name,
      ok: false,
      detail,
      remedy: `Connect one of its numbers again, or set its webhook URL in the Telnyx portal to ${webhookUrl}.`,
    };
  }
  return { name, ok: true, detail: `${application} is active.`, remedy: null };
}

/** From our own path on: PUBLIC_URL may have one itself. */
const pathOf = (url: string) => /\/carriers\/telnyx\/accounts\/[^/]+\/events$/.exec(url)?.[0];
