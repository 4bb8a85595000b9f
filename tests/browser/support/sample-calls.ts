import type { Service } from '../../support/service.ts';

/** The simulated phone's: talks, busy, voicemail, rejects, hangs up in mid-sentence, stays silent. */
const NUMBERS = ['01', '02', '04', '05', '06', '03'].map((digits) => `+120255501${digits}`);

/** By the first agent, to a number of the simulated phone. */
export async function placeCall(service: Service, recipient: string): Promise<{ call_id: string }> {
  const agents = await service.request('GET', '/agents');
  const call = { agent_id: agents.body.data[0].agent_id, recipient_phone: recipient };
  const { body } = await service.request('POST', '/call', { body: call });
  return body;
}

/** Two calls that are over soon: the line is busy, and a person hangs up in mid-sentence. */
export async function placeQuickCalls(service: Service): Promise<void> {
  const placed = await Promise.all(['+12025550102', '+12025550106'].map((number) => placeCall(service, number)));
  await Promise.all(placed.map((call) => service.callOver(call.call_id)));
}

/** Calls that went well and calls that did not; resolves when the quick ones are over, while others last. */
export async function fillWithCalls(service: Service): Promise<void> {
  const placed = await Promise.all(NUMBERS.map((number) => placeCall(service, number)));
  const ids = placed.map((call) => call.call_id);
  await Promise.all([service.callOver(ids[1]!), service.callOver(ids[3]!), service.callOver(ids[4]!)]);
}
