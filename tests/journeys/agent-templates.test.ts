import { checkScript } from '@parley/providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentTemplates } from '../../server/src/agents/templates/agent-templates.ts';
import { Service } from '../support/service.ts';
import { ownWarnings } from '../support/warnings.ts';

const TALKS = '+12025550101';

/** How each call with the simulated phone ends: it says yes, yes, no thank you, and goodbye. */
const ends: Record<string, { outcome: string; last: string }> = {
  reminder: { outcome: 'confirmed', last: 'We expect you on Thursday at 3:30 pm.' },
  survey: { outcome: 'answered', last: 'Thank you for your time.' },
  reception: { outcome: 'booked', last: 'We look forward to seeing you.' },
  lead_qualification: { outcome: 'qualified', last: 'You will hear from us tomorrow.' },
  order_status: { outcome: 'informed', last: 'Thank you for ordering at Harbour Books.' },
  reservation: { outcome: 'confirmed', last: 'we look forward to seeing you on Saturday at 7 pm.' },
};

const templates = agentTemplates('builtin/script');
const calls = new Map<string, any>();
let service: Service;

beforeAll(async () => {
  service = await Service.start();
  // Two at a time, which a small host carries in time.
  const waiting = [...templates];
  await Promise.all([callEach(waiting), callEach(waiting)]);
}, 240_000);

afterAll(() => service?.remove());

async function callEach(waiting: typeof templates): Promise<void> {
  for (let template = waiting.shift(); template; template = waiting.shift()) {
    const { body: agent } = await service.request('POST', '/agents', { body: template.variants.builtin });
    const { body: placed } = await service.request('POST', '/call', {
      body: { agent_id: agent.agent_id, recipient_phone: TALKS },
    });
    calls.set(template.template_id, await service.callOver(placed.call_id));
  }
}

describe.each(templates.map(({ template_id: id, variants }) => ({ id, variants })))(
  'the template $id',
  ({ id, variants }) => {
    test('has no mistake in its script', () => {
      expect(checkScript(variants.builtin.prompt)).toEqual([]);
    });

    test('leads a whole call to a sensible end', () => {
      const call = calls.get(id);
      const said = call.transcript.filter(({ role }: any) => role === 'agent').map(({ text }: any) => text);
      const heard = call.transcript.filter(({ role }: any) => role === 'user').map(({ text }: any) => text);
      expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', outcome: ends[id]!.outcome });
      expect(ownWarnings(call)).toEqual([]);
      expect(said.at(-1)).toContain(ends[id]!.last);
      expect(said.join(' ')).not.toMatch(/\{\{|trouble understanding|did not catch/);
      expect(heard.length).toBeGreaterThanOrEqual(3);
    });
  },
);
