import { openApiDocument, type Route, routes } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Parley } from './parley.ts';
import { API_KEY, LocalService } from './testing/local-service.ts';

type RouteName = keyof typeof routes;

const call = { agent_id: 'agent_1', recipient_phone: '+12025550101' };

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}

/** Every route of the contract has its method here, or this does not compile. */
const methods: Record<RouteName, (parley: Parley) => PromiseLike<unknown>> = {
  placeCall: (parley) => parley.calls.place(call),
  listCalls: (parley) => parley.calls.list({ limit: 2, status: 'failed', from: 1, to: 2 }),
  getCall: (parley) => parley.calls.get('call_1'),
  updateCall: (parley) => parley.calls.update('call_1', { on_hold: true }),
  whisper: (parley) => parley.calls.whisper('call_1', 'Be brief.'),
  transferCall: (parley) => parley.calls.transfer('call_1', '+12025550107'),
  hangUpCall: (parley) => parley.calls.hangUp('call_1'),
  exportCalls: (parley) => parley.calls.export({ outcome: 'confirmed' }),
  listCallEvents: (parley) => parley.calls.events('call_1'),
  getCallDiagnosis: (parley) => parley.calls.diagnosis('call_1'),
  getCallSignalling: (parley) => parley.calls.signalling('call_1'),
  getCallAudio: (parley) => parley.calls.audio('call_1'),
  getCallPeaks: (parley) => parley.calls.peaks('call_1'),
  streamEvents: (parley) => firstOf(parley.events.stream({ callId: 'call_1' })),
  erasePerson: (parley) => parley.erasures.create({ phone_number: '+12025550101' }),
  listAgents: (parley) => parley.agents.list(),
  getAgent: (parley) => parley.agents.get('agent_1'),
  updateAgent: (parley) => parley.agents.update('agent_1', { name: 'New name', turn_taking: { end_ms: 9000 } }),
  createAgent: (parley) => parley.agents.create({ name: 'New', prompt: 'Talk.' }),
  deleteAgent: (parley) => parley.agents.delete('agent_1'),
  listAgentVersions: (parley) => parley.agents.versions('agent_1'),
  getAgentVersion: (parley) => parley.agents.version('agent_1', 2),
  restoreAgentVersion: (parley) => parley.agents.restore('agent_1', 2),
  listDocuments: (parley) => parley.documents.list(),
  uploadDocument: (parley) => parley.documents.upload('# Hours', { type: 'text/markdown', name: 'Hours' }),
  searchDocuments: (parley) => parley.documents.search({ query: 'When?', limit: 3 }),
  getDocument: (parley) => parley.documents.get('doc_1'),
  updateDocument: (parley) => parley.documents.update('doc_1', { name: 'Hours' }),
  deleteDocument: (parley) => parley.documents.delete('doc_1'),
  createBatch: (parley) => parley.batches.create({ agent_id: 'agent_1', recipients: [{ phone: '+12025550101' }] }),
  listBatches: (parley) => parley.batches.list({ status: 'scheduled' }),
  getBatch: (parley) => parley.batches.get('batch_1'),
  cancelBatch: (parley) => parley.batches.cancel('batch_1'),
  pauseBatch: (parley) => parley.batches.pause('batch_1'),
  resumeBatch: (parley) => parley.batches.resume('batch_1'),
  retryBatch: (parley) => parley.batches.retry('batch_1', { end_reasons: ['busy'] }),
  getBatchResults: (parley) => parley.batches.results('batch_1'),
  listSoftphones: (parley) => parley.softphones.list(),
  createSoftphone: (parley) => parley.softphones.create({ name: 'ann' }),
  getSoftphone: (parley) => parley.softphones.get('sfp_1'),
  updateSoftphone: (parley) => parley.softphones.update('sfp_1', { srtp: 'required' }),
  deleteSoftphone: (parley) => parley.softphones.delete('sfp_1'),
  listSuppressions: (parley) => parley.suppressions.list({ phone_number: '+12025550109' }),
  createSuppression: (parley) => parley.suppressions.create({ phone_number: '+12025550109' }),
  getSuppression: (parley) => parley.suppressions.get('sup_1'),
  deleteSuppression: (parley) => parley.suppressions.delete('sup_1'),
  listWebhooks: (parley) => parley.webhooks.list(),
  createWebhook: (parley) => parley.webhooks.create({ url: 'https://example.com' }),
  getWebhook: (parley) => parley.webhooks.get('whk_1'),
  updateWebhook: (parley) => parley.webhooks.update('whk_1', { enabled: true }),
  deleteWebhook: (parley) => parley.webhooks.delete('whk_1'),
  rotateWebhookSecret: (parley) => parley.webhooks.rotateSecret('whk_1', { overlap: 60 }),
  testWebhook: (parley) => parley.webhooks.test('whk_1'),
  listDeliveries: (parley) => parley.webhooks.deliveries('whk_1', { status: 'failed' }),
  getDelivery: (parley) => parley.webhooks.delivery('whk_1', 'dlv_1'),
  redeliver: (parley) => parley.webhooks.redeliver('whk_1', 'dlv_1'),
  listNumbers: (parley) => parley.numbers.list(),
  listAvailableNumbers: (parley) => parley.numbers.available({ area_code: '415' }),
  addNumber: (parley) => parley.numbers.add({ phone_number: '+14155550123', trunk_id: 'trk_1' }),
  connectNumbers: (parley) =>
    parley.numbers.connectRange({ first_number: '+4930123400', last_number: '+4930123499', trunk_id: 'trk_1' }),
  getNumber: (parley) => parley.numbers.get('num_1'),
  updateNumber: (parley) => parley.numbers.update('num_1', { agent_id: null }),
  deleteNumber: (parley) => parley.numbers.release('num_1'),
  listProviders: (parley) => parley.providers.list(),
  createProvider: (parley) => parley.providers.create({ vendor: 'deepgram', api_key: 'secret' }),
  getProvider: (parley) => parley.providers.get('prv_1'),
  updateProvider: (parley) => parley.providers.update('prv_1', { api_key: 'other' }),
  deleteProvider: (parley) => parley.providers.delete('prv_1'),
  testProvider: (parley) => parley.providers.test('prv_1', { voice: 'aura-2-thalia-en' }),
  listVoices: (parley) => parley.providers.voices(),
  listModels: (parley) => parley.providers.models(),
  listPrices: (parley) => parley.providers.prices(),
  setPrices: (parley) =>
    parley.providers.setPrices({ data: [{ provider: 'trunk', unit: 'call_minute', price_micros: 7000 }] }),
  listCarriers: (parley) => parley.carriers.list(),
  createCarrier: (parley) =>
    parley.carriers.create({ kind: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'token' }),
  getCarrier: (parley) => parley.carriers.get('crr_1'),
  updateCarrier: (parley) => parley.carriers.update('crr_1', { name: 'Twilio' }),
  deleteCarrier: (parley) => parley.carriers.delete('crr_1'),
  testCarrier: (parley) => parley.carriers.test('crr_1'),
  listTrunks: (parley) => parley.trunks.list(),
  createTrunk: (parley) => parley.trunks.create({ name: 'PBX', host: 'pbx.example.com' }),
  tryTrunk: (parley) => parley.trunks.try({ host: 'pbx.example.com' }),
  listTrunkPresets: (parley) => parley.trunks.presets(),
  getTrunk: (parley) => parley.trunks.get('trk_1'),
  updateTrunk: (parley) => parley.trunks.update('trk_1', { max_calls: null }),
  deleteTrunk: (parley) => parley.trunks.delete('trk_1'),
  testTrunk: (parley) => parley.trunks.test('trk_1', { recipient_phone: '+493012345679' }),
  listKeys: (parley) => parley.keys.list(),
  createKey: (parley) => parley.keys.create({ name: 'Reports', permissions: ['calls:read'] }),
  getKey: (parley) => parley.keys.get('key_1'),
  updateKey: (parley) => parley.keys.update('key_1', { name: 'Weekly reports' }),
  rotateKey: (parley) => parley.keys.rotate('key_1', { overlap: 60 }),
  revokeKey: (parley) => parley.keys.revoke('key_1'),
  listUsers: (parley) => parley.users.list(),
  inviteUser: (parley) => parley.users.invite({ email: 'maria@example.com', role: 'member' }),
  getUser: (parley) => parley.users.get('usr_1'),
  updateUser: (parley) => parley.users.update('usr_1', { role: 'admin' }),
  makeUserLink: (parley) => parley.users.makeLink('usr_1', { remove_totp: true }),
  removeUser: (parley) => parley.users.remove('usr_1'),
};

