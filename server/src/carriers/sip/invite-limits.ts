import type { InviteLimits } from '@parley/sip';

/**
 * One node was measured to carry 200 calls a second (docs/performance.md): half as many again is a peak, more is a fault of the
 * trunk or a flood in its name. A call is answered or refused within a second: as many may be pending as come in one.
 */
export const INVITE_LIMITS: InviteLimits = { perSecond: 300, burst: 100, pending: 300 };
