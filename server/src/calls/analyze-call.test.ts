import type { AgentPatch, TranscriptTurn } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChatRequest, type FakeAnswer, FakeOpenAi } from '../../../tests/support/fake-openai.ts';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { AgentVersions } from '../agents/agent-versions.ts';
import { updateAgent } from '../agents/change-agent.ts';
import { ModelAnalyst } from '../analysis/model-analyst.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { operatorOf, systemOf } from '../kernel/principal.ts';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { MediaResult } from '../media/media.ts';
import { setPrices } from '../prices/prices.ts';
import { RecordingLinks } from '../recordings/links.ts';
import { analyzeCall } from './analyze-call.ts';
import { advance } from './call-record.ts';
import { finishCall } from './finish-call.ts';
import type { AnalyzerDependencies } from './finish-dependencies.ts';
import { placeCall } from './place-call.ts';
import { readCall } from './read-calls.ts';

const log = createLogger({ level: 'silent', personalData: false });
const links = new RecordingLinks({ secret: Buffer.from('secret'), publicUrl: () => 'http://127.0.0.1' });
const judgement = { summary: 'They agreed on Friday.', sentiment: 'positive', outcome: 'failure' };
const extraction = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };
const turn = (role: 'agent' | 'user', text: string, start: number): TranscriptTurn => ({
  ...{ role, text, start, end: start + 1, interrupted: false },
});
const TURNS = [turn('agent', 'Which day?', 0), turn('user', 'Friday, please.', 1)];

let scratch: ScratchDatabase;
let jobs: Jobs;
let account: ProvisionedAccount;
let server: FakeOpenAi;
let mind: ProviderConnection;
let no = 0;

beforeAll(async () => {
  scratch = await openScratchTables();
  jobs = await Jobs.start(scratch.db, log);
  server = await FakeOpenAi.start(() => ({}));
  server.models.add('second-model');
  const abilities = ['model'] as const;
  mind = { vendor: 'openai-compatible', name: 'mind', baseUrl: server.url, apiKey: null, abilities };
  account = await provisionAccount(scratch.db, {
    ...{ name: 'Acme', plan: 'enterprise', enterpriseLimits: { callsPerMinute: 100, concurrentCalls: 100 } },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
});
beforeEach(() => {
  server.requests.length = 0;
  server.answer = usual;
});
afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
  await server?.close();
});

const asksForData = ({ body }: ChatRequest) => body.messages[0].content.includes('You read data');
const usage = { prompt_tokens: 1000, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 400 } };
const usual = (request: ChatRequest): FakeAnswer => ({
  ...{ text: [asksForData(request) ? '{"day": "Friday"}' : JSON.stringify(judgement)], usage },
});

interface Talk {
  media?: Partial<MediaResult>;
  ownModel?: ProviderConnection;
  limitMs?: number;
}

/** A call of the agent with these settings that is over and analyzed. */
async function analyzed(settings: AgentPatch, { media, ownModel, limitMs }: Talk = {}) {
  const { db } = scratch;
  const { accountId, agentId } = account;
  const none = { extraction: null, outcomes: [], fallbacks: { transcriber: [], model: [], voice_id: [] } };
  await updateAgent(db, operatorOf(accountId), agentId, { ...none, ...settings });
  no += 1;
  const request = { agent_id: agentId, recipient_phone: `+1202555${String(no).padStart(4, '0')}` };
  const routing = { routesTo: async () => [{ name: 'sip', simulated: false, callerId: null }] };
  const { call_id: callId } = (await placeCall(db, routing, systemOf(accountId), request)).call;
  await db.query("update calls set state = 'dialing' where call_id = $1", [callId]);
  await db.transaction((tx) => advance(tx, callId, 'answered', { answeredAt: new Date() }));
  const analyst = new ModelAnalyst({
    ...{ db, connections: { of: async () => [mind] }, log },
    ownModel: ownModel ? { provider: ownModel, name: 'test-model' } : null,
  });
  const analyzer: AnalyzerDependencies = { agentVersions: new AgentVersions(), links, analyst, limitMs };
  const result: MediaResult = {
    ...{ turns: TURNS, answeredBy: 'human', responseMs: [], usage: [], outcomeHint: null, warnings: [] },
    ...{ recording: null, stats: null, ...media },
  };
  const endedAt = new Date(Date.now() + 90_000);
  const ending = { endReason: 'agent_hangup', endedBy: 'agent', sipCode: null, media: result, endedAt } as const;
  await finishCall(db, { jobs, analyzer }, callId, ending);
  await analyzeCall(db, { jobs, analyzer }, callId);
  return (await readCall(db, links, accountId, callId))!;
}

const withMind = { model: 'mind/test-model', extraction };

