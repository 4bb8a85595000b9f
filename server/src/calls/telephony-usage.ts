import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { softphoneOfRoute } from '../softphones/softphone-route.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';

interface EndedCall {
  channel: 'phone' | 'browser';
  simulated: boolean;
  answered_at: Date | null;
  route: string | null;
  trunk_id: string | null;
}

/** Whom prices of the telephone network are for; a trunk of an account is a name of it. */
const TRUNK = 'trunk';

/** The time that a call was on the telephone network: none before the answer, in a browser, at the simulated phone, and to a softphone. */
export function telephonyUsage(call: EndedCall, endedAt: Date): VendorUsage[] {
  if (call.answered_at === null || call.simulated || call.channel === 'browser') return [];
  if (softphoneOfRoute(call.route) !== null) return [];
  const quantity = Math.max(0, endedAt.getTime() - call.answered_at.getTime());
  const name = trunkOfRoute(call.route) ?? call.trunk_id ?? '';
  return quantity === 0 ? [] : [{ kind: 'telephony', provider: TRUNK, vendor: TRUNK, name, unit: 'call_ms', quantity }];
}
