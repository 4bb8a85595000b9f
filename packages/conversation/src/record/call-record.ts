import type { AudioRateHz } from '@parley/audio';
import type { ConversationAgent } from '../conversation-agent.ts';
import type {
  AnsweredBy,
  ConversationEvent,
  ConversationResult,
  ResponseLatency,
  TranscriptTurn,
} from '../conversation-event.ts';
import { FrameRate } from '../frame-rate.ts';
import { CallLanguage } from '../languages/call-language.ts';
import { MediaClock } from '../media-clock.ts';
import { Dialogue } from './dialogue.ts';
import { TakeOver } from './take-over.ts';
import { Transcript } from './transcript.ts';
import { UsageMeter } from './usage-meter.ts';
import { UserTurns } from './user-turns.ts';
import { Warnings } from './warnings.ts';

/** What is kept of a call, whatever kind of conversation holds it: what was said, when, in which language, and at what cost. */
export class CallRecord {
  readonly clock = new MediaClock();
  readonly rate: FrameRate;
  readonly language: CallLanguage;
  readonly dialogue: Dialogue;
  readonly transcript: Transcript;
  readonly users: UserTurns;
  readonly takeOver: TakeOver;
  readonly usage = new UsageMeter();
  readonly warnings: Warnings;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #responsesMs: number[] = [];

  constructor(
    agent: ConversationAgent,
    onEvent: (event: ConversationEvent) => void,
    expectedRateHz: AudioRateHz = 8000,
  ) {
    const { clock } = this;
    this.rate = new FrameRate(expectedRateHz);
    this.#onEvent = onEvent;
    this.language = new CallLanguage(agent.language);
    this.dialogue = new Dialogue(this.language);
    this.transcript = new Transcript((turn) => onEvent({ type: 'turn', turn }));
    this.users = new UserTurns({
      transcript: this.transcript,
      dialogue: this.dialogue,
      clock,
      language: this.language,
    });
    this.takeOver = new TakeOver(this.transcript, clock);
    this.warnings = new Warnings(onEvent);
  }

  /** A turn of the agent, or of a tool: it fixes what the caller said before it, as it is known at that moment. */
  addTurn(turn: TranscriptTurn): void {
    this.users.writeAll();
    this.transcript.add(turn);
  }

  noteLatency({ responseMs, stages }: ResponseLatency): void {
    this.#responsesMs.push(responseMs);
    this.#onEvent({ type: 'latency', responseMs, stages });
  }

  result({ answeredBy, outcome }: { answeredBy: AnsweredBy; outcome: string | null }): ConversationResult {
    return {
      turns: this.transcript.turns,
      latency: { responseMs: this.#responsesMs },
      usage: this.usage.usage,
      answeredBy,
      warnings: this.warnings.all,
      outcomeHint: this.users.hasOptedOut ? 'opted_out' : outcome,
    };
  }
}