describe('an analysis', () => {
  test("is made by the agent's own model, with the data of its schema", async () => {
    const call = await analyzed(withMind);
    expect(call).toMatchObject(judgement);
    expect(call.analysis).toEqual({ method: 'model', warnings: [], data: { day: 'Friday' } });
    expect(new Set(server.requests.map(({ body }) => body.model))).toEqual(new Set(['test-model']));
  });

  test.each([
    ['an outcome of its own', 'booked'],
    ['one that every call may have', 'Success'],
  ])('never replaces the outcome that the agent named: %s', async (_, outcomeHint) => {
    const call = await analyzed({ ...withMind, outcomes: ['booked'] }, { media: { outcomeHint } });
    expect([call.outcome, call.summary]).toEqual([outcomeHint.toLowerCase(), judgement.summary]);
  });

  test('takes no outcome from the agent that there is not', async () => {
    expect((await analyzed(withMind, { media: { outcomeHint: 'invented' } })).outcome).toBe('failure');
  });

  test("is made by the operator's model where the agent has none", async () => {
    const call = await analyzed({ model: 'builtin/script' }, { ownModel: mind });
    expect(call.analysis).toEqual({ method: 'model', warnings: [], data: null });
  });

  test('is made by a fallback where the model fails, and both are paid for', async () => {
    const fallbacks = { model: ['mind/second-model'] };
    server.answer = (request) =>
      request.body.model === 'test-model' && !asksForData(request) ? { text: ['No.'], usage } : usual(request);
    const call = await analyzed({ ...withMind, fallbacks });
    expect([call.analysis!.method, call.analysis!.warnings, call.analysis!.data]).toEqual([
      'model',
      [],
      { day: 'Friday' },
    ]);
    expect(new Set(call.cost!.items.map(({ name }) => name))).toContain('second-model');
  });

  test('is made by rules where nothing was said, without asking a model', async () => {
    const call = await analyzed(withMind, { media: { turns: TURNS.slice(0, 1) } });
    expect(call.analysis).toEqual({ method: 'rules', warnings: [], data: null });
    expect(server.requests).toEqual([]);
  });

  test('is made by rules without any model; a schema is a warning then', async () => {
    const [warning] = (await analyzed({ model: 'builtin/script', extraction })).analysis!.warnings;
    expect(warning).toBe('The data of the call could not be extracted: that takes a language model, and none read it.');
    expect((await analyzed({ model: 'builtin/script' })).analysis).toEqual({
      method: 'rules',
      warnings: [],
      data: null,
    });
  });

  test('is made by rules when the model does not answer in time', async () => {
    server.answer = () => ({ hangs: 'at_once' });
    const beganMs = performance.now();
    const { analysis } = await analyzed(withMind, { limitMs: 400 });
    expect(performance.now() - beganMs).toBeLessThan(20_000);
    expect([analysis!.method, analysis!.data]).toEqual(['rules', null]);
    expect(analysis!.warnings).toEqual([
      expect.stringContaining('The data of the call could not be extracted'),
      'The analysis by the model failed; plain rules did it.',
    ]);
  });

  test('of data that PostgreSQL cannot store leaves that out', async () => {
    server.answer = (request) =>
      asksForData(request) ? { text: ['{"day": "Fri\\u0000day\\ud800"}'] } : usual(request);
    expect((await analyzed(withMind)).analysis!.data).toEqual({ day: 'Friday\ufffd' });
  });
});

describe('a cost', () => {
  const media = {
    usage: [
      {
        kind: 'model',
        provider: 'mind',
        vendor: 'openai-compatible',
        name: 'test-model',
        unit: 'output_token',
        quantity: 3,
      },
      {
        kind: 'voice',
        provider: 'Main',
        vendor: 'deepgram',
        name: 'aura-2-thalia-en',
        unit: 'character',
        quantity: 1001,
      },
      { kind: 'voice', provider: 'builtin', vendor: 'builtin', name: 'rms', unit: 'character', quantity: 10 },
    ] satisfies MediaResult['usage'],
  };

  test('has the conversation, the telephone network and the analysis, by whole millionths', async () => {
    const own = {
      data: [
        { provider: 'trunk', unit: 'call_minute', price_micros: 7000 },
        { provider: 'mind', unit: 'million_input_tokens', price_micros: 150_000 },
        { provider: 'mind', unit: 'million_cached_input_tokens', price_micros: 75_000 },
        { provider: 'openai-compatible', unit: 'million_output_tokens', price_micros: 600_000 },
      ],
    } as const;
    await setPrices(scratch.db, operatorOf(account.accountId), { data: [...own.data] }, '2026-11-22');
    const { cost } = await analyzed({ model: 'mind/test-model' }, { media });
    const priced = cost!.items.map(({ kind, unit, quantity, micros }) => [kind, unit, quantity, micros]);
    const [telephony] = priced.filter(([kind]) => kind === 'telephony');
    expect(priced.filter(([kind]) => kind !== 'telephony')).toEqual([
      ['model', 'output_token', 3, 2],
      ['voice', 'character', 1001, 30_030],
      ['voice', 'character', 10, 0],
      ['analysis', 'input_token', 600, 90],
      ['analysis', 'cached_input_token', 400, 30],
      ['analysis', 'output_token', 20, 12],
    ]);
    expect(telephony![3]).toBe(Math.round((Number(telephony![2]) * 7000) / 60_000));
    const total = priced.reduce((sum, [, , , micros]) => sum + Number(micros), 0);
    expect(cost).toMatchObject({ currency: 'USD', total_micros: total, total: total / 1_000_000, unpriced: [] });
  });

  test('stays as it is when prices change', async () => {
    const call = await analyzed({ model: 'mind/test-model' }, { media });
    await setPrices(scratch.db, operatorOf(account.accountId), { data: [] }, '2026-11-22');
    const later = await readCall(scratch.db, links, account.accountId, call.call_id);
    expect(later!.cost).toEqual(call.cost);
    expect(call.cost!.total_micros).toBeGreaterThan(0);
  });

  test('names what has no price, and is the sum of the rest', async () => {
    const { cost } = await analyzed({ model: 'mind/test-model' }, { media });
    expect(cost!.unpriced).toEqual(['mind/test-model', 'trunk']);
    expect(cost!.total_micros).toBe(30_030);
    expect(cost!.items.filter(({ micros }) => micros === null)).toHaveLength(5);
  });
});
