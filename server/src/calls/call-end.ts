import type { EndReason } from '@parley/contract';
import type { LegEnd } from '../carriers/carrier.ts';
import type { MediaResult } from '../media/media.ts';
import type { CallEnding } from './call-ending.ts';

/** The party that `ended_by` names for this end reason. */
export function enderOf(endReason: EndReason): CallEnding['endedBy'] {
  switch (endReason) {
    case 'user_hangup':
    case 'busy':
    case 'rejected':
      return 'user';
    case 'agent_hangup':
    case 'voicemail':
    case 'opted_out':
    case 'transferred':
    case 'silence_timeout':
      return 'agent';
    default:
      return 'system';
  }
}

/** What the end of its leg says of a call. `isBridged`: the person talked with another whom the call was handed over to. */
export function endingBy(end: LegEnd, isBridged: boolean): Pick<CallEnding, 'endReason' | 'endedBy' | 'warning'> {
  if (isBridged && end.by === 'remote') return { endReason: 'transferred', endedBy: 'user' };
  if (end.by === 'local') return { endReason: 'internal_error', endedBy: 'system' };
  return { endReason: end.endReason, endedBy: enderOf(end.endReason), warning: faultOf(end) };
}

/** What was wrong with the carrier, for the people of the account. */
function faultOf(end: LegEnd): string | undefined {
  if (end.by !== 'network' || end.endReason !== 'carrier_error') return undefined;
  return carrierFault(end.detail);
}

/** For the people of the account; the doctor knows it by its beginning. */
export const CARRIER_FAULT = 'The carrier could not carry the call: ';
export const carrierFault = (detail: string | undefined) => `${CARRIER_FAULT}${detail}`;

/** For the people of the account. Ways are the names of routes, such as trunk:trk_… */
export const tookAnotherWay = (former: string, fault: string, way: string) =>
  `The call went by ${way}, since ${former} could not take it: ${fault}.`;

/** What of a call can always be stored: that it was, how long, and why it ended. */
export function withoutWords(media: MediaResult | null): MediaResult | null {
  if (!media) return null;
  return { ...media, turns: [], outcomeHint: null, warnings: ['What was said in this call could not be stored.'] };
}
