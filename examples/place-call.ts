// Places one call, waits for its end, and shows what was said.
import { Parley, ParleyError } from '@parley/client';

const { PARLEY_API_KEY: apiKey, PARLEY_BASE_URL: baseUrl = 'http://127.0.0.1:3000/v1' } = process.env;
if (!apiKey) {
  console.error('PARLEY_API_KEY is missing: the key that the service printed at its first start.');
  process.exit(1);
}
const parley = new Parley({ apiKey, baseUrl });
const [recipientPhone = '+12025550101'] = process.argv.slice(2);

try {
  const { data: agents } = await parley.agents.list();
  const agent = agents.find(({ status }) => status === 'active');
  if (!agent) throw new Error('This account has no active agent.');

  const placed = await parley.calls.place({
    agent_id: agent.agent_id,
    recipient_phone: recipientPhone,
    variables: { name: 'Maria Lopez' },
  });
  console.log(`${agent.name} is calling ${recipientPhone}: ${placed.call_id}`);

  const call = await parley.calls.waitUntilEnded(placed.call_id);
  for (const turn of call.transcript ?? []) {
    console.log(`${turn.start.toFixed(1).padStart(6)}  ${turn.role.padEnd(5)}  ${turn.text}`);
  }
  console.log(`${call.status} (${call.end_reason}) after ${call.duration} s; outcome: ${call.outcome}`);
  console.log(call.summary);
  if (call.recording_url) console.log(call.recording_url);
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  // The message says what to change; the code is for programs.
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
