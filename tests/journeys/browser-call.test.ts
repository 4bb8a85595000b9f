import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveClient } from '../support/live-client.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { spoken } from '../support/spoken.ts';

let service: Service;
let agentId: string;
let yes: Int16Array;
let interruption: Int16Array;

beforeAll(async () => {
  service = await Service.start();
  const { body } = await service.request('GET', '/agents');
  agentId = body.data[0].agent_id;
  [yes, interruption] = (await spoken('yes this is me', 'sorry who is calling please')) as [Int16Array, Int16Array];
});

afterAll(() => service?.remove());

test('a person talks with an agent in a browser: heard, answered, interrupted, recorded', async () => {
  const client = await LiveClient.connect(service);
  client.openMicrophone();
  client.send({ type: 'talk', agent_id: agentId, variables: { name: 'Maria Lopez' } });
  const { call_id: callId } = await client.next('call');
  await client.next('phase', ({ phase }) => phase === 'talking');

  await client.next('turn', ({ turn }) => turn.role === 'agent' && turn.text.includes('Maria Lopez'));
  expect(client.soundSince(0).length).toBeGreaterThan(100);
  client.speak(yes);
  await client.next('turn', ({ turn }) => turn.role === 'user');
  expect(client.said('user')[0]!.toLowerCase()).toContain('yes this is me');

  // Over the agent's next words.
  const answeredAtMs = performance.now();
  await client.until(() => client.soundSince(answeredAtMs).length > 30);
  client.speak(interruption);
  const cut = await client.next('turn', ({ turn }) => turn.role === 'agent' && turn.interrupted);
  expect(cut.turn.generated_text!.length).toBeGreaterThan(cut.turn.text.length);
  // Spoken over the agent, "who is" may be heard as other words.
  await client.next('turn', ({ turn }) => turn.role === 'user' && /calling/i.test(turn.text));

  client.send({ type: 'hang_up' });
  expect(await client.next('ended')).toEqual({ type: 'ended', end_reason: 'user_hangup' });
  expect(await client.closed.promise).toMatchObject({ code: 1000 });

  const call = await service.callOver(callId);
  expect(call).toMatchObject({
    status: 'completed',
    direction: 'inbound',
    channel: 'browser',
    simulated: true,
    from_number: null,
    recipient_phone: '+12025550150',
    end_reason: 'user_hangup',
    ended_by: 'user',
    sip_code: null,
    variables: { name: 'Maria Lopez' },
  });
  expect(call.latency.turns).toBeGreaterThan(0);
  const texts = call.transcript.map((turn: any) => `${turn.role}: ${turn.text}`.toLowerCase());
  expect(texts.join('\n')).toContain('user: yes this is me');
  const wav = await fetchWav(call.recording_stereo_url);
  const users = call.transcript.filter((turn: any) => turn.role === 'user');
  for (const turn of users) {
    expect(soundBetween(stretchesOfSound(wav, 0), turn.start, turn.end) / (turn.end - turn.start)).toBeGreaterThan(0.6);
  }
  expect(soundBetween(stretchesOfSound(wav, 1), 0, call.duration)).toBeGreaterThan(3);
});
