import type { FallbackRoute, LegSound, OutgoingLeg } from '../carriers/carrier.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';
import { freeTrunkSlot, takeTrunkSlot } from '../trunks/trunk-slots.ts';
import type { CallDependencies } from './call-dependencies.ts';
import type { LiveCall } from './call-record.ts';

type Way = Pick<LiveCall, 'route' | 'caller_id'>;

/**
 * The ways of a call to the network as they were stored when it was accepted, one after the other: a call that was
 * accepted for the simulated phone never rings a person, and none goes where its account has not said.
 */
export class CallWays {
  readonly #dependencies: Pick<CallDependencies, 'db' | 'routing'>;
  readonly #call: LiveCall;
  readonly #fallbacks: FallbackRoute[];
  #now: Way;

  constructor(dependencies: Pick<CallDependencies, 'db' | 'routing'>, call: LiveCall) {
    this.#dependencies = dependencies;
    this.#call = call;
    this.#now = call;
    this.#fallbacks = [...(call.fallback_routes ?? [])];
  }

  /** The name of the route that was taken last. */
  get name(): string {
    return this.#now.route ?? '';
  }

  /** Some way is left. */
  get hasMore(): boolean {
    return this.#fallbacks.length > 0;
  }

  /** Null: there is nothing at its end. */
  first(): OutgoingLeg | null {
    return this.#legOf(this.#now);
  }

  /** Why there is nothing at its end, for the person whose call could not be dialled. */
  get whyGone(): string {
    return this.#dependencies.routing.whyGone(this.name);
  }

  /**
   * The next one that is there and has a free slot, stored with the call before it may be dialled. Null: there is none, or
   * the call is not to be dialled any more. `sound`: of the media that is open already.
   */
  async next(sound?: LegSound): Promise<OutgoingLeg | null> {
    const { routing } = this.#dependencies;
    for (let way = this.#fallbacks.shift(); way; way = this.#fallbacks.shift()) {
      await routing.prepare([way.name]);
      const taken = { route: way.name, caller_id: way.callerId };
      const leg = this.#legOf(taken);
      if (!leg || (sound && !isAlike(leg, sound))) continue;
      const outcome = await this.#take(taken);
      if (outcome === 'over') return null;
      if (outcome === 'full') continue;
      this.#now = taken;
      return leg;
    }
    return null;
  }

  #legOf({ route, caller_id: callerId }: Way): OutgoingLeg | null {
    const { recipient_phone: to, from_number, ring_timeout_s: ringTimeoutS } = this.#call;
    const from = callerId ?? from_number ?? '';
    const carrier = route === null ? undefined : this.#dependencies.routing.carrierNamed(route);
    return carrier?.outgoing({ to, from, isOwnNumber: callerId === null, ringTimeoutS }) ?? null;
  }

  /** The slot at the trunk before goes back, and one of this trunk is taken. */
  #take({ route, caller_id: callerId }: Way): Promise<'taken' | 'full' | 'over'> {
    const { call_id: callId } = this.#call;
    const trunkId = trunkOfRoute(route);
    return this.#dependencies.db.transaction(async (tx) => {
      const dialling = await tx.query(
        `select from calls where call_id = $1 and state = 'dialing' and hangup_requested_at is null for update`,
        [callId],
      );
      if (dialling.length === 0) return 'over';
      await freeTrunkSlot(tx, { callId });
      tx.notify('dispatch', 'slot');
      if (trunkId !== null && !(await takeTrunkSlot(tx, trunkId, callId))) return 'full';
      await tx.query('update calls set route = $2, caller_id = $3 where call_id = $1', [callId, route, callerId]);
      return 'taken';
    });
  }
}

/** The socket for RTP is of one family. */
function isAlike(leg: LegSound, sound: LegSound): boolean {
  return (leg.isOverIpv6 ?? false) === (sound.isOverIpv6 ?? false) && leg.frames === null && sound.frames === null;
}
