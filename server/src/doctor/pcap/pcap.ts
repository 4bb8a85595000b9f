import type { SignalledMessage, Signalling } from '../../carriers/signalling.ts';
import { LONGEST_PAYLOAD_BYTES, pcapHeader, pcapRecord } from '../../kernel/pcap/pcap-file.ts';

/**
 * Signalling as a capture file that Wireshark opens, a packet for each message. Whatever came over TCP or TLS is shown as UDP
 * as well: what was in the stream around it is not known.
 */
export function pcapOf(legs: readonly Signalling[]): Buffer {
  const messages = legs.flatMap(({ local, messages }) => messages.map((message) => ({ local, message })));
  messages.sort((a, b) => a.message.atMs - b.message.atMs);
  return Buffer.concat([pcapHeader(), ...messages.map(({ local, message }, index) => record(local, message, index))]);
}

function record(local: Signalling['local'], message: SignalledMessage, index: number): Buffer {
  const { atMs, text, bytes, direction } = message;
  const payload = Buffer.from(text, 'latin1').subarray(0, LONGEST_PAYLOAD_BYTES);
  const [source, destination] = direction === 'sent' ? [local, message] : [message, local];
  const payloadBytes = Math.min(Math.max(bytes, payload.length), LONGEST_PAYLOAD_BYTES);
  return pcapRecord({ atMs, source, destination, payload, payloadBytes, index });
}
