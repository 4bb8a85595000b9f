import type { AgentSettings, EndReason, TransferCallTool, Variables } from '@parley/contract';
import type { AgentVersions } from '../agents/agent-versions.ts';
import { callSettings } from '../agents/call-settings.ts';
import { neededVariables } from '../agents/needed-variables.ts';
import type { FrameSound, InboundLeg, Leg, LegEnd, LegEvent, LegToken, OutgoingLeg } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Knowledge } from '../documents/knowledge.ts';
import type { Logger } from '../kernel/logger.ts';
import { within } from '../kernel/within.ts';
import type { MediaEvent, MediaHost, MediaResult, MediaSession } from '../media/media.ts';
import type { ProviderConnections } from '../providers/connections.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import type { AgentTools } from '../tools/agent-tools.ts';
import type { CallTools } from '../tools/call-tools.ts';
import { publish } from '../webhooks/publish.ts';
import { CallJournal } from './call-journal.ts';
import { advance, announce, type LiveCall, StaleCallError, storeToken, storeVariables } from './call-record.ts';
import { FIRST_LEG, storeSignalling } from './call-signalling.ts';
import { CallTransfers } from './call-transfers.ts';
import { CallVariables } from './call-variables.ts';
import type { DatabaseClock } from './database-clock.ts';
import { type CallEnding, finishCall } from './finish-call.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import { foundPassages } from './found-passages.ts';
import { LiveFeed } from './live-feed.ts';
import { mediaAgentOf } from './media-agent.ts';
import type { RouteChoice } from './place-call.ts';
import { readCall } from './read-calls.ts';
import { saveToolStart, saveTurn } from './spoken-turns.ts';
import { ToolUses } from './tool-uses.ts';

export interface CallDependencies {
  /** Patient, and on connections of its own: what happens to a live call is stored, however long the database is away. */
  db: Database;
  clock: DatabaseClock;
  agentVersions: AgentVersions;
  finish: FinishDependencies;
  media: MediaHost;
  connections: Pick<ProviderConnections, 'of'>;
  knowledge: Pick<Knowledge, 'search'>;
  /** Decides the way to a number that a call is handed over to. */
  routes: RouteChoice;
  tools: Pick<AgentTools, 'open' | 'variablesFor'>;
  log: Logger;
  links: RecordingLinks;
  /** What the other side is told to send its audio to. */
  mediaAddress: string;
}

