import type { Telephony } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { CallFigures } from '../analytics/call-figures.ts';
import type { WayProof } from '../carriers/public-way/way-proof.ts';
import { TELNYX_PATH, type TelnyxDoor } from '../carriers/telnyx/telnyx-door.ts';
import { TWILIO_PATH, type TwilioDoor } from '../carriers/twilio/twilio-door.ts';
import type { Logger } from '../kernel/logger.ts';
import type { RateState } from '../kernel/request-error.ts';
import type { Authentication } from './authentication.ts';
import { mediaStreams } from './carriers/media-streams.ts';
import { publicWaySocket, registerPublicWay } from './carriers/public-way.ts';
import { registerTelnyx } from './carriers/register-telnyx.ts';
import { registerTwilio } from './carriers/register-twilio.ts';
import type { AgentPages } from './dashboard/agents/agent-pages.ts';
import { registerAgentPages } from './dashboard/agents/register-agent-pages.ts';
import type { DashboardDependencies } from './dashboard/dashboard-dependencies.ts';
import { registerBatchPages } from './dashboard/register-batches.ts';
import { registerDashboard } from './dashboard/register-dashboard.ts';
import { registerReports } from './dashboard/register-reports.ts';
import { registerTelephony } from './dashboard/register-telephony.ts';
import { registerUsers } from './dashboard/register-users.ts';
import { type SingleSignOnConfig, startSingleSignOn } from './dashboard/start-single-sign-on.ts';
import { type HealthState, registerHealth } from './health.ts';
import { registerInbox } from './inbox.ts';
import type { LiveDependencies } from './live/live-session.ts';
import { registerLive } from './live/register-live.ts';
import { registerRecordings } from './recordings.ts';
import { registerReference } from './reference/register-reference.ts';
import { answerUnknownPaths, rememberPaths } from './server.ts';
import { takeUpgrades } from './upgrades.ts';
import { registerApi } from './v1/api.ts';
import type { ApiDependencies } from './v1/dependencies.ts';

interface Doors {
  authentication: Authentication;
  anonymousRate(client: string): RateState;
  health: HealthState;
  api: ApiDependencies;
  figures: CallFigures;
  telephony: Telephony;
  agentPages: AgentPages;
  dashboard: DashboardDependencies;
  /** Where the built dashboard is. */
  dashboardDir: string;
  singleSignOn: SingleSignOnConfig | undefined;
  live: LiveDependencies;
  twilio: TwilioDoor;
  telnyx: TelnyxDoor;
  /** By which a test of PUBLIC_URL knows this installation. */
  proof: WayProof;
  log: Logger;
}

/** All that is reached over HTTP. What is registered here is what paths are compared with when one is unknown. */
export function openDoors(http: FastifyInstance, doors: Doors): void {
  const { authentication, anonymousRate, api, dashboard, live, twilio, telnyx, proof, log } = doors;
  const { db, links, recordingsDir, publicUrl } = api;
  rememberPaths(http);
  registerHealth(http, doors.health);
  registerReference(http, { publicUrl });
  registerRecordings(http, { db, links, recordingsDir });
  registerApi(http, authentication, api);
  registerBatchPages(http, authentication, api);
  registerReports(http, authentication, { db, links, figures: doors.figures });
  registerTelephony(http, authentication, doors.telephony);
  registerInbox(http, { db });
  registerAgentPages(http, authentication, doors.agentPages);
  registerDashboard(http, { directory: doors.dashboardDir });
  const liveSockets = registerLive(http, { authentication, dependencies: live, publicUrl, log });
  registerTwilio(http, twilio);
  registerTelnyx(http, telnyx);
  registerPublicWay(http, proof);
  takeUpgrades(http, [
    liveSockets,
    mediaStreams(http, { path: TWILIO_PATH, door: twilio, anonymousRate }),
    mediaStreams(http, { path: TELNYX_PATH, door: telnyx, anonymousRate }),
    publicWaySocket({ proof, anonymousRate }),
  ]);
  registerUsers(http, authentication, dashboard);
  startSingleSignOn(http, dashboard, doors.singleSignOn, log);
  answerUnknownPaths(http);
}
