import { eventMeanings } from '@parley/contract';
import { codePanel, curl, json } from '../code.ts';
import { html } from '../html.ts';
import type { Section } from '../section.ts';
import type { GuideContext } from './guide-context.ts';
import { code, rowTable } from './tables.ts';

export function aboutWebhooks(context: GuideContext): Section[] {
  return [webhooks(context), verification(context), deliveries()];
}

function webhooks({ document, baseUrl }: GuideContext): Section {
  const events = Object.entries(eventMeanings).map(([type, meaning]) => [code(type), meaning]);
  const example = (type: string) => document.webhooks[type]?.post.requestBody?.content['application/json']?.example;
  const create = document.paths['/webhooks']?.post?.requestBody?.content['application/json']?.example;
  return {
    id: 'webhooks',
    title: 'Webhooks',
    prose: html`<p>Register an address with <a href="#createWebhook">POST /webhooks</a>, and events are posted to it as they happen. The answer holds the secret that verifies them; it is shown once. Left out, <code>events</code> are <code>call.completed</code> and <code>call.failed</code>.</p>
${rowTable(['Event', 'When'], events)}
<p>The body is <code>{id, type, created_at, data}</code>, and <code>type</code> tells what <code>data</code> is: of <code>call.…</code> <a href="#object-Call">the Call</a> as it was at that moment, of <code>batch.completed</code> <a href="#object-Batch">the Batch</a>, of <code>webhook.test</code> an object with a <code>message</code>.</p>
<p>Addresses that resolve to private, loopback or link-local ranges are refused, unless the service is started with <code>PARLEY_ALLOW_PRIVATE_WEBHOOKS=true</code>.</p>`,
    code: html`${codePanel('curl', curl({ method: 'POST', url: `${baseUrl}/webhooks`, body: create }), 'curl')}${codePanel('@parley/client', `const { secret } = await parley.webhooks.create({\n  url: 'https://example.com/hooks/parley',\n});`, 'client')}${codePanel('batch.completed', json(example('batch.completed')))}${codePanel('webhook.test', json(example('webhook.test')))}`,
  };
}

const IN_JAVASCRIPT = `import { createServer } from 'node:http';
import { verifyWebhook } from '@parley/client';

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  try {
    const event = await verifyWebhook({
      payload: Buffer.concat(chunks),
      headers: request.headers,
      secret: process.env.PARLEY_WEBHOOK_SECRET,
    });
    response.writeHead(204).end();
    if (event.type === 'call.completed') {
      console.log(event.data.outcome);
    }
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;

const IN_PYTHON = `import hmac, time
from base64 import b64decode, b64encode

def verify(headers, body: bytes, secret: str) -> bool:
    id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    mac = hmac.new(key, signed, "sha256").digest()
    expected = "v1," + b64encode(mac).decode()
    given = headers["webhook-signature"].split()
    return any(hmac.compare_digest(expected, one)
               for one in given)`;

function verification({ document }: GuideContext): Section {
  const headers = (document.webhooks['call.completed']?.post.parameters ?? []).map(({ name, description }) => [
    code(name),
    description.replaceAll('`', ''),
  ]);
  return {
    id: 'verify-webhooks',
    title: 'Verify webhooks',
    prose: html`<p>Anyone can post to your address. Believe only what is signed, after <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, for which most languages have a library:</p>
${rowTable(['Header', 'What it holds'], headers)}
<ol><li>Take the body as bytes, before anything parses it.</li>
<li>Refuse it when <code>webhook-timestamp</code> is more than five minutes off: it may be a replay.</li>
<li>Compute HMAC-SHA256 over <code>id.timestamp.body</code>. The key is the part after <code>whsec_</code>, decoded from base64.</li>
<li>Compare it in constant time with each signature in <code>webhook-signature</code>; one must match. There are two while a <a href="#rotateWebhookSecret">secret is changed over</a>.</li>
<li>Answer 2xx at once, then work. Remember <code>webhook-id</code>: an event may come twice.</li></ol>`,
    code: html`${codePanel('Node.js', IN_JAVASCRIPT)}${codePanel('Python', IN_PYTHON)}`,
  };
}

function deliveries(): Section {
  return {
    id: 'webhook-deliveries',
    title: 'Retries',
    prose: html`<p>A 2xx within 15 seconds counts as received. Anything else is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each a little later by chance. 410 disables the webhook at once; ten failures in a row without a success for 7 days disable it, too. <a href="#updateWebhook">Enable it again</a> when the receiver is well.</p>
<p>The <a href="#listDeliveries">log of deliveries</a> tells what was answered, <a href="#redeliver">each can be sent again</a>, and <a href="#testWebhook">a test event</a> tries the way.</p>`,
  };
}