/** Who is said to have ended a call that ended for this reason. */
function enderOf(endReason: EndReason): CallEnding['endedBy'] {
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

/** What of a call can always be stored: that it was, how long, and why it ended. */
function withoutWords(media: MediaResult | null): MediaResult | null {
  if (!media) return null;
  return { ...media, turns: [], outcomeHint: null, warnings: ['What was said in this call could not be stored.'] };
}

/** What was wrong with the carrier, for the people of the account. */
function faultOf(end: LegEnd): string | undefined {
  if (end.by !== 'network' || end.endReason !== 'carrier_error') return undefined;
  return `The carrier could not carry the call: ${end.detail}`;
}

/** How long a CANCEL waits for the final response that tells how the call ended. */
const FINAL_RESPONSE_MS = 2000;
/** How long the signalling of a call that is over waits for the response to our BYE; what comes later is added. */
const LAST_MESSAGES_MS = 500;

/**
 * One live call, from dialling to its end. The first reason to end wins; whatever the network answers afterwards is
 * only waited for. The call never waits for the database: the journal stores what happened, in order.
 */
export class CallRun {
  readonly #dependencies: CallDependencies;
  readonly #call: LiveCall;
  /** For those who follow the call in this process. */
  readonly feed: LiveFeed;
  readonly #journal: CallJournal;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #released = Promise.withResolvers<null>();
  readonly #warnings: string[] = [];
  #leg: Leg | null = null;
  #media: MediaSession | null = null;
  readonly #opened = Promise.withResolvers<MediaSession | null>();
  /** Resolves when everything that the media had to tell is in the journal. */
  #following: Promise<void> = Promise.resolve();
  #ending: Pick<CallEnding, 'endReason' | 'endedBy' | 'warning'> | null = null;
  #hangup: Promise<void> | null = null;
  /** What its agent may look up. */
  #documentIds: readonly string[] = [];
  /** Whom its agent may hand it over to. */
  #destinations: TransferCallTool['destinations'] = [];
  readonly transfers: CallTransfers;
  /** Of a call that comes in; once. */
  #ring: (() => void) | null = null;
  #tools: CallTools | null = null;
  #uses: ToolUses | null = null;
  /** Nobody is asked anything any more. */
  readonly #stopping = new AbortController();
  #savedTurns = 0;
  /** The network has said anything at all of our INVITE. */
  #progressed = false;
  #answered = false;
  #over = false;
  #stored = false;

  constructor(dependencies: CallDependencies, call: LiveCall) {
    this.#dependencies = dependencies;
    this.#call = call;
    this.feed = new LiveFeed(call.direction === 'outbound' ? 'dialing' : 'ringing');
    this.#journal = new CallJournal((step, error) => this.#onJournalFailure(step, error));
    this.transfers = new CallTransfers({
      ...{ ...dependencies, call, journal: this.#journal, feed: this.feed },
      parts: () => (this.#leg && this.#media && !this.#over ? { leg: this.#leg, media: this.#media } : null),
      onTransferred: (endedBy) => this.end('transferred', endedBy),
      onWarning: (warning) => this.#warnings.push(warning),
    });
  }

  get callId(): string {
    return this.#call.call_id;
  }

  get accountId(): string {
    return this.#call.account_id;
  }

  /** Its media, as soon as there is any; null when the call ended without. */
  get media(): Promise<MediaSession | null> {
    return this.#opened.promise;
  }

  /** Nothing but its storage is left of it. */
  get isOver(): boolean {
    return this.#over;
  }

  /** Its end is in the database. */
  get isStored(): boolean {
    return this.#stored;
  }

  /** Resolves when the network has acknowledged our BYE or CANCEL, or will not. */
  get hangup(): Promise<void> {
    return this.#hangup ?? Promise.resolve();
  }

  /** Dials, and resolves when the call is over and stored. */
  async dial(outgoing: OutgoingLeg): Promise<void> {
    await this.#run(outgoing.frames, (media) => {
      // Ended before it was dialled: there is no leg.
      if (this.#ending) return null;
      this.#after(this.#call.ring_timeout_s * 1000, () => {
        // Where nothing ever came back, nothing has rung.
        if (!this.#answered) this.end(this.#progressed ? 'no_answer' : 'carrier_error', 'system');
      });
      return outgoing.dial({ address: this.#dependencies.mediaAddress, port: media.port });
    });
  }

  /** Answers a leg that the other side began, and resolves when the call is over and stored. */
  async answer(leg: InboundLeg): Promise<void> {
    // Ours from now on: whatever happens until it is answered, the caller gets a final response.
    this.#leg = leg;
    let rings = false;
    this.#ring = () => {
      if (!rings) leg.ring();
      rings = true;
    };
    await this.#run(leg.frames, (media) => {
      if (this.#ending) return leg;
      this.#ring?.();
      leg.answer({ address: this.#dependencies.mediaAddress, port: media.port });
      return leg;
    });
  }

  /** Ends a call that cannot or must not be dialled, and resolves when that is stored. */
  async abandon(endReason: EndReason, warning?: string): Promise<void> {
    this.#ending ??= { endReason, endedBy: 'system', warning };
    await this.#close(null);
  }

  /** Asked for from outside: before the answer the call is canceled, after it the agent hangs up. */
  hangUp(): void {
    this.end(this.#answered ? 'agent_hangup' : 'canceled', 'system');
  }

  /** The agent says that it has to go, and hangs up. Before the answer the call ends at once. */
  sayFarewell(): void {
    if (this.#answered && this.#media) this.#media.sayFarewell();
    else this.end('interrupted_by_restart', 'system');
  }

  /** Idempotent: the first reason stays. Hangs up on the network with CANCEL or BYE. */
  end(endReason: EndReason, endedBy: CallEnding['endedBy'] = enderOf(endReason)): void {
    if (this.#ending) return;
    this.#ending = { endReason, endedBy };
    this.#stopping.abort();
    if (!this.#leg) return;
    this.#storeClosing();
    this.#hangUp(this.#leg);
  }

  /**
   * A session is over once its BYE has left (RFC 3261, section 15.1.1): the call does not wait for the response, which may
   * take 32 s. After a CANCEL the final response usually comes at once, and is worth a moment.
   */
  #hangUp(leg: Leg): void {
    if (this.#hangup) return;
    this.#hangup = leg.hangUp();
    this.#hangup.catch((error: unknown) => {
      this.#dependencies.log.error({ err: error, call_id: this.callId }, 'a call could not be hung up');
    });
    if (this.#answered) this.#released.resolve(null);
    else if (!this.#over) this.#after(FINAL_RESPONSE_MS, () => this.#released.resolve(null));
  }

  async #run(frames: FrameSound | null, begin: (media: MediaSession) => Leg | null): Promise<void> {
    let sipCode: number | null = null;
    try {
      this.#media = await this.#openMedia(frames);
      this.#opened.resolve(this.#media);
      this.#following = this.#followMedia(this.#media).catch((error: unknown) => {
        this.#dependencies.log.error({ err: error, call_id: this.callId }, 'a call failed');
        this.end('internal_error', 'system');
      });
      this.#leg = begin(this.#media);
      if (this.#leg) sipCode = await Promise.race([this.#followLeg(this.#leg), this.#released.promise]);
    } catch (error) {
      this.#dependencies.log.error({ err: error, call_id: this.callId }, 'a call failed');
      this.end('internal_error', 'system');
    }
    await this.#close(sipCode);
  }

  async #openMedia(frames: FrameSound | null): Promise<MediaSession> {
    const { db, media, agentVersions, connections: known } = this.#dependencies;
    const settings = await callSettings(db, agentVersions, this.#call);
    this.#documentIds = settings.knowledge.document_ids;
    this.#destinations = settings.tools.find((tool) => tool.type === 'transfer_call')?.destinations ?? [];
    const connections = await known.of(db, this.#call.account_id);
    const variables = new CallVariables(this.#call, settings, new Date());
    const owner = { accountId: this.accountId, agentId: this.#call.agent_id };
    const tools = this.#dependencies.tools.open(owner, settings);
    this.#tools = tools;
    // Two seconds at most, for both: nobody's telephone rings yet, and a caller hears ours.
    if (settings.tools.some(({ type }) => type === 'mcp')) this.#ring?.();
    await Promise.all([this.#askForVariables(settings, variables), tools.connect()]);
    const { offered } = tools;
    const agent = mediaAgentOf(this.#call, settings, connections, { variables: variables.texts, tools: offered });
    const { callId } = this;
    const session = await media.open({ callId, agent, connections, record: settings.recording.enabled, frames });
    this.#uses = new ToolUses({
      ...{ tools, settings, variables },
      settle: (id, result) => session.settleTool(id, result),
      onFound: (found) => this.#storeVariables(found),
    });
    tools.onChange = (changed) => session.useTools([...changed]);
    if (tools.offered !== offered) session.useTools([...tools.offered]);
    return session;
  }

  /** What the account knows of a caller, before the agent speaks; without, where it does not say so in time. */
  async #askForVariables(settings: AgentSettings, variables: CallVariables): Promise<void> {
    const { direction, agent_id: agentId, from_number: from, recipient_phone: to, variables: given } = this.#call;
    const { variables_webhook: webhook } = settings;
    if (webhook === null || direction !== 'inbound') return;
    // What the caller hears meanwhile.
    this.#ring?.();
    const data = { call_id: this.callId, agent_id: agentId, from_number: from, recipient_phone: to };
    const owner = { accountId: this.accountId, agentId };
    try {
      const answer = await this.#dependencies.tools.variablesFor(owner, webhook, data, this.#stopping.signal);
      // What was given with the call is newer than what is known of the caller.
      const found = variables.take({ ...answer, ...given });
      if (Object.keys(found).length > 0) this.#storeVariables(found);
    } catch (error) {
      const reason = (error as Error).message;
      this.#dependencies.log.warn({ call_id: this.callId, reason }, 'a call has no variables of its webhook');
      this.#warnings.push(`The variables webhook was of no help: ${reason}`);
    }
    const missing = neededVariables(settings).filter((name) => variables.texts[name] === undefined);
    if (missing.length > 0) this.#warnings.push(`Nobody knew these variables: ${missing.join(', ')}.`);
  }

  #storeVariables(found: Variables): void {
    this.#journal.append('variables', () => storeVariables(this.#dependencies.db, this.callId, found));
  }

  async #close(sipCode: number | null): Promise<void> {
    const { db, clock, finish, log } = this.#dependencies;
    this.#over = true;
    this.#opened.resolve(null);
    const endedAt = clock.at(performance.now());
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#leg) this.#hangUp(this.#leg);
    this.#stopping.abort();
    await this.#uses?.close();
    const closed = this.#media ? await this.#media.close() : null;
    await this.#following;
    const warnings = [...this.#warnings, ...(this.#tools?.warnings ?? [])];
    const media = closed && { ...closed, warnings: [...warnings, ...closed.warnings] };
    const reason = this.#ending ?? { endReason: 'internal_error' as const, endedBy: 'system' as const };
    const ending: CallEnding = { ...reason, sipCode, endedAt, media: this.#answered ? media : null };
    await this.#journal.append('finish', async () => {
      try {
        await finishCall(db, finish, this.callId, ending);
      } catch (error) {
        log.error({ err: error, call_id: this.callId }, 'the end of a call could not be stored whole');
        await finishCall(db, finish, this.callId, { ...ending, media: withoutWords(ending.media) });
      }
      this.#stored = true;
    });
    this.feed.push({ type: 'ended', endReason: reason.endReason });
    await this.#keepSignalling();
  }

  /** It is read by those who ask why a call went wrong: nothing waits for it but the process that stops. */
  async #keepSignalling(): Promise<void> {
    const leg = this.#leg;
    if (!leg?.signalling) return;
    let kept = 0;
    const keep = async () => {
      const signalling = leg.signalling!();
      if (signalling.messages.length === kept) return;
      kept = signalling.messages.length;
      const { db } = this.#dependencies;
      await this.#journal.append('signalling', () => storeSignalling(db, this.callId, FIRST_LEG, signalling));
    };
    await within(
      LAST_MESSAGES_MS,
      this.hangup.catch(() => {}),
    );
    await keep();
    void this.hangup.then(keep, keep);
  }

  /** The SIP status that ended the leg, when there was one. */
  async #followLeg(leg: Leg): Promise<number | null> {
    for await (const event of leg.events) {
      // What comes after our BYE is between the leg and the network.
      if (this.#over) continue;
      if (event.type !== 'ended') {
        this.#onLegEvent(event);
        continue;
      }
      this.#ending ??=
        event.by === 'local'
          ? { endReason: 'internal_error', endedBy: 'system' }
          : { endReason: event.endReason, endedBy: enderOf(event.endReason), warning: faultOf(event) };
      if (event.by === 'network') {
        this.#dependencies.log.info({ call_id: this.callId, detail: event.detail }, 'leg ended by the network');
      }
      return event.sipCode;
    }
    return null;
  }

  #onLegEvent(event: Exclude<LegEvent, { type: 'ended' }>): void {
    const { db } = this.#dependencies;
    this.#progressed = true;
    switch (event.type) {
      case 'trying':
        return;
      case 'ringing':
        this.feed.push({ type: 'phase', phase: 'ringing' });
        this.#journal.append('ringing', () => advance(db, this.callId, 'ringing', { sipCode: event.sipCode }));
        return;
      case 'answered':
        this.#onAnswered(event);
        return;
      case 'media_changed':
        this.#media?.redirect(event.media);
        return;
      case 'token_changed':
        this.#journal.append('dialog', () => storeToken(db, this.callId, event.token));
        return;
      case 'dtmf':
        this.#media?.dtmf(event.digit);
        return;
    }
  }

  #onAnswered(event: Extract<LegEvent, { type: 'answered' }>): void {
    this.#answered = true;
    this.feed.push({ type: 'phase', phase: 'talking' });
    const answeredAt = this.#dependencies.clock.at(performance.now());
    // The audio first: the callee is listening already. The database hears of it while the first words are spoken.
    if (!this.#ending) this.#media?.answer(event.media);
    this.#after(this.#call.max_duration_s * 1000, () => this.end('max_duration', 'system'));
    this.#journal.append('answered', () => this.#storeAnswered({ token: event.token, answeredAt }));
    if (this.#ending) this.#storeClosing();
  }

  async #storeAnswered(detail: { token: LegToken; answeredAt: Date }): Promise<void> {
    const { db, links, finish } = this.#dependencies;
    await db.transaction(async (tx) => {
      if (!(await advance(tx, this.callId, 'answered', detail))) return;
      const accountId = this.#call.account_id;
      const data = () => readCall(tx, links, accountId, this.callId);
      await publish(tx, finish.jobs, { accountId, type: 'call.answered', data });
    });
    this.#leg?.confirm();
  }

  #storeClosing(): void {
    if (this.#answered) this.feed.push({ type: 'phase', phase: 'ending' });
    this.#journal.append('closing', () => advance(this.#dependencies.db, this.callId, 'closing'));
  }

  async #followMedia(media: MediaSession): Promise<void> {
    for await (const event of media.events) this.#onMediaEvent(event);
  }

  #onMediaEvent(event: MediaEvent): void {
    const { db, log } = this.#dependencies;
    switch (event.type) {
      case 'turn': {
        this.feed.push({ type: 'turn', turn: event.turn });
        this.#savedTurns += 1;
        const seq = this.#savedTurns;
        this.#journal.append('turn', () => saveTurn(db, this.#call, seq, event.turn));
        return;
      }
      case 'tool_started': {
        const tool = { name: event.name, arguments: event.arguments };
        this.feed.push({
          type: 'tool',
          tool: { ...tool, result: null, error: false },
          start: event.start,
          duration: null,
        });
        this.#journal.append('tool', () => saveToolStart(db, this.#call, { tool, start: event.start }));
        return;
      }
      case 'tool_call':
        void this.#uses?.begin(event.id, event.name, event.arguments);
        return;
      case 'tool_canceled':
        this.#uses?.cancel(event.id);
        return;
      case 'transfer':
        void this.transfers.byAgent(event.to, this.#destinations);
        return;
      case 'answered_by':
        announce(db, this.callId, { type: 'answered_by', who: event.who });
        return;
      case 'language':
        announce(db, this.callId, event);
        return;
      case 'hearing':
        this.feed.push(event);
        return;
      case 'search':
        void this.#search(event);
        return;
      case 'hangup':
        this.end(event.endReason);
        return;
      case 'warning': {
        const { code, message, stack } = event;
        log[stack === undefined ? 'warn' : 'error'](
          { call_id: this.callId, code, reason: message, stack },
          'a call has a warning',
        );
        return;
      }
      case 'failed':
        log.error({ call_id: this.callId, reason: event.message }, 'the audio of a call failed');
        this.end(event.endReason, 'system');
        return;
    }
  }

  /** Beside everything else: what is said next may wait for it, for a moment. */
  async #search({ searchId, ...question }: Extract<MediaEvent, { type: 'search' }>): Promise<void> {
    const { knowledge, log } = this.#dependencies;
    const owner = { accountId: this.accountId, documentIds: this.#documentIds };
    try {
      const found = await foundPassages(knowledge, owner, question);
      this.#media?.tellPassages(searchId, found);
    } catch (error) {
      log.warn({ err: error, call_id: this.callId }, 'the documents of an agent could not be searched');
      this.#media?.tellPassages(searchId, null);
    }
  }

  #after(delayMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** A call that another owner has moved on is not ours any more. Any other failure is a fault that the log must show. */
  #onJournalFailure(step: string, error: unknown): void {
    this.#dependencies.log.error({ err: error, call_id: this.callId, step }, 'a step of a call could not be stored');
    if (error instanceof StaleCallError) this.end('internal_error', 'system');
  }
}
