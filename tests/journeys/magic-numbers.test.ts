import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { wordErrorRate } from '../support/word-errors.ts';

/** Of a call in real time: sound that comes in pieces, when the host has no time for it, is heard in pieces. */
const MOST_WORD_ERRORS = 0.2;

let service: Service;
let agentId: string;

beforeAll(async () => {
  service = await Service.start();
  const { body } = await service.request('GET', '/agents');
  agentId = body.data[0].agent_id;
  await service.request('PATCH', `/agents/${agentId}`, { body: { ring_timeout: 8 } });
});

afterAll(() => service?.remove());

async function call(lastDigits: string, agent = agentId): Promise<any> {
  const { body, status } = await service.request('POST', '/call', {
    body: { agent_id: agent, recipient_phone: `+1202555${lastDigits}` },
  });
  expect(status).toBe(201);
  return service.callOver(body.call_id);
}

test.concurrent('…0101 talks', async () => {
  expect(await call('0101')).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: 'success' });
});

test.concurrent('…0102 is busy', async () => {
  const ended = await call('0102');
  expect(ended).toMatchObject({ status: 'failed', end_reason: 'busy', outcome: 'busy', sip_code: 486, duration: 0 });
  expect(ended).toMatchObject({ recording_url: null, answered_by: null, transcript: [] });
});

test.concurrent('…0103 does not answer', async () => {
  expect(await call('0103')).toMatchObject({ status: 'failed', end_reason: 'no_answer', outcome: 'no_answer' });
});

test.concurrent('…0104 is a voicemail', async () => {
  expect(await call('0104')).toMatchObject({
    status: 'completed',
    end_reason: 'voicemail',
    outcome: 'voicemail',
    answered_by: 'voicemail',
  });
});

test.concurrent('…0105 rejects', async () => {
  expect(await call('0105')).toMatchObject({
    status: 'failed',
    end_reason: 'rejected',
    outcome: 'failure',
    sip_code: 603,
  });
});

test.concurrent('…0106 hangs up in mid-sentence', async () => {
  expect(await call('0106')).toMatchObject({
    status: 'completed',
    end_reason: 'user_hangup',
    ended_by: 'user',
    outcome: 'partial',
  });
});

const agentSays = (call: any) =>
  call.transcript.filter((turn: any) => turn.role === 'agent').map((turn: any) => turn.text);

test.concurrent('…0107 interrupts: the transcript has what was heard, and what had been written', async () => {
  const ended = await call('0107');
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: 'success' });
  const at = ended.transcript.findIndex((turn: any) => turn.role === 'agent' && turn.interrupted);
  const [interrupted, interruption, answer] = ended.transcript.slice(at);
  expect(interrupted.generated_text.length).toBeGreaterThan(interrupted.text.length);
  expect(interrupted.generated_text.startsWith(interrupted.text.replace(/[.…]+$/, ''))).toBe(true);
  // On a host that is late with the answer, what the caller says next belongs to the same turn.
  expect(interruption).toMatchObject({ role: 'user', text: expect.stringMatching(/^Sorry who is calling please/) });
  // Where words are late, clear speech has decided, which is no listener's after 1.5 s.
  expect(interrupted.end - interruption.start).toBeLessThanOrEqual(1.5);
  expect(answer).toMatchObject({ role: 'agent', interrupted: false });
  expect(answer.text).toContain('this is Ava from Riverside Dental');
});

test.concurrent('…0108 is a menu: a key leads to a person, who hears the first message', async () => {
  const ended = await call('0108');
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: 'success' });
  expect(ended.answered_by).toBe('ivr');
  const [menu, key, person, greeting] = ended.transcript;
  const menuText = 'welcome to city dental for sales press one for support press two';
  expect(wordErrorRate(menuText, menu.text)).toBeLessThanOrEqual(MOST_WORD_ERRORS);
  expect(key.tool).toMatchObject({ name: 'send_dtmf', arguments: { digits: '2' } });
  expect(person.role).toBe('user');
  expect(wordErrorRate('hello this is support how can i help you', person.text)).toBeLessThanOrEqual(MOST_WORD_ERRORS);
  expect(greeting.text).toContain('this is Ava from Riverside Dental');
  expect(agentSays(ended).length).toBeGreaterThanOrEqual(3);
});

test.concurrent('…0108 is distinguished from voicemail by an agent that may not send DTMF, too', async () => {
  const { body } = await service.request('GET', '/agents');
  const { agent_id: keyless } = body.data[1];
  await service.request('PATCH', `/agents/${keyless}`, { body: { tools: [] } });
  const ended = await call('0108', keyless);
  expect(ended).toMatchObject({
    status: 'completed',
    end_reason: 'agent_hangup',
    ended_by: 'agent',
    outcome: 'failure',
  });
  expect(ended.answered_by).toBe('ivr');
  expect(agentSays(ended)).toEqual([]);
});

test.concurrent('…0109 says "stop calling me": the agent apologizes, ends the call, and never calls again', async () => {
  const ended = await call('0109');
  expect(ended).toMatchObject({
    status: 'completed',
    end_reason: 'opted_out',
    ended_by: 'agent',
    outcome: 'opted_out',
  });
  expect(agentSays(ended).at(-1)).toContain("we won't call you again");
  const again = await service.request('POST', '/call', {
    body: { agent_id: ended.agent_id, recipient_phone: ended.recipient_phone },
  });
  expect([again.status, again.body.error.param]).toEqual([422, 'recipient_phone']);
  const { body: suppressed } = await service.request('GET', '/suppressions');
  expect(suppressed.data).toMatchObject([
    { phone_number: ended.recipient_phone, source: 'call', call_id: ended.call_id },
  ]);
});

test.concurrent('…0110 stays silent: the agent asks twice, and gives up', async () => {
  const ended = await call('0110');
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'silence_timeout' });
  expect(ended.transcript.filter((turn: any) => turn.role === 'user')).toEqual([]);
  expect(agentSays(ended).filter((text: string) => text === 'Are you still there?')).toHaveLength(2);
});

test.concurrent('…0111 speaks against noise, and is understood', async () => {
  expect(await call('0111')).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: 'success' });
});

test.concurrent('…0112 loses packets, and is understood', async () => {
  expect(await call('0112')).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: 'success' });
});

test.concurrent('…0113 answers after long ringing with early media', async () => {
  const ended = await call('0113');
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: 'success' });
  expect(ended.answered_at - ended.created_at).toBeGreaterThanOrEqual(5);
});

test.concurrent('…0114 never says BYE: the agent hangs up', async () => {
  const ended = await call('0114');
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', ended_by: 'agent' });
});
