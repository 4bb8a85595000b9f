import path from 'node:path';
import { checkScript, demoAgents, guardConnections, OpenVocabularyHost, openEmbedder } from '@parley/providers';
import { startSimulatedPhoneThread } from '@parley/simulated-phone/thread';
import { formatHost } from '@parley/sip';
import { listAccounts, setPlan } from './accounts/accounts.ts';
import { firstOwnerLink } from './accounts/first-owner.ts';
import { installationSecret } from './accounts/installation.ts';
import { findKeyPrincipal } from './accounts/keys.ts';
import { openLogin } from './accounts/open-login.ts';
import { provisionFirstAccount } from './accounts/provision.ts';
import { addressOfLink } from './accounts/user-links.ts';
import { AgentVersions } from './agents/agent-versions.ts';
import { listAgents } from './agents/agents.ts';
import { ToolSecrets } from './agents/tool-secrets.ts';
import { ModelAnalyst } from './analysis/model-analyst.ts';
import { CallFigures } from './analytics/call-figures.ts';
import type { App } from './app-state.ts';
import { AnswerStore } from './calls/answer-store.ts';
import { BrowserCalls } from './calls/browser-calls.ts';
import type { CallDependencies } from './calls/call-dependencies.ts';
import { SignallingStore } from './calls/call-signalling.ts';
import { DatabaseClock } from './calls/database-clock.ts';
import { Dispatcher, type DispatchHint } from './calls/dispatcher.ts';
import { EndStore } from './calls/end-store.ts';
import { EventHub } from './calls/event-hub.ts';
import type { FinishDependencies } from './calls/finish-dependencies.ts';
import { requestedHangups } from './calls/hang-up-call.ts';
import { InboundCalls } from './calls/inbound.ts';
import { Leases } from './calls/leases.ts';
import { LiveCalls } from './calls/live-calls.ts';
import { LiveControl } from './calls/live-control.ts';
import { RateStates } from './calls/rate-states.ts';
import { recoverRecordings } from './calls/recover-recordings.ts';
import { SlotReleases } from './calls/slot-releases.ts';
import type { InboundLeg } from './carriers/carrier.ts';
import { createDns } from './carriers/sip/dns.ts';
import { trunkLocator } from './carriers/sip/locate-trunk.ts';
import { startTelephony } from './carriers/sip/telephony.ts';
import { startHttpCarriers } from './carriers/start-http-carriers.ts';
import { Embedders } from './documents/embedders.ts';
import { Knowledge } from './documents/knowledge.ts';
import { Draining } from './draining.ts';
import { Authentication } from './http/authentication.ts';
import { EventStreams } from './http/event-streams.ts';
import { openDoors } from './http/open-doors.ts';
import { createHttpServer } from './http/server.ts';
import type { ApiDependencies } from './http/v1/dependencies.ts';
import { Jobs } from './jobs/jobs.ts';
import { providerGuard } from './kernel/address-guard.ts';
import { CloseStack } from './kernel/close-stack.ts';
import { guardedAgent } from './kernel/guarded-agent.ts';
import { createLogger, type Logger } from './kernel/logger.ts';
import { systemOf } from './kernel/principal.ts';
import { providerNamed } from './kernel/provider-connection.ts';
import { MediaPool } from './media/media-pool.ts';
import { RehearsalThread } from './media/rehearsal-thread.ts';
import { OpenModels } from './models/open-models.ts';
import { ProviderConnections } from './providers/connections.ts';
import { SharedConnections } from './providers/shared-connections.ts';
import { VendorOffers } from './providers/vendor-offers.ts';
import { RecordingLinks } from './recordings/links.ts';
import type { Config } from './start/config.ts';
import { openSealing } from './start/master-key.ts';
import { readNodeId } from './start/node-id.ts';
import { neededPorts, requirePorts } from './start/ports-free.ts';
import { makePrivateDirectories } from './start/private-directory.ts';
import { openServiceDatabases } from './start/service-database.ts';
import { serviceConfig, writeServiceFile } from './start/service-file.ts';
import { readSipTls } from './start/sip-tls-files.ts';
import { readStir } from './start/stir-files.ts';
import { AgentTools } from './tools/agent-tools.ts';
import { RouteChoice } from './trunks/choose-routes.ts';
import { quietProbe } from './trunks/quiet-probe.ts';
import { TrunkPasswords } from './trunks/trunk-credentials.ts';
import { applyConfiguredWebhook } from './webhooks/configured-webhook.ts';
import { workJobs } from './work-jobs.ts';

