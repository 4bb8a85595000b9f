import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Signalling } from '../../carriers/signalling.ts';
import { line, talked } from '../testing/ladder-of.ts';
import { pcapOf } from './pcap.ts';

const ipv4: Signalling = { local: { host: '198.51.100.5', port: 5090 }, messages: talked(), omitted: 0 };
const ipv6: Signalling = {
  local: { host: '2001:db8::5', port: 5060 },
  messages: [line(0.25, '> INVITE', { peer: { host: '2001:db8:0:1::192.0.2.33', port: 5061 } })],
  omitted: 0,
};

/** Each packet of a capture, read strictly by the formats' own documents. */
function packetsOf(file: Buffer) {
  expect([file.readUInt32BE(0), file.readUInt16BE(4), file.readUInt16BE(6)]).toEqual([0xa1b2c3d4, 2, 4]);
  expect(file.readUInt32BE(20)).toBe(101);
  const packets = [];
  for (let offset = 24; offset < file.length; ) {
    const captured = file.readUInt32BE(offset + 8);
    const packet = file.subarray(offset + 16, offset + 16 + captured);
    expect(packet.length).toBe(captured);
    packets.push({
      ...readPacket(packet),
      atMs: file.readUInt32BE(offset) * 1000 + file.readUInt32BE(offset + 4) / 1000,
      wire: file.readUInt32BE(offset + 12),
    });
    offset += 16 + captured;
  }
  return packets;
}

function readPacket(packet: Buffer) {
  const version = packet[0]! >> 4;
  const header = version === 4 ? 20 : 40;
  const udp = packet.subarray(header);
  const addresses = version === 4 ? packet.subarray(12, 20) : packet.subarray(8, 40);
  if (version === 4) {
    expect(onesSum(packet.subarray(0, 20))).toBe(0xffff);
    expect([packet.readUInt16BE(2), packet[9]]).toEqual([20 + udp.readUInt16BE(4), 17]);
  } else expect([packet.readUInt16BE(4), packet[6]]).toEqual([udp.readUInt16BE(4), 17]);
  const pseudo = Buffer.from([0, 17, udp[4]!, udp[5]!]);
  return {
    isSumRight: onesSum(Buffer.concat([addresses, pseudo, udp])) === 0xffff,
    addresses: addresses.toString('hex'),
    ports: [udp.readUInt16BE(0), udp.readUInt16BE(2)],
    text: udp.subarray(8).toString('latin1'),
  };
}

function onesSum(bytes: Buffer): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) {
    sum += (bytes[index]! << 8) + (bytes[index + 1] ?? 0);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return sum;
}

test('a packet for each message, with right headers, sums and times', () => {
  const packets = packetsOf(pcapOf([ipv4]));
  expect(packets.map(({ text }) => text)).toEqual(ipv4.messages.map(({ text }) => text));
  expect(packets.map(({ atMs }) => atMs)).toEqual(ipv4.messages.map(({ atMs }) => atMs));
  expect(packets.every(({ isSumRight }) => isSumRight)).toBe(true);
  expect(packets[0]).toMatchObject({ addresses: 'c6336405cb007107', ports: [5090, 5060] });
  expect(packets[1]).toMatchObject({ addresses: 'cb007107c6336405', ports: [5060, 5090] });
});

test('over IPv6, and between both', () => {
  const [packet] = packetsOf(pcapOf([ipv6]));
  expect(packet).toMatchObject({ isSumRight: true, atMs: ipv6.messages[0]!.atMs, ports: [5060, 5061] });
  expect(packet!.addresses).toBe('20010db800000000000000000000000520010db80000000100000000c0000221');
  const mixed = { ...ipv6, local: { host: '198.51.100.5', port: 5060 } };
  expect(packetsOf(pcapOf([mixed]))[0]!.addresses).toMatch(/^00000000000000000000ffffc6336405/);
});

test('a message that is cut says how long it was', () => {
  const [message] = talked();
  const cut = { ...message!, text: message!.text.slice(0, 100), bytes: 9000 };
  const [packet] = packetsOf(pcapOf([{ ...ipv4, messages: [cut] }]));
  expect([packet!.text.length, packet!.wire]).toEqual([100, 9028]);
});

describe.skipIf(spawnSync('tshark', ['--version']).status !== 0)('tshark', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-pcap-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('reads every message as SIP', () => {
    const file = path.join(directory, 'call.pcap');
    writeFileSync(file, pcapOf([ipv4, ipv6]));
    const fields = ['ip.checksum.status', 'udp.checksum.status', 'sip.Method', 'sip.Status-Code', 'sdp.media.port'];
    const { stdout, status } = spawnSync('tshark', [
      ...[
        '-r',
        file,
        '-T',
        'fields',
        '-E',
        'separator=,',
        '-o',
        'ip.check_checksum:TRUE',
        '-o',
        'udp.check_checksum:TRUE',
      ],
      ...fields.flatMap((field) => ['-e', field]),
    ]);
    expect(status).toBe(0);
    expect(stdout.toString().trim().split('\n')).toEqual([
      ...['1,1,INVITE,,40100', ',1,INVITE,,', '1,1,,100,', '1,1,,180,', '1,1,,200,40100', '1,1,ACK,,', '1,1,BYE,,'],
      '1,1,,200,',
    ]);
  });
});
