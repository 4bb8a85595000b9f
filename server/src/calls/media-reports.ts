import type { EndReason } from '@parley/contract';
import type { Database } from '../db/index.ts';
import type { Knowledge } from '../documents/knowledge.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MediaEvent, MediaSession } from '../media/media.ts';
import type { CallEnding } from './call-ending.ts';
import type { CallJournal } from './call-journal.ts';
import { announce, type LiveCall } from './call-record.ts';
import type { CallParts } from './call-setup.ts';
import type { CallTransfers } from './call-transfers.ts';
import { foundPassages } from './found-passages.ts';
import type { LiveFeed } from './live-feed.ts';
import { saveToolStart, saveTurn } from './spoken-turns.ts';

export interface MediaReportsOptions {
  db: Database;
  log: Logger;
  knowledge: Pick<Knowledge, 'search'>;
  call: LiveCall;
  parts: CallParts;
  journal: CallJournal;
  feed: LiveFeed;
  transfers: CallTransfers;
  end: (endReason: EndReason, endedBy?: CallEnding['endedBy']) => void;
}

/** The agent has done, or cannot go on; it is not the call that is over. */
const isAgentsOwn = (endReason: EndReason): boolean =>
  ['agent_hangup', 'llm_error', 'stt_error', 'tts_error'].includes(endReason);

/** Handles what the media of a call reports: stores it in order, publishes it to followers, acts on it. */
export class MediaReports {
  readonly #options: MediaReportsOptions;
  #savedTurns = 0;

  constructor(options: MediaReportsOptions) {
    this.#options = options;
  }

  get #session(): MediaSession {
    return this.#options.parts.session;
  }

  /** Resolves when everything that there was to tell is in the journal. */
  async follow(): Promise<void> {
    for await (const event of this.#session.events) this.#take(event);
  }

  #take(event: MediaEvent): void {
    const { db, log, call, parts, feed, transfers, end } = this.#options;
    switch (event.type) {
      case 'turn':
        this.#saveTurn(event);
        return;
      case 'tool_started':
        this.#noteTool(event);
        return;
      case 'tool_call':
        void parts.uses.begin(event.id, event.name, event.arguments);
        return;
      case 'tool_canceled':
        parts.uses.cancel(event.id);
        return;
      case 'transfer':
        void transfers.byAgent(event.to, parts.transfer());
        return;
      case 'leg_answer':
        transfers.answer(event.legId, event.isAccepted);
        return;
      case 'leg_lost':
        transfers.lose(event.legId);
        return;
      case 'answered_by':
        announce(db, call.call_id, { type: 'answered_by', who: event.who });
        return;
      case 'language':
        announce(db, call.call_id, event);
        return;
      case 'hearing':
        feed.push(event);
        return;
      case 'search':
        void this.#search(event);
        return;
      case 'hangup':
        // Two people may go on without it.
        if (isAgentsOwn(event.endReason) && transfers.releaseAgent()) return;
        end(event.endReason);
        return;
      case 'warning': {
        const { code, message, stack } = event;
        const level = stack === undefined ? 'warn' : 'error';
        log[level]({ call_id: call.call_id, code, reason: message, stack }, 'a call has a warning');
        return;
      }
      case 'failed':
        log.error({ call_id: call.call_id, reason: event.message }, 'the audio of a call failed');
        end(event.endReason, 'system');
        return;
    }
  }

  #saveTurn({ turn }: Extract<MediaEvent, { type: 'turn' }>): void {
    const { db, call, feed, journal } = this.#options;
    feed.push({ type: 'turn', turn });
    this.#savedTurns += 1;
    const seq = this.#savedTurns;
    journal.append('turn', () => saveTurn(db, call, seq, turn));
  }

  #noteTool({ name, arguments: given, start }: Extract<MediaEvent, { type: 'tool_started' }>): void {
    const { db, call, feed, journal } = this.#options;
    const tool = { name, arguments: given };
    feed.push({ type: 'tool', tool: { ...tool, result: null, error: false }, start, duration: null });
    journal.append('tool', () => saveToolStart(db, call, { tool, start }));
  }

  /** Beside everything else: what is said next may wait for it, for a moment. */
  async #search({ searchId, ...question }: Extract<MediaEvent, { type: 'search' }>): Promise<void> {
    const { knowledge, log, call, parts } = this.#options;
    const owner = { accountId: call.account_id, documentIds: parts.documentIds };
    try {
      this.#session.tellPassages(searchId, await foundPassages(knowledge, owner, question));
    } catch (error) {
      log.warn({ err: error, call_id: call.call_id }, 'the documents of an agent could not be searched');
      this.#session.tellPassages(searchId, null);
    }
  }
}