/** The composition root: everything is made here, handed to the parts that need it, and closed in the opposite order. */
export async function startApp(config: Config, onProgress: (message: string) => void): Promise<App> {
  const log = createLogger(config.log);
  const closing = new CloseStack((name, error) => log.error({ err: error, part: name }, 'a part did not close well'));
  try {
    return await compose(config, log, closing, onProgress);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function compose(
  config: Config,
  log: Logger,
  closing: CloseStack,
  onProgress: (message: string) => void,
): Promise<App> {
  const { dataDir, recordingsDir } = config;
  await makePrivateDirectories(config, onProgress);
  const nodeId = await readNodeId(dataDir);

  const trustedBaseUrls = config.allowPrivateProviders ? undefined : operatorBaseUrls(config);
  // Calls are analyzed, and documents embedded, in this thread.
  guardConnections(trustedBaseUrls ? providerGuard(trustedBaseUrls) : null);
  const anyWords = config.understandsAnyWords
    ? new OpenVocabularyHost({
        unloadAfterMs: config.speechUnloadAfterMs,
        onFailure: (error) => log.error({ err: error }, 'the process of the model of any words failed'),
      })
    : undefined;
  if (anyWords) closing.add('the model of any words', () => anyWords.close());
  // They start while the database does.
  const mediaStarting = MediaPool.start({
    threads: config.mediaThreads,
    ...{ bindAddress: config.sip.host, ipv6BindAddress: config.sip.ipv6Host },
    rtpPorts: config.rtpPorts,
    ...{ recordingsDir, capturesAudio: config.capturesAudio },
    hasLanguageModels: config.operatorProviders.some(({ abilities }) => abilities.includes('model')),
    speechUnloadAfterMs: config.speechUnloadAfterMs,
    trustedBaseUrls,
    ...(anyWords && { anyWords }),
    log,
  });
  mediaStarting.catch(() => {});
  closing.add('media threads', async () => (await mediaStarting).close());

  const databases = await openServiceDatabases(config, nodeId, closing, log, onProgress);
  const db = databases.requests;
  // Before the account is made: its key is shown by a start that succeeds, and by no other.
  await requirePorts(neededPorts(config));
  const firstAccount = await provisionFirstAccount(db, {
    limits: config.firstAccountLimits,
    demoAgents,
    ...(config.firstApiKey === undefined ? {} : { apiKey: config.firstApiKey }),
  });
  const account = (await listAccounts(db))[0]!;
  if (account.plan === 'enterprise') {
    await db.transaction((tx) => setPlan(tx, systemOf(account.account_id), 'enterprise', config.firstAccountLimits));
  }
  const { firstApiKey } = config;
  const isForeignKey = firstApiKey !== undefined && (await findKeyPrincipal(db, firstApiKey)) === undefined;
  const { newSecret } = await applyConfiguredWebhook(db, config.webhook);
  const jobs = await Jobs.start(databases.jobs, log);

  const phone = await startSimulatedPhoneThread({
    host: '127.0.0.1',
    port: config.phonePort,
    speechUnloadAfterMs: config.speechUnloadAfterMs,
  });
  closing.add('simulated phone', () => phone.close());
  const media = await mediaStarting;

  const sealing = await openSealing(dataDir, config.masterKey);
  const openModels = await OpenModels.start(dataDir, log);
  closing.add('open models', () => openModels.close());
  const operatorProviders = [...config.operatorProviders, openModels.connection];
  const connections = new ProviderConnections({ sealing, operators: operatorProviders, log });
  const embedders = new Embedders({
    connections,
    open: ({ vendor, ...connection }, signal) => openEmbedder(vendor, connection, signal),
    log,
  });
  const knowledge = new Knowledge({ db: databases.searches, embedders, jobs, log });
  closing.add('documents', () => knowledge.close());
  const live = new LiveCalls(log);
  let inbound: InboundCalls | undefined;
  const onCalls = { mayTakeCalls: () => inbound !== undefined, onCall: (leg: InboundLeg) => void inbound?.accept(leg) };
  let url = config.http.publicUrl ?? '';
  const { proof, twilio, telnyx, ...carriers } = await startHttpCarriers(
    { config, db, sealing, log, publicUrl: () => url, ...onCalls },
    closing,
  );
  const httpCarriers = carriers.all;
  const passwords = new TrunkPasswords({ sealing, log });
  const locate = trunkLocator(
    createDns(config.dnsServers),
    config.sip.ipv6Host === undefined ? ['ipv4'] : ['ipv4', 'ipv6'],
  );
  const ways = { nodeId, phonePort: phone.port, accounts: httpCarriers, passwords, locate };
  const certificateConnections = guardedAgent({ allowPrivate: config.webhook.allowPrivate });
  closing.add('connections for certificates', () => certificateConnections.destroy());
  const telephony = await startTelephony(
    {
      ...{ db: databases.calls, log, ...ways, ...onCalls },
      sip: { ...config.sip, tls: await readSipTls(config.sip.tls), stir: await readStir(config.sip.stir) },
      certificates: { dispatcher: certificateConnections, allowPrivate: config.webhook.allowPrivate },
    },
    closing,
  );
  const { routing } = telephony;
  // Where Parley listens on loopback alone it is tried out; elsewhere only the first account is the operator's.
  const isOperators = (accountId: string) => config.sip.host.startsWith('127.') || accountId === account.account_id;
  const routes = new RouteChoice(config);
  const links = new RecordingLinks({ secret: await installationSecret(db, 'recordings'), publicUrl: () => url });
  const mediaAddresses = { ipv4: config.sip.publicHost ?? config.sip.host, ipv6: config.sip.ipv6Host };
  const ownServer = providerNamed(operatorProviders, 'openai', 'model');
  const ownModel = ownServer && config.languageModel ? { provider: ownServer, name: config.languageModel.model } : null;
  const analyst = new ModelAnalyst({ db: databases.jobs, connections, ownModel, log });
  const analyzer = { agentVersions: new AgentVersions(), links, analyst };
  const finish: FinishDependencies = { jobs, analyzer, recordingsDir };
  const clock = new DatabaseClock();
  const toolConnections = guardedAgent({ allowPrivate: config.webhook.allowPrivate });
  closing.add('connections of tools', () => toolConnections.destroy());
  const agentTools = new AgentTools({
    network: { dispatcher: toolConnections, allowPrivate: config.webhook.allowPrivate },
    secrets: new ToolSecrets(sealing),
  });
  const dependencies: CallDependencies = {
    db: databases.calls,
    clock,
    agentVersions: analyzer.agentVersions,
    finish,
    media,
    connections: new SharedConnections(connections),
    calls: live,
    answers: new AnswerStore(databases.calls),
    ends: new EndStore(databases.calls, finish),
    releases: new SlotReleases(),
    signalling: new SignallingStore(databases.calls),
    knowledge,
    routing,
    routes,
    tools: agentTools,
    log,
    links,
    mediaAddresses,
  };

  const leases = new Leases({
    renewals: databases.leases,
    db: databases.calls,
    finish,
    routing,
    live,
    clock,
    nodeId,
    recordingsDir,
    log,
  });
  closing.add('leases', () => leases.close());
  const recoveredCalls = await leases.recover();
  await recoverRecordings({ db, nodeId, recordingsDir });

  const webhookAgent = guardedAgent({ allowPrivate: config.webhook.allowPrivate });
  closing.add('webhook connections', () => webhookAgent.destroy());
  closing.add('jobs', () => jobs.close());
  await workJobs(jobs, databases.calls, {
    ...{ db: databases.jobs, analyzer, embedders, links, recordingsDir, log },
    webhooks: { agent: webhookAgent, allowPrivate: config.webhook.allowPrivate },
  });

  const authentication = new Authentication(db, { publicUrl: () => url });
  const anonymousRate = (client: string) => authentication.anonymousRate(client);
  const http = createHttpServer({
    log,
    anonymousRate,
    trustedProxies: config.http.trustedProxies,
  });
  // While the calls end it still responds: a new call gets an error that says that this node takes no more.
  closing.add('HTTP', () => http.close());
  const events = await EventHub.start(db, databases.calls, log);
  // After the calls, whose ends it still reports, and before HTTP, which would cut off the listeners.
  closing.add('streams of events', () => events.close());
  const figures = new CallFigures({ db, events, log });
  closing.add('figures', () => figures.close());

  inbound = new InboundCalls({ dependencies, live, nodeId });
  const dispatcher = new Dispatcher({ dependencies, routing, live, nodeId });
  const draining = new Draining({ dispatcher, inbound, live, limitS: config.drainS });
  closing.add('calls', () => draining.endAll());
  await databases.calls.listen('dispatch', (event) =>
    dispatcher.kick(event.type === 'notification' ? (event.payload as DispatchHint) : 'poll'),
  );
  await databases.calls.listen('call_hangup', (event) => {
    if (event.type === 'notification') live.hangUp(event.payload);
    else void hangUpRequested();
  });
  async function hangUpRequested(): Promise<void> {
    try {
      for (const callId of await requestedHangups(databases.calls, live.callIds)) live.hangUp(callId);
    } catch (error) {
      log.error({ err: error }, 'hang-ups could not be read after a reconnect; the next renewal reads them');
    }
  }

  const rehearsal = new RehearsalThread({ log, trustedBaseUrls });
  closing.add('rehearsals', () => rehearsal.close());
  const offers = new VendorOffers({
    connections,
    ask: rehearsal,
    installed: openModels,
    ownModel: config.languageModel?.model ?? null,
  });
  const control = new LiveControl({ db, patientDb: databases.calls, finish, live, nodeId });
  const publicUrl = () => url;
  const dashboard = {
    ...(await openLogin(db, sealing)),
    publicUrl,
    isSimulated: (accountId: string) => telephony.isSimulated(accountId),
    singleSignOn: config.singleSignOn !== undefined,
  };
  const api: ApiDependencies = {
    db,
    finish,
    events,
    eventStreams: new EventStreams(events),
    rates: new RateStates(db),
    routes,
    trunkProbeOf: (accountId) => (isOperators(accountId) ? telephony.probe : quietProbe(telephony.probe)),
    trunkPasswords: passwords,
    trunkPlaces: telephony.trunkPlaces,
    sellers: httpCarriers,
    testCarrier: (carrier) => httpCarriers.test(carrier),
    sipAddress: telephony.address,
    links,
    control,
    recordingsDir,
    allowPrivateWebhooks: config.webhook.allowPrivate,
    allowPrivateProviders: config.allowPrivateProviders,
    operatorProviders,
    connections,
    sealing,
    offers,
    knowledge,
    tryVendor: rehearsal,
    checkScript,
    wakeDispatcher: (hint) => dispatcher.kick(hint),
    refusePlacing: () => draining.refusePlacing(),
    publicUrl,
  };
  openDoors(http, {
    ...{ authentication, anonymousRate, api, dashboard, figures, twilio, telnyx, proof, log },
    health: { db, isDraining: () => draining.hasBegun, parts: [() => media.health] },
    agentPages: { ...api, agentTools, rehearsal, outages: media.outages },
    telephony: {
      address: telephony.address,
      tls_port: telephony.tlsPort,
      rtp_ports: config.rtpPorts,
      captures_audio: config.capturesAudio,
      operator_trunk: config.sip.trunk ?? null,
    },
    live: { browserCalls: new BrowserCalls({ db, dependencies, live, inbound, nodeId, sealing }), control },
    singleSignOn: config.singleSignOn,
    dashboardDir: path.join(import.meta.dirname, '../../dashboard/dist'),
  });
  const listening = await http.listen({ host: config.http.host, port: config.http.port });
  url ||= listening;
  await writeServiceFile(dataDir, serviceConfig(config, url));

  const agent = (await listAgents(db, account.account_id))[0];
  const ownerToken = await firstOwnerLink(db, account.account_id);
  return {
    url,
    firstAccount,
    accountOfOtherKeys: isForeignKey ? account.account_id : undefined,
    ownerLink: ownerToken === undefined ? null : addressOfLink(url, ownerToken),
    newWebhookSecret: newSecret,
    agent: agent && { agentId: agent.agent_id, name: agent.name },
    trunk: config.sip.trunk ? `${formatHost(config.sip.trunk.host)}:${config.sip.trunk.port}` : null,
    accountTrunks: telephony.accountTrunks,
    carrierAccounts: carriers.accounts(),
    recoveredCalls,
    get liveCalls() {
      return live.count;
    },
    drainS: config.drainS,
    pacing: () => media.pacing(),
    async drain(hurry) {
      // Registrars send calls to other nodes from now on.
      await Promise.all([telephony.deregister(), draining.run(hurry)]);
      await closing.close();
    },
    close: () => closing.close(),
  };
}

const operatorBaseUrls = ({ operatorProviders }: Config): string[] =>
  operatorProviders.flatMap(({ baseUrl }) => (baseUrl === null ? [] : [baseUrl]));
