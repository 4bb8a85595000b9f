import type { Service } from '../../support/service.ts';

/** The simulated phone's: talks, busy, voicemail, rejects, hangs up in mid-sentence, stays silent. */
const NUMBERS = ['01', '02', '04', '05', '06', '03'].map((digits) => `+120255501${digits}`);

/** A call that is over in a moment: the line is busy. */
export async function placeBusyCall(service: Service): Promise<void> {
  const { body } = await service.request('GET', '/agents');
  const call = { agent_id: body.data[0].agent_id, recipient_phone: '+12025550102' };
  const placed = await service.request('POST', '/call', { body: call });
  await service.callOver(placed.body.call_id);
}

/** Calls that went well and calls that did not; resolves when the quick ones are over, while others last. */
export async function fillWithCalls(service: Service): Promise<void> {
  const { body } = await service.request('GET', '/agents');
  const agentId = body.data[0].agent_id;
  const placed = await Promise.all(
    NUMBERS.map((recipient_phone) =>
      service.request('POST', '/call', { body: { agent_id: agentId, recipient_phone } }),
    ),
  );
  const ids = placed.map((response) => response.body.call_id);
  await Promise.all([service.callOver(ids[1]), service.callOver(ids[3]), service.callOver(ids[4])]);
}
