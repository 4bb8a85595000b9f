import { refusedCredentials, type TestStep, unreadable } from '../account-test.ts';
import type { Application, NumberCommands } from './number-commands.ts';
import { TelnyxFault } from './telnyx-fault.ts';

interface Asked {
  commands: NumberCommands;
  connectionId: string;
}

/** Whether Telnyx takes calls of an account through its connection. Null: its API key cannot be read. */
export async function testConnection(asked: Asked | null): Promise<TestStep[]> {
  if (!asked) return [unreadable('API key')];
  const { commands, connectionId } = asked;
  const known: TestStep = { name: 'credentials', ok: true, detail: 'Telnyx takes the API key.', remedy: null };
  try {
    return [known, connectionStep(await commands.application(), connectionId)];
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

function connectionStep({ active, outbound, application_name: named }: Application, connectionId: string): TestStep {
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
  return { name, ok: true, detail: `${application} is active.`, remedy: null };
}