const operations = Object.values(openApiDocument().paths).flatMap((item) => Object.values(item));

let service: LocalService;
let parley: Parley;

beforeAll(async () => {
  service = await LocalService.start();
  parley = new Parley({ apiKey: API_KEY, baseUrl: `${service.baseUrl}/`, maxRetries: 0 });
});
beforeEach(() => {
  service.requests.length = 0;
});
afterAll(() => service.close());

const templateOf = ({ method, path }: Route) => `${method} ${path.replace(/\{\w+\}/g, '*')}`;
const templateOfRequest = (name: RouteName) => {
  const { method, path } = service.requests[0]!;
  const idsAt = routes[name].path.split('/').map((part) => part.startsWith('{'));
  return `${method} ${path
    .split('/')
    .map((part, index) => (idsAt[index] ? '*' : part))
    .join('/')}`;
};

describe.each(Object.keys(methods) as RouteName[])('%s', (name) => {
  it('is sent as the contract says, and returns what the service responded', async () => {
    const result = await methods[name](parley);
    expect(templateOfRequest(name)).toBe(templateOf(routes[name]));
    const { success, file } = routes[name] as Route;
    if (file) expect(result).toBeInstanceOf(Uint8Array);
    else expect(success.body?.parse(result)).toEqual(result);
  });

  it('works as the reference shows it', async () => {
    const sample = operations.find(({ operationId }) => operationId === name)?.['x-codeSamples']?.[0]?.source;
    const run = new Function('parley', 'console', `return (async () => { ${sample} })();`);
    await run(parley, { log: () => {} });
    expect(templateOfRequest(name)).toBe(templateOf(routes[name]));
  });
});

it('sends a body only where there is one, as JSON', async () => {
  await parley.calls.hangUp('call_1');
  await parley.calls.place(call);
  expect(service.requests.map(({ body }) => body)).toEqual([undefined, call]);
  expect(service.requests.map(({ headers }) => headers['content-type'])).toEqual([undefined, 'application/json']);
});

it('leaves out what is undefined in a query', async () => {
  await parley.calls.list({ limit: 2, status: undefined });
  expect(service.requests[0]?.query).toEqual({ limit: '2' });
});

it('never lets an identifier lead to another endpoint', async () => {
  await parley.calls.get('../agents?x=1#y');
  expect(service.requests[0]?.path).toBe('/calls/..%2Fagents%3Fx%3D1%23y');
  await expect(parley.calls.get('..')).rejects.toThrow(TypeError);
  await expect(parley.calls.get('')).rejects.toThrow(TypeError);
  expect(service.requests).toHaveLength(1);
});

it('refuses a client that cannot work', () => {
  expect(() => new Parley({ apiKey: '', baseUrl: service.baseUrl })).toThrow('apiKey');
  expect(() => new Parley({ apiKey: API_KEY, baseUrl: '127.0.0.1:3000/v1' })).toThrow('baseUrl');
});
