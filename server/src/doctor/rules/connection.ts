import { CONNECTION_REMEDIES, connectionSentence } from '../../carriers/connection-remedies.ts';
import { loopbackRemedy } from '../../kernel/loopback-remedy.ts';
import { type LegFacts, responses } from '../facts.ts';
import { type Finding, ofEachLeg, place, type Rules } from '../finding.ts';

/** Over TCP and TLS a call begins with a connection: where there is none nothing was sent. */
export const connection: Rules = ({ legs }) => ofEachLeg(legs, notConnected);

export const isUnreached = (leg: LegFacts): boolean =>
  leg.unreached !== null && responses(leg, 'received', 'INVITE').length === 0;

function notConnected(leg: LegFacts): Finding[] {
  const { unreached, local } = leg;
  if (!unreached || !isUnreached(leg)) return [];
  const protocol = unreached.protocol.toUpperCase();
  const fault = connectionSentence(unreached);
  return [
    {
      code: 'not_connected',
      severity: 'error',
      what: `There was no connection with the carrier over ${protocol}, so that nothing was sent. ${fault}`,
      evidence: `${protocol} to ${place(unreached)}: ${unreached.detail}. The INVITE did not leave.`,
      remedy: loopbackRemedy(local.host, unreached.host) ?? CONNECTION_REMEDIES[unreached.problem],
    },
  ];
}
