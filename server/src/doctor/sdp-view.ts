import { type SipMessage, sdpOf } from '@parley/sip';

/** The first audio stream of a description as it is, usable or not. */
export interface SdpView {
  /** As it is written: may be a name, or an address that leads nowhere. */
  address: string;
  port: number;
  /** `RTP/AVP`, `RTP/SAVP`. */
  profile: string;
  payloadTypes: readonly number[];
  /** `PCMU/8000`, by payload type; static ones only where they are named. */
  encodings: ReadonlyMap<number, string>;
}

/** RFC 3551 table 4, as far as telephones use it. */
const STATIC_ENCODINGS: ReadonlyMap<number, string> = new Map([
  [0, 'PCMU/8000'],
  [3, 'GSM/8000'],
  [4, 'G723/8000'],
  [8, 'PCMA/8000'],
  [9, 'G722/8000'],
  [13, 'CN/8000'],
  [18, 'G729/8000'],
]);

/** Null when the message describes no audio. */
export function sdpView(message: SipMessage): SdpView | null {
  const lines = (sdpOf(message) ?? '').split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('m=audio '));
  if (start < 0) return null;
  const end = lines.findIndex((line, index) => index > start && line.startsWith('m='));
  const section = lines.slice(start, end < 0 ? undefined : end);
  const session = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  const connection = [...section, ...session].find((line) => line.startsWith('c='));
  const [, port = '', profile = '', ...types] = section[0]!.split(' ');
  const named = section.flatMap((line) => {
    const [, type, encoding] = /^a=rtpmap:(\d+) +([^ ]+)/.exec(line) ?? [];
    return type === undefined ? [] : [[Number(type), encoding!] as const];
  });
  const payloadTypes = types.map(Number).filter(Number.isInteger);
  return {
    address: connection?.split(' ')[2]?.split('/')[0] ?? '',
    port: Number.parseInt(port, 10) || 0,
    profile,
    payloadTypes,
    encodings: new Map([...[...STATIC_ENCODINGS].filter(([type]) => payloadTypes.includes(type)), ...named]),
  };
}

export const isEncrypted = ({ profile }: SdpView): boolean => profile.includes('SAVP');

/** `PCMU/8000, PCMA/8000`: the codecs, without telephone events and comfort noise. */
export function codecsOf({ payloadTypes, encodings }: SdpView): string {
  const names = payloadTypes.map((type) => encodings.get(type) ?? `payload type ${type}`);
  return names.filter((name) => !/^(telephone-event|CN)\//i.test(name)).join(', ');
}

export function hasTelephoneEvents({ encodings }: SdpView): boolean {
  return [...encodings.values()].some((name) => /^telephone-event\//i.test(name));
}
