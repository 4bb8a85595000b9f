import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveClient } from '../support/live-client.ts';
import { Service } from '../support/service.ts';

let service: Service;
let agentId: string;
let accountId: string;
let other: { account_id: string; api_key: string };

async function keyWith(...permissions: string[]): Promise<string> {
  const made = await service.parley('keys', 'create', '--account', accountId, '--permissions', permissions.join(','));
  return made.api_key;
}

beforeAll(async () => {
  service = await Service.start({ PARLEY_CONCURRENT_CALLS: '1' });
  const { body } = await service.request('GET', '/agents');
  agentId = body.data[0].agent_id;
  const { data } = await service.parley('accounts', 'list');
  accountId = data[0].account_id;
  other = await service.parley('accounts', 'create', '--name', 'Other', '--plan', 'starter');
});

afterAll(() => service?.remove());

/** Asks for the socket as a program that reads the refusal. */
function refusal(headers: Record<string, string>): Promise<{ status: number; body: any }> {
  return new Promise((resolve, reject) => {
    const asking = request({
      host: '127.0.0.1',
      port: service.address.port,
      path: '/dashboard/live',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    asking.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the socket was opened'));
    });
    asking.on('response', (response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
    });
    asking.on('error', reject);
    asking.end();
  });
}

test('the socket does not open without a key, nor for a page of another site', async () => {
  expect(await refusal({})).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  expect(await refusal({ authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
  const authorization = `Bearer ${service.apiKey}`;
  const crossSite = await refusal({ authorization, origin: 'https://example.com' });
  expect(crossSite).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  expect(await refusal({ authorization, origin: 'null' })).toMatchObject({ status: 403 });
  const agentsAlone = await keyWith('agents:read');
  expect(await refusal({ authorization: `Bearer ${agentsAlone}` })).toMatchObject({ status: 403 });
  const own = await LiveClient.connect(service, {
    headers: { authorization, origin: `http://127.0.0.1:${service.address.port}` },
  });
  own.close();
});

test('a wish to upgrade anywhere else is a request like any other', async () => {
  const { status, body } = await new Promise<{ status: number; body: any }>((resolve, reject) => {
    const asking = request({
      host: '127.0.0.1',
      port: service.address.port,
      path: '/v1/agents',
      headers: { connection: 'Upgrade', upgrade: 'h2c', authorization: `Bearer ${service.apiKey}` },
    });
    asking.on('response', (response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
    });
    asking.on('error', reject);
    asking.end();
  });
  expect(status).toBe(200);
  expect(body.total).toBeGreaterThan(0);
});

test.each([
  ['no JSON', (client: LiveClient) => client.sendText('{')],
  ['no object', (client: LiveClient) => client.sendText('[]')],
])('a text message that is %s closes the socket', async (_name, send) => {
  const client = await LiveClient.connect(service);
  send(client);
  expect(await client.closed.promise).toMatchObject({ code: 4400 });
});

test('commands are checked by the contract, and refused without closing', async () => {
  const client = await LiveClient.connect(service);
  const refused = async (text: string) => {
    const before = client.messages.length;
    client.sendText(text);
    await client.until(() => client.messages.length > before);
    return client.messages.at(-1);
  };
  const invalid = (param: string) => ({ type: 'error', error: { code: 'invalid_request', param } });
  expect(await refused('{}')).toMatchObject(invalid('type'));
  expect(await refused('{"type":"sing"}')).toMatchObject(invalid('type'));
  expect(await refused('{"type":"talk"}')).toMatchObject(invalid('agent_id'));
  expect(await refused(`{"type":"talk","agent_id":"${agentId}","volume":3}`)).toMatchObject(invalid('volume'));
  expect(await refused(`{"type":"talk","agent_id":"${agentId}","sample_rate":44100}`)).toMatchObject(
    invalid('sample_rate'),
  );
  expect(await refused('{"type":"talk","agent_id":"agent_nobody"}')).toMatchObject({
    command: 'talk',
    error: { code: 'not_found', param: 'agent_id' },
  });
  expect(await refused('{"type":"dtmf","digit":"5"}')).toMatchObject({ error: { code: 'unprocessable' } });
  const missing = { type: 'talk', agent_id: agentId, settings: { name: 'New', prompt: 'Greet {{guest}}.' } };
  expect(await refused(JSON.stringify(missing))).toMatchObject({
    error: { code: 'unprocessable', param: 'variables.guest' },
  });
  client.close();
});

test('another account’s agent is not there, and reading alone is no permission to talk', async () => {
  const outsider = await LiveClient.connect(service, { key: other.api_key });
  outsider.send({ type: 'talk', agent_id: agentId });
  expect(await outsider.next('error')).toMatchObject({ error: { code: 'not_found', param: 'agent_id' } });
  outsider.close();
  const viewer = await LiveClient.connect(service, { key: await keyWith('calls:read') });
  viewer.send({ type: 'talk', agent_id: agentId });
  expect(await viewer.next('error')).toMatchObject({ error: { code: 'forbidden' } });
  viewer.close();
});

test('an unsaved draft is tried without a version, and the call counts as one at once', async () => {
  const client = await LiveClient.connect(service);
  client.openMicrophone();
  const settings = {
    name: 'Draft',
    prompt: 'You are a greeter.',
    first_message: 'Welcome to the Grand Hotel.',
    status: 'inactive' as const,
  };
  client.send({ type: 'talk', agent_id: agentId, settings });
  await client.next('turn', ({ turn }) => turn.text === 'Welcome to the Grand Hotel.');

  const second = await LiveClient.connect(service);
  second.send({ type: 'talk', agent_id: agentId });
  expect(await second.next('error')).toMatchObject({ error: { code: 'rate_limited' } });
  second.close();
  const placed = await service.request('POST', '/call', {
    body: { agent_id: agentId, recipient_phone: '+12025550101' },
  });
  expect(placed.status).toBe(429);

  const { call_id: callId } = await client.next('call');
  // It goes away without a word.
  client.close();
  const call = await service.callOver(callId);
  expect(call).toMatchObject({ agent_id: agentId, agent_version: 1, end_reason: 'user_hangup', status: 'completed' });
  expect((await service.request('GET', `/agents/${agentId}`)).body).toMatchObject({
    version: 1,
    name: 'Appointment reminder',
  });
});

test('frames that are none close the socket, and end its call', async () => {
  const client = await LiveClient.connect(service);
  client.send({ type: 'talk', agent_id: agentId });
  const { call_id: callId } = await client.next('call');
  client.sendBytes(new Uint8Array(7));
  expect(await client.closed.promise).toMatchObject({ code: 4400 });
  expect(await service.callOver(callId)).toMatchObject({ end_reason: 'user_hangup' });
});

test('a key is heard, and POST /calls/{call_id}/hangup ends a call in a browser', async () => {
  const client = await LiveClient.connect(service);
  client.openMicrophone();
  client.send({ type: 'talk', agent_id: agentId });
  const { call_id: callId } = await client.next('call');
  await client.next('phase', ({ phase }) => phase === 'talking');
  client.send({ type: 'dtmf', digit: '5' });
  await client.next('turn', ({ turn }) => turn.role === 'user' && turn.text === '[keys: 5]');
  await service.request('POST', `/calls/${callId}/hangup`);
  expect(await client.next('ended')).toMatchObject({ end_reason: 'agent_hangup' });
  expect(await client.closed.promise).toMatchObject({ code: 1000 });
});

test('kill -9 in mid-call ends a call in a browser like any other', async () => {
  const client = await LiveClient.connect(service);
  client.openMicrophone();
  client.send({ type: 'talk', agent_id: agentId });
  const { call_id: callId } = await client.next('call');
  await client.next('turn');
  // Its second turn asks whether anybody is there: the first one has been stored by then.
  await client.until(() => client.said('agent').length > 1);
  await service.stop('SIGKILL');
  await client.closed.promise;
  await service.start();
  const call = await service.callOver(callId);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'interrupted_by_restart', channel: 'browser' });
  expect(call.transcript.length).toBeGreaterThan(0);
});

test('a service that stops says so, and ends what is open', async () => {
  const idle = await LiveClient.connect(service);
  const talking = await LiveClient.connect(service);
  talking.send({ type: 'talk', agent_id: agentId });
  const { call_id: callId } = await talking.next('call');
  await service.stop('SIGTERM');
  expect(await idle.closed.promise).toMatchObject({ code: 1001 });
  await talking.closed.promise;
  await service.start();
  expect(await service.callOver(callId)).toMatchObject({ end_reason: 'interrupted_by_restart' });
});
