import { createHmac, randomBytes } from 'node:crypto';
import { openApiDocument } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookToVerify } from './verify-webhook.ts';

const NOW_S = 1_763_128_818;
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const event = openApiDocument().webhooks['call.completed']?.post.requestBody?.content['application/json']?.example;
const payload = JSON.stringify(event);

/** As the service signs (Standard Webhooks), by another implementation than the one under test. */
function signature(options: { secret?: string; timestamp?: number; payload?: string } = {}): string {
  const key = Buffer.from((options.secret ?? secret).slice('whsec_'.length), 'base64');
  const text = `evt_1.${options.timestamp ?? NOW_S}.${options.payload ?? payload}`;
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

const headersOf = (signatures: string, timestamp = NOW_S) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatures,
});

const verify = (changes: Partial<WebhookToVerify>) =>
  verifyWebhook({ payload, headers: headersOf(signature()), secret, nowS: NOW_S, ...changes });

describe('what Parley signed', () => {
  it('is the event, with its type', async () => {
    const verified = await verify({});
    expect(verified).toEqual(event);
    expect(verified.type === 'call.completed' && verified.data.status).toBe('completed');
  });

  it.each<[string, WebhookToVerify['headers']]>([
    ['Headers', new Headers(headersOf(signature()))],
    ["Node's headers", { ...headersOf(signature()), host: 'example.com', 'set-cookie': ['a', 'b'] }],
    [
      'headers in capitals',
      { 'Webhook-Id': 'evt_1', 'Webhook-Timestamp': `${NOW_S}`, 'WEBHOOK-SIGNATURE': signature() },
    ],
  ])('is known by %s', async (_, headers) => {
    await expect(verify({ headers })).resolves.toEqual(event);
  });

  it('is known by its bytes, too', async () => {
    await expect(verify({ payload: Buffer.from(payload) })).resolves.toEqual(event);
  });

  it('is known by one signature of several, while a secret is changed over', async () => {
    const headers = headersOf(`${signature({ secret: newSecret() })} v1a,AAAA ${signature()}`);
    await expect(verify({ headers })).resolves.toEqual(event);
  });

  it('is known by one secret of several', async () => {
    await expect(verify({ secret: [newSecret(), secret] })).resolves.toEqual(event);
  });

  it.each([-300, 300])('may be %s s off', async (offS) => {
    const timestamp = NOW_S + offS;
    await expect(verify({ headers: headersOf(signature({ timestamp }), timestamp) })).resolves.toEqual(event);
  });
});

describe('what Parley did not sign', () => {
  const rejected = (changes: Partial<WebhookToVerify>, reason: string) =>
    expect(verify(changes)).rejects.toMatchObject({ name: 'WebhookVerificationError', reason });

  it('has another body', () => rejected({ payload: `${payload} ` }, 'no_matching_signature'));
  it('has another secret', () => rejected({ secret: newSecret() }, 'no_matching_signature'));
  it('has another id', () =>
    rejected({ headers: { ...headersOf(signature()), 'webhook-id': 'evt_2' } }, 'no_matching_signature'));
  it('has another time than the one that was signed', () =>
    rejected({ headers: headersOf(signature(), NOW_S + 1) }, 'no_matching_signature'));
  it.each(['', 'v1', 'v1,', 'v1,=%=', 'v2,AAAA', 'AAAA'].map((text) => [text || 'nothing', text]))(
    'has %s for a signature',
    (_, text) => rejected({ headers: headersOf(text) }, text === '' ? 'missing_header' : 'no_matching_signature'),
  );
  it('has a signature of another version', () =>
    rejected({ headers: headersOf(signature().replace('v1,', 'v2,')) }, 'no_matching_signature'));
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('lacks %s', (name) =>
    rejected({ headers: { ...headersOf(signature()), [name]: undefined } }, 'missing_header'),
  );
  it.each([-301, 301])('is %s s off', (offS) => {
    const timestamp = NOW_S + offS;
    return rejected({ headers: headersOf(signature({ timestamp }), timestamp) }, 'timestamp_out_of_tolerance');
  });
  it('has a time that is none', () =>
    rejected({ headers: { ...headersOf(signature()), 'webhook-timestamp': 'now' } }, 'timestamp_out_of_tolerance'));
});

it('says when the secret cannot be one', async () => {
  for (const wrong of ['', 'whsec_', 'whsec_***']) {
    await expect(verify({ secret: wrong })).rejects.toMatchObject({ reason: 'invalid_secret' });
  }
});

it('says when something signed is no JSON', async () => {
  const headers = headersOf(signature({ payload: '{' }));
  await expect(verify({ payload: '{', headers })).rejects.toMatchObject({ reason: 'invalid_payload' });
});
