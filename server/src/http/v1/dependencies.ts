import type { CarrierTest } from '@parley/contract';
import type { CheckScript } from '../../agents/script-check.ts';
import type { DispatchHint } from '../../calls/dispatcher.ts';
import type { EventHub } from '../../calls/event-hub.ts';
import type { FinishDependencies } from '../../calls/finish-dependencies.ts';
import type { LiveControl } from '../../calls/live-control.ts';
import type { RouteChoice } from '../../calls/place-call.ts';
import type { RateStates } from '../../calls/rate-states.ts';
import type { Database } from '../../db/index.ts';
import type { Knowledge } from '../../documents/knowledge.ts';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';
import type { Sealing } from '../../kernel/sealing.ts';
import type { TryVendor } from '../../media/vendor-desk.ts';
import type { NumberSellers } from '../../numbers/number-seller.ts';
import type { ProviderConnections } from '../../providers/connections.ts';
import type { VendorOffers } from '../../providers/vendor-offers.ts';
import type { RecordingLinks } from '../../recordings/links.ts';
import type { RoutedCarrier } from '../../trunks/carrier-route.ts';
import type { TrunkProbe } from '../../trunks/probe-trunk.ts';
import type { TrunkPasswords } from '../../trunks/trunk-credentials.ts';
import type { TrunkPlaces } from '../../trunks/trunk-places.ts';
import type { EventStreams } from '../event-streams.ts';

/** What the endpoints work with. */
export interface ApiDependencies {
  db: Database;
  finish: FinishDependencies;
  events: EventHub;
  eventStreams: EventStreams;
  rates: RateStates;
  routes: RouteChoice;
  /** How trunks of this account are tested. */
  trunkProbeOf(accountId: string): TrunkProbe;
  trunkPasswords: TrunkPasswords;
  trunkPlaces: TrunkPlaces;
  sellers: NumberSellers;
  testCarrier(carrier: RoutedCarrier): Promise<CarrierTest>;
  /** Where others reach our user agent, over UDP. */
  sipAddress: { host: string; port: number };
  links: RecordingLinks;
  control: LiveControl;
  recordingsDir: string;
  /** What the operator has set for all accounts. */
  operatorProviders: readonly ProviderConnection[];
  connections: ProviderConnections;
  sealing: Sealing;
  offers: VendorOffers;
  knowledge: Knowledge;
  tryVendor: TryVendor;
  checkScript: CheckScript;
  allowPrivateWebhooks: boolean;
  /** Whether base addresses of providers may be private. */
  allowPrivateProviders: boolean;
  wakeDispatcher(hint: DispatchHint): void;
  /** Throws while this node is stopping. */
  refusePlacing(): void;
  publicUrl(): string;
}
