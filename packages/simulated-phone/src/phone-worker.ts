import { parentPort, workerData } from 'node:worker_threads';
import { preferPacedThread } from '@parley/rtp';
import { SimulatedPhone } from './simulated-phone.ts';
import type { PhoneThreadCommand, PhoneThreadData, PhoneThreadReport } from './thread-messages.ts';

const port = parentPort!;
const report = (message: PhoneThreadReport) => port.postMessage(message);

async function start(): Promise<void> {
  preferPacedThread();
  const phone = await SimulatedPhone.start({
    ...(workerData as PhoneThreadData),
    onEvent: (event) => report({ type: 'event', event }),
  });
  // There is one command.
  port.once('message', async (_command: PhoneThreadCommand) => {
    await phone.close();
    port.close();
  });
  report({ type: 'started', port: phone.port });
}

start().catch((error: NodeJS.ErrnoException) => {
  report({ type: 'notStarted', message: error.message, code: error.code ?? null });
  port.close();
});
