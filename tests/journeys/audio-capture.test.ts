import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { type ToneLine, TonePhones } from '../support/tone-phones.ts';

const PERSON = '+4930999999';
const PERSON_HZ = 700;
const PCAP_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
const IP_UDP_HEADER_BYTES = 28;

let phones: TonePhones;
let service: Service;
let account: Account;
let agent: any;
let person: ToneLine | undefined;

beforeAll(async () => {
  const port = await freePort();
  phones = await TonePhones.start(port);
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${port}`, PARLEY_CAPTURE_AUDIO: 'true' });
  account = await Account.first(service);
  agent = (await account.request('GET', '/agents')).body.data[0];
});
afterEach(() => person?.hangUp());
afterAll(async () => {
  await service?.remove();
  await phones?.close();
});

/** A call of a person who hears the agent, and hangs up. */
async function talked(): Promise<any> {
  person = await phones.call(service.address.sipPort, agent.phone_number, PERSON, PERSON_HZ);
  const [{ call_id: callId }] = (await account.request('GET', '/calls?limit=1')).body.data;
  await account.callWhen(callId, ({ phase }) => phase === 'talking');
  await person.hearsSound();
  await person.hangUp();
  return account.callOver(callId);
}

function captureOf(callId: string, key = account.key): Promise<Response> {
  return fetch(`${service.baseUrl}/calls/${callId}/audio.pcap`, { headers: { authorization: `Bearer ${key}` } });
}

/** From which port each packet came, and its RTP. */
function packetsIn(pcap: Buffer): { sourcePort: number; rtp: Buffer }[] {
  const packets = [];
  for (let at = PCAP_HEADER_BYTES; at < pcap.length; ) {
    const start = at + RECORD_HEADER_BYTES;
    const end = start + pcap.readUInt32BE(at + 8);
    packets.push({ sourcePort: pcap.readUInt16BE(start + 20), rtp: pcap.subarray(start + IP_UDP_HEADER_BYTES, end) });
    at = end;
  }
  return packets;
}

test('the packets of both directions are kept with the recording, and deleted with it', async () => {
  const call = await talked();
  const response = await captureOf(call.call_id);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.tcpdump.pcap']);
  const pcap = Buffer.from(await response.arrayBuffer());
  expect(pcap.readUInt32BE()).toBe(0xa1b2c3d4);
  const packets = packetsIn(pcap);
  const { media } = (await account.request('GET', `/calls/${call.call_id}/diagnosis`)).body;
  const ports = new Set(packets.map(({ sourcePort }) => sourcePort));
  expect(ports.size).toBe(2);
  expect(packets.every(({ rtp }) => rtp[0]! >> 6 === 2)).toBe(true);
  expect(packets.length).toBeGreaterThanOrEqual(media[0].packets_sent + media[0].packets_received);

  const other = await Account.create(service, 'growth');
  expect((await captureOf(call.call_id, other.key)).status).toBe(404);

  const directory = path.join(service.address.dataDir, 'recordings', call.call_id.slice(-2));
  expect((await readdir(directory)).filter((name) => name.endsWith('.pcap'))).toEqual([`${call.call_id}.pcap`]);
  const erased = await account.request('POST', '/erasures', { body: { phone_number: PERSON } });
  expect(erased.status).toBeLessThan(300);
  expect((await readdir(directory)).filter((name) => name.startsWith(call.call_id))).toEqual([]);
});

test('tshark reads them as RTP', async (context) => {
  if (!existsSync('/usr/bin/tshark')) return context.skip();
  const call = await talked();
  const file = path.join(service.address.dataDir, 'capture.pcap');
  await writeFile(file, Buffer.from(await (await captureOf(call.call_id)).arrayBuffer()));
  const fields = ['-o', 'rtp.heuristic_rtp:TRUE', '-T', 'fields', '-e', 'rtp.p_type'];
  const { stdout } = await promisify(execFile)('tshark', ['-r', file, ...fields]);
  const types = stdout.split('\n').filter((line) => line !== '');
  expect(types.length).toBeGreaterThan(10);
  expect(new Set(types)).toEqual(new Set(['0']));
});

test('of a call that is not recorded nothing is kept', async () => {
  await account.request('PATCH', `/agents/${agent.agent_id}`, { body: { recording: { enabled: false } } });
  const call = await talked();
  const response = await captureOf(call.call_id);
  expect([response.status, ((await response.json()) as any).error.message]).toEqual([
    404,
    `No packets are kept of the audio of ${call.call_id}.`,
  ]);
  await account.request('PATCH', `/agents/${agent.agent_id}`, { body: { recording: { enabled: true } } });
});
