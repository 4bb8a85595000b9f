import { type LegFacts, type ResponseStep, requests } from '../facts.ts';
import type { Finding } from '../finding.ts';

/** A 403 says no more than that (RFC 3261 section 21.4.4): carriers put what it is for into its reason phrase, or into a Warning or Reason header. */
export function forbidden(leg: LegFacts, { message }: ResponseStep): Pick<Finding, 'what' | 'remedy'> {
  const from = requests(leg, 'sent', 'INVITE').at(-1)?.message.from.uri ?? '';
  const callerId = /^sips?:([^@;]+)@/.exec(from)?.[1] ?? from;
  const quoted = [...message.headers.all('warning'), ...message.headers.all('reason')].flatMap(
    (header) => /"([^"]+)"/.exec(header)?.[1] ?? [],
  );
  const said = [message.reason, ...quoted].filter((words) => words !== '' && words.toLowerCase() !== 'forbidden');
  const subject = subjects.find(({ pattern }) => said.some((words) => pattern.test(words)));
  const words = said.length === 0 ? '' : ` It says: \u201c${said.join('; ')}\u201d.`;
  if (subject) return { what: `${subject.what(callerId)}${words}`, remedy: subject.remedy };
  return {
    what: `The carrier refused the call.${words} Most often it does not accept the caller id (${callerId}), our address or the destination.`,
    remedy:
      'Use a caller id that belongs to this trunk, and ask the carrier whether our address and calls to this country are permitted.',
  };
}

interface Subject {
  readonly pattern: RegExp;
  readonly what: (callerId: string) => string;
  readonly remedy: string;
}

/** The first that its words name. */
const subjects: readonly Subject[] = [
  {
    pattern: /caller.?id|calling (number|party)|\b(cli|clip|ani|cid|from|identity|originat\w*)\b/i,
    what: (callerId) => `The carrier does not accept the caller id ${callerId}.`,
    remedy:
      'Call from a number that the carrier has for this trunk, or have the carrier permit this one. For numbers of other lines set `caller_id` of the trunk.',
  },
  {
    pattern: /destination|country|international|geo|prefix|barred/i,
    what: () => 'The carrier does not permit calls to this destination.',
    remedy: 'Have the carrier permit the country or the kind of number, often a setting of its website.',
  },
  {
    pattern: /\b(ip|address|source|acl|host|peer)\b/i,
    what: () => 'The carrier does not permit calls from the address of Parley.',
    remedy: 'Have the carrier permit it: the page Trunks shows it.',
  },
];
