import type { EndReason } from '@parley/contract';
import { agentSettingsOf } from '../agents/agents.ts';
import { render, resolveVariables, spokenTime } from '../agents/template.ts';
import type { InboundLeg, Leg, LegEvent } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MediaAgent, MediaEvent, MediaHost, MediaSession } from '../media/media.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { publish } from '../webhooks/publish.ts';
import { advance, announce, type LiveCall, StaleCallError, storeToken } from './call-record.ts';
import { type CallEnding, finishCall } from './finish-call.ts';
import { readCall } from './read-calls.ts';
import { keepTurn } from './spoken-turns.ts';

export interface CallSurroundings {
  db: Database;
  jobs: Jobs;
  media: MediaHost;
  log: Logger;
  links: RecordingLinks;
  /** What the other side is told to send its sound to. */
  mediaAddress: string;
}

/** The agent of a call with its variables filled in. */
async function mediaAgentOf(db: Database, call: LiveCall): Promise<{ agent: MediaAgent; record: boolean }> {
  const settings = await agentSettingsOf(db, call.agent_id, call.agent_version);
  const variables = resolveVariables({
    builtin: {
      recipient_phone: call.recipient_phone,
      from_number: call.from_number ?? '',
      call_id: call.call_id,
      current_time: spokenTime(new Date(), settings.timezone),
    },
    defaults: settings.variables,
    given: call.variables,
  });
  const rendered = (text: string | null) => (text === null ? null : render(text, variables));
  return {
    record: settings.recording.enabled,
    agent: {
      prompt: { template: settings.prompt, variables: { ...variables }, rendered: render(settings.prompt, variables) },
      firstMessage: rendered(settings.first_message),
      disclosure: rendered(settings.disclosure),
      voice: settings.voice_id,
      model: settings.model,
      language: settings.language,
      allowsDtmf: settings.tools.some((tool) => tool.type === 'send_dtmf'),
      endpointingMs: settings.turn_taking.endpointing_ms,
      interruptionMs: settings.turn_taking.interruption_ms,
      reminderMs: settings.turn_taking.reminder_ms,
      endMs: settings.turn_taking.end_ms,
      voicemail: { action: settings.voicemail.action, message: rendered(settings.voicemail.message) },
      direction: call.direction,
    },
  };
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
    case 'silence_timeout':
      return 'agent';
    default:
      return 'system';
  }
}

/** How long a CANCEL waits for the final response that tells how the call ended. */
const FINAL_RESPONSE_MS = 500;

/**
 * One live call, from dialling to its end. The first reason to end wins; whatever the network answers afterwards is
 * only waited for.
 */
export class CallRun {
  readonly #surroundings: CallSurroundings;
  readonly #call: LiveCall;
  readonly #timers = new Set<NodeJS.Timeout>();
  #leg: Leg | null = null;
  #media: MediaSession | null = null;
  readonly #letGo = Promise.withResolvers<null>();
  #ending: { endReason: EndReason; endedBy: CallEnding['endedBy'] } | null = null;
  #goodbye: Promise<void> | null = null;
  /** The network has said anything at all of our INVITE. */
  #progressed = false;
  #answered = false;
  #over = false;

  constructor(surroundings: CallSurroundings, call: LiveCall) {
    this.#surroundings = surroundings;
    this.#call = call;
  }

  get callId(): string {
    return this.#call.call_id;
  }

  /** Dials, and resolves when the call is over and stored. */
  async dial(startLeg: (media: { address: string; port: number }) => Leg): Promise<void> {
    await this.#run(async (media) => {
      // Ended before it was dialled: nobody is rung.
      if (this.#ending) return null;
      this.#after(this.#call.ring_timeout_s * 1000, () => {
        // Where nothing ever came back, nothing has rung.
        if (!this.#answered) this.end(this.#progressed ? 'no_answer' : 'carrier_error', 'system');
      });
      return startLeg({ address: this.#surroundings.mediaAddress, port: media.port });
    });
  }

  /** Answers a leg that somebody else began, and resolves when the call is over and stored. */
  async answer(leg: InboundLeg): Promise<void> {
    await this.#run(async (media) => {
      leg.ring();
      leg.answer({ address: this.#surroundings.mediaAddress, port: media.port });
      return leg;
    });
  }

