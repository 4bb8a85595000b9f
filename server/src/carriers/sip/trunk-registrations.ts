import { isDeepStrictEqual } from 'node:util';
import type { Credentials, RegisteredWay, RegistrationRequest, UserAgent } from '@parley/sip';
import type { Database, Subscription } from '../../db/index.ts';
import type { Logger } from '../../kernel/logger.ts';
import { within } from '../../kernel/within.ts';
import {
  type HeldRegistration,
  holdRegistrations,
  noteRegistration,
  releaseRegistrations,
} from '../../trunks/registration-lease.ts';
import type { Standing } from '../../trunks/registration-standing.ts';
import { TRUNKS_CHANNEL } from '../../trunks/trunks.ts';
import { contactUserOf, type TrunkPeer, type TrunkRegistry } from '../trunk-registry.ts';
import { instanceOf, registrarOf } from './registrar.ts';
import { TrunkBinding } from './trunk-binding.ts';

const LOOK_MS = 5000;
/** At a stop; a registrar that does not answer forgets us by itself. */
const LEAVE_MS = 3000;

const NO_ADDRESS = {
  state: 'unreachable',
  detail: 'Its host has no address in DNS that this account may use.',
} as const;
const UNREADABLE = { state: 'refused', detail: 'The stored password cannot be decrypted. Enter it again.' } as const;

interface TrunkRegistrationsOptions {
  db: Database;
  log: Logger;
  nodeId: string;
  userAgent: Pick<UserAgent, 'register'>;
  trunks: Pick<TrunkRegistry, 'refresh' | 'prepare' | 'peerOf' | 'credentialsOf'>;
}

/** Registers with each trunk that wants it, for as long as it does; one node registers for all. */
export class TrunkRegistrations {
  readonly #options: TrunkRegistrationsOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #bindings = new Map<string, TrunkBinding>();
  /** Those that are being taken back. */
  readonly #leaving = new Map<string, TrunkBinding>();
  #subscription: Subscription | null = null;
  #working: Promise<void> | null = null;
  /** Something changed while it was looked. */
  #isStale = false;
  #closing: Promise<void> | null = null;

  private constructor(options: TrunkRegistrationsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  static async start(options: TrunkRegistrationsOptions): Promise<TrunkRegistrations> {
    const registrations = new TrunkRegistrations(options);
    registrations.#subscription = await options.db.listen(TRUNKS_CHANNEL, () => registrations.#look());
    registrations.#look();
    return registrations;
  }

  /** How calls out go where this node has registered with the trunk; null where it has not. */
  wayOf(trunkId: string): RegisteredWay | null {
    return this.#bindings.get(trunkId)?.way ?? null;
  }

  /** Takes all registrations back, waits 3 s for that, and lets other nodes have them. Does not throw. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#leave();
    return this.#closing;
  }

  async #leave(): Promise<void> {
    clearInterval(this.#timer);
    await within(LEAVE_MS, this.#working ?? Promise.resolve());
    await within(LEAVE_MS, Promise.all([...this.#bindings.values()].map((each) => each.end())));
    this.#bindings.clear();
    await within(LEAVE_MS, this.#release());
    await within(LEAVE_MS, this.#subscription?.close() ?? Promise.resolve());
  }

  async #release(): Promise<void> {
    const { db, nodeId } = this.#options;
    await releaseRegistrations(db, nodeId);
    db.notify(TRUNKS_CHANNEL, '');
  }

  #look(): void {
    this.#isStale = this.#working !== null;
    this.#working ??= this.#follow()
      .catch((error: unknown) => {
        if (this.#closing) return;
        this.#options.log.error({ err: error }, 'registrations could not be looked after; it is tried again');
      })
      .finally(() => {
        this.#working = null;
        if (this.#isStale && !this.#closing) this.#look();
      });
  }

  async #follow(): Promise<void> {
    const { db, nodeId, trunks } = this.#options;
    if (this.#closing) return;
    const held = await holdRegistrations(db, nodeId);
    await trunks.refresh();
    const trunkIds = held.map(({ trunk_id: trunkId }) => trunkId);
    await trunks.prepare(trunkIds);
    if (this.#closing) return;
    const lost = [...this.#bindings.keys()].filter((trunkId) => !trunkIds.includes(trunkId));
    for (const trunkId of lost) this.#drop(trunkId);
    for (const each of held) {
      const { trunk_id: trunkId } = each;
      const peer = trunks.peerOf(trunkId);
      const credentials = trunks.credentialsOf(trunkId);
      if (peer && credentials) this.#keep(trunkId, peer, credentials);
      else this.#giveUp(each, credentials === null ? UNREADABLE : NO_ADDRESS);
      const binding = this.#bindings.get(trunkId);
      binding?.noteUnless(each.state);
      binding?.noteUnanswered(each.failures);
    }
  }

  #keep(trunkId: string, peer: TrunkPeer, credentials: Credentials): void {
    const known = this.#bindings.get(trunkId);
    const request = {
      ...registrarOf(peer.target, credentials.username),
      ...hopsTo(peer, known),
      contactUser: peer.isBulk ? null : contactUserOf(trunkId),
      instance: instanceOf(trunkId),
    };
    if (known?.isOf(request, credentials)) return;
    const { userAgent, log } = this.#options;
    const note = (standing: Standing) => this.#note(trunkId, standing);
    const onChange = (state: Standing['state']) =>
      log.warn({ trunk_id: trunkId, state }, 'a registration changed its state');
    const previous = known ?? this.#leaving.get(trunkId) ?? null;
    this.#leaving.delete(trunkId);
    this.#bindings.set(trunkId, new TrunkBinding({ userAgent, request, credentials, note, onChange, previous }));
  }

  /** It cannot be registered with as it is. */
  #giveUp(
    { trunk_id: trunkId, state, detail }: HeldRegistration,
    why: Exclude<Standing, { state: 'registered' }>,
  ): void {
    this.#drop(trunkId);
    if (state !== why.state || detail !== why.detail) void this.#note(trunkId, why);
  }

  #drop(trunkId: string): void {
    const binding = this.#bindings.get(trunkId);
    if (!binding) return;
    this.#bindings.delete(trunkId);
    this.#leaving.set(trunkId, binding);
    void binding.end().then(() => {
      if (this.#leaving.get(trunkId) === binding) this.#leaving.delete(trunkId);
    });
  }

  /** Does not throw: what could not be noted is noted at the next look. */
  async #note(trunkId: string, standing: Standing): Promise<void> {
    const { db, log, nodeId } = this.#options;
    try {
      await noteRegistration(db, nodeId, trunkId, standing);
    } catch (error) {
      if (this.#closing) return;
      log.error({ err: error, trunk_id: trunkId }, 'the state of a registration could not be stored');
    }
  }
}

/** To the hop that was taken last, as long as the name has it: the order in which DNS gives them changes all the time. */
function hopsTo(
  { location }: TrunkPeer,
  known: TrunkBinding | undefined,
): Pick<RegistrationRequest, 'hop' | 'alternatives'> {
  const hops = location.hops();
  const last = hops.find((each) => isDeepStrictEqual(each, known?.hop));
  const hop = last ?? hops[0]!;
  return { hop, alternatives: hops.filter((each) => each !== hop) };
}
