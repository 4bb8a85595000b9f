// Receives events: registers this address as a webhook, verifies what is posted to it, and goes away with Ctrl-C.
import { createServer, type IncomingMessage } from 'node:http';
import {
  type CreatedWebhook,
  Parley,
  ParleyError,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '@parley/client';

const port = Number(process.env.PORT ?? 8080);
// What the service can reach. In production: your public https address.
const address = process.env.WEBHOOK_ADDRESS ?? `http://127.0.0.1:${port}/`;

const { PARLEY_API_KEY: apiKey, PARLEY_BASE_URL: baseUrl = 'http://127.0.0.1:3000/v1' } = process.env;
if (!apiKey) {
  console.error('PARLEY_API_KEY is missing: the key that the service printed at its first start.');
  process.exit(1);
}
const parley = new Parley({ apiKey, baseUrl });

async function register(): Promise<CreatedWebhook> {
  try {
    return await parley.webhooks.create({
      url: address,
      events: ['call.answered', 'call.completed', 'call.failed'],
    });
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    // A private address needs the permission of the operator: the message says which.
    console.error(`${error.code}: ${error.message}`);
    process.exit(1);
  }
}

const webhook = await register();

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Events that were handled. A real receiver keeps them where its work is kept, in the same transaction. */
const handled = new Set<string>();

function handle(event: WebhookEvent): void {
  if (handled.has(event.id)) return;
  handled.add(event.id);
  switch (event.type) {
    case 'call.answered':
      console.log(`${event.data.call_id} was answered`);
      break;
    case 'call.completed':
    case 'call.failed':
      console.log(`${event.data.call_id} ${event.data.status} (${event.data.end_reason}): ${event.data.summary}`);
      break;
    default:
      console.log(event.type);
  }
}

const server = createServer(async (request, response) => {
  try {
    const payload = await bodyOf(request);
    const event = await verifyWebhook({ payload, headers: request.headers, secret: webhook.secret });
    // First the answer, then the work: what takes over 15 seconds is sent again.
    response.writeHead(204).end();
    handle(event);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) console.error(error);
    response.writeHead(400).end();
  }
});
server.listen(port, () => console.log(`${webhook.webhook_id} posts to ${address}`));

process.once('SIGINT', async () => {
  await parley.webhooks.delete(webhook.webhook_id);
  server.close();
  server.closeAllConnections();
});
