import { finalResponse, type LegFacts, requests, responses } from '../facts.ts';
import { at, type Finding, ofEachLeg, place, type Rules, statusLine } from '../finding.ts';

/** A challenge that no request came through (RFC 3261 section 22). */
export const authentication: Rules = ({ legs }) => ofEachLeg(legs, challenged);

function challenged(leg: LegFacts): Finding[] {
  const final = leg.role === 'caller' ? finalResponse(leg) : undefined;
  if (!final || (final.message.status !== 401 && final.message.status !== 407)) return [];
  const [challengeHeader, header] =
    final.message.status === 401
      ? ['www-authenticate', 'authorization']
      : ['proxy-authenticate', 'proxy-authorization'];
  const challenge = final.message.headers.get(challengeHeader) ?? '';
  const answered = requests(leg, 'sent', 'INVITE').filter(({ message }) => message.headers.has(header));
  const challenges = responses(leg, 'received', 'INVITE').filter(
    ({ message }) => message.status === final.message.status,
  );
  const who = `${place(final)} responded ${statusLine(final)} ${at(final)}`;
  const realm = /realm="([^"]*)"/i.exec(challenge)?.[1] ?? 'unknown';
  if (answered.length === 0) {
    return [
      {
        code: 'credentials_wanted',
        severity: 'error',
        what: 'The carrier wants a user name and a password, and none could be given.',
        evidence: `${who}, for the realm "${realm}" (${challenge.slice(0, 200)}). No credentials followed.`,
        remedy: 'Give the trunk the user name and the password of the carrier, or have the carrier permit our address.',
      },
    ];
  }
  const user = /username="([^"]*)"/i.exec(answered.at(-1)!.message.headers.get(header) ?? '')?.[1] ?? 'unknown';
  return [
    {
      code: 'credentials_wrong',
      severity: 'error',
      what: `The carrier asked who we are, and did not accept our answer: ${final.message.status} was answered with wrong credentials.`,
      evidence: `${who}, after ${answered.length} request(s) with credentials of the user "${user}" and ${challenges.length} challenges for the realm "${realm}".`,
      remedy: 'Correct the user name and the password of the trunk.',
    },
  ];
}
