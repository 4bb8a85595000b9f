import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CallDiagnosis } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { growingPauses } from '../support/growing-pauses.ts';
import { Service } from '../support/service.ts';
import { Account, BUSY, unknownId } from './accounts.ts';
import { expectError } from './answers.ts';

/** Hangs up in mid-sentence: a short call with audio. */
const HANGS_UP = '+12025550106';
/** INVITE, 100, 180, 200, ACK, BYE, 200. */
const MESSAGES = 7;

let service: Service;
let account: Account;
let otherAccount: Account;
let talk: any;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
  otherAccount = await Account.create(service, 'growth');
  talk = await account.call({ recipient_phone: HANGS_UP });
});
afterAll(() => service?.remove());

/** Once its last message is stored, which may be half a second after its end. */
async function diagnosisOf(callId: string, messages: number): Promise<CallDiagnosis> {
  for (const pause of growingPauses()) {
    const { status, body } = await account.request('GET', `/calls/${callId}/diagnosis`);
    expect([status, CallDiagnosis.parse(body)]).toEqual([200, body]);
    if (body.ladder.length >= messages) return body;
    await pause();
  }
  throw new Error('the pauses never end');
}

const refusals = (route: string) => async () => {
  expectError(await otherAccount.request('GET', `/calls/${talk.call_id}/${route}`), 404, 'call_id');
  expectError(await account.request('GET', `/calls/${unknownId('call')}/${route}`), 404, 'call_id');
  const words = ['keys', 'create', '--account', account.accountId, '--permissions', 'agents:read'];
  const { api_key: key } = await service.parley(...words);
  expectError(await account.request('GET', `/calls/${talk.call_id}/${route}`, { key }), 403, null);
};

describe('GET /calls/{call_id}/diagnosis', () => {
  test('a good call says so, with its signalling and the figures of its audio', async () => {
    const { health, verdict, findings, ladder, media } = await diagnosisOf(talk.call_id, MESSAGES);
    expect([health, findings]).toEqual(['good', []]);
    expect(verdict).toMatch(/^This was a good call\. Audio went both ways for .* 0\.0 % lost/);
    const lines = ladder.map(({ direction, start_line: line }) => `${direction} ${line}`);
    expect(lines[0]).toMatch(/^sent INVITE sip:\+12025550106@/);
    expect(lines.slice(1, 4)).toEqual([
      'received SIP/2.0 100 Trying',
      'received SIP/2.0 180 Ringing',
      'received SIP/2.0 200 OK',
    ]);
    expect(media).toHaveLength(1);
    expect(media[0]!.rtp!.source_address).toBe(media[0]!.rtp!.agreed_address);
    expect(media[0]!.packets_received).toBeGreaterThan(50);
  });

  test('a call that failed before an answer has its signalling', async () => {
    const call = await account.call({ recipient_phone: BUSY });
    const diagnosis = await diagnosisOf(call.call_id, 4);
    expect(diagnosis).toMatchObject({
      health: 'good',
      media: [],
      findings: [{ code: 'callee_busy', severity: 'info' }],
    });
    expect(diagnosis.findings[0]!.evidence).toContain('responded 486 Busy Here');
  });

  test('the command line says the same', async () => {
    expect(await service.parley('doctor', talk.call_id)).toEqual(await diagnosisOf(talk.call_id, MESSAGES));
  });

  test('404 for another account, 403 without permission', refusals('diagnosis'));
});

describe('GET /calls/{call_id}/signalling.pcap', () => {
  test('is a capture with a packet for each message', async () => {
    await diagnosisOf(talk.call_id, MESSAGES);
    const response = await fetch(`${service.baseUrl}/calls/${talk.call_id}/signalling.pcap`, {
      headers: { authorization: `Bearer ${account.key}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.tcpdump.pcap');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${talk.call_id}.pcap"`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt32BE(0), bytes.readUInt32BE(20)]).toEqual([0xa1b2c3d4, 101]);
    const file = path.join(service.address.dataDir, 'call.pcap');
    await writeFile(file, bytes);
    const tshark = spawnSync('tshark', ['-r', file, '-T', 'fields', '-e', 'sip.Method', '-e', 'sip.Status-Code']);
    // Where it is not installed, the strict reader of pcap.test.ts has to do.
    if (tshark.error) return;
    expect(tshark.stdout.toString().trim().split(/\s+/).slice(0, 5)).toEqual(['INVITE', '100', '180', '200', 'ACK']);
  });

  test('404 for another account, 403 without permission', refusals('signalling.pcap'));
});