  /** Somebody asked from outside: before the answer the call is canceled, after it the agent hangs up. */
  hangUp(): void {
    this.end(this.#answered ? 'agent_hangup' : 'canceled', 'system');
  }

  /** Idempotent: the first reason stays. Says goodbye on the network with CANCEL or BYE. */
  end(endReason: EndReason, endedBy: CallEnding['endedBy'] = enderOf(endReason)): void {
    if (this.#ending) return;
    this.#ending = { endReason, endedBy };
    if (!this.#leg) return;
    this.#note(this.#surroundings.db.transaction((tx) => advance(tx, this.callId, 'closing')));
    this.#hangUp(this.#leg);
  }

  /** Resolves when the network has heard our goodbye, or will not hear it. */
  get goodbye(): Promise<void> {
    return this.#goodbye ?? Promise.resolve();
  }

  /**
   * A session is over once its BYE has left (RFC 3261, section 15.1.1): nobody waits for the answer, which may take 32 s.
   * After a CANCEL the final response usually comes at once, and is worth a moment.
   */
  #hangUp(leg: Leg): void {
    if (this.#goodbye) return;
    this.#goodbye = leg.hangUp();
    this.#note(this.#goodbye);
    if (this.#answered) this.#letGo.resolve(null);
    else if (!this.#over) this.#after(FINAL_RESPONSE_MS, () => this.#letGo.resolve(null));
  }

  async #run(begin: (media: MediaSession) => Promise<Leg | null>): Promise<void> {
    const { db, jobs, log, media } = this.#surroundings;
    let sipCode: number | null = null;
    try {
      const { agent, record } = await mediaAgentOf(db, this.#call);
      this.#media = await media.open({ callId: this.callId, agent, record });
      this.#note(this.#followMedia(this.#media));
      this.#leg = await begin(this.#media);
      if (this.#leg) sipCode = await Promise.race([this.#followLeg(this.#leg), this.#letGo.promise]);
    } catch (error) {
      const stale = error instanceof StaleCallError;
      log.error({ err: error, call_id: this.callId }, stale ? 'call was moved on by another owner' : 'call failed');
      this.end('internal_error', 'system');
    }
    await this.#close(sipCode, { db, jobs });
  }

  async #close(sipCode: number | null, to: { db: Database; jobs: Jobs }): Promise<void> {
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#leg) this.#hangUp(this.#leg);
    const media = this.#media ? await this.#media.close() : null;
    const ending = this.#ending ?? { endReason: 'internal_error' as const, endedBy: 'system' as const };
    await finishCall(to.db, to.jobs, this.callId, { ...ending, sipCode, media: this.#answered ? media : null });
  }

  /** The SIP status that ended the leg, when there was one. */
  async #followLeg(leg: Leg): Promise<number | null> {
    for await (const event of leg.events) {
      // What comes after our goodbye is between the leg and the network.
      if (this.#over) continue;
      if (event.type !== 'ended') {
        await this.#onLegEvent(event);
        continue;
      }
      this.#ending ??=
        event.by === 'local'
          ? { endReason: 'internal_error', endedBy: 'system' }
          : { endReason: event.endReason, endedBy: enderOf(event.endReason) };
      if (event.by === 'network') {
        this.#surroundings.log.info({ call_id: this.callId, detail: event.detail }, 'leg ended by the network');
      }
      return event.sipCode;
    }
    return null;
  }

  async #onLegEvent(event: Exclude<LegEvent, { type: 'ended' }>): Promise<void> {
    const { db } = this.#surroundings;
    this.#progressed = true;
    switch (event.type) {
      case 'trying':
        return;
      case 'ringing':
        await db.transaction((tx) => advance(tx, this.callId, 'ringing', { sipCode: event.sipCode }));
        return;
      case 'answered':
        await this.#onAnswered(event);
        return;
      case 'media_changed':
        this.#media?.redirect(event.media);
        return;
      case 'token_changed':
        await storeToken(db, this.callId, event.token);
        return;
      case 'dtmf':
        this.#media?.dtmf(event.digit);
        return;
    }
  }

  async #onAnswered(event: Extract<LegEvent, { type: 'answered' }>): Promise<void> {
    this.#answered = true;
    // The sound first: somebody is listening already. The database hears of it while the first words are spoken.
    if (!this.#ending) this.#media?.answer(event.media);
    this.#after(this.#call.max_duration_s * 1000, () => this.end('max_duration', 'system'));
    const { db, jobs, links } = this.#surroundings;
    await db.transaction(async (tx) => {
      await advance(tx, this.callId, 'answered', { token: event.token });
      const accountId = this.#call.account_id;
      const data = () => readCall(tx, links, accountId, this.callId);
      await publish(tx, jobs, { accountId, type: 'call.answered', data });
    });
    if (this.#ending) await db.transaction((tx) => advance(tx, this.callId, 'closing'));
  }

  async #followMedia(media: MediaSession): Promise<void> {
    for await (const event of media.events) this.#onMediaEvent(event);
  }

  #onMediaEvent(event: MediaEvent): void {
    const { db, log } = this.#surroundings;
    switch (event.type) {
      case 'turn':
        this.#note(keepTurn(db, this.callId, event.turn));
        return;
      case 'answered_by':
        this.#note(announce(db, this.callId, { type: 'answered_by', who: event.who }));
        return;
      case 'hangup':
        this.end(event.endReason);
        return;
      case 'failed':
        log.error({ call_id: this.callId, reason: event.message }, 'the sound of a call failed');
        this.end(event.endReason, 'system');
        return;
    }
  }

  #after(delayMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** For work beside the main line: its failure is told in the log, and does not end the call. */
  #note(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#surroundings.log.error({ err: error, call_id: this.callId }, 'a side task of a call failed');
    });
  }
}
