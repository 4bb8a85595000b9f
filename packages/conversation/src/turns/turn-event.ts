import type { TimedWord } from '../conversation-event.ts';
import type { Prosody } from '../end-of-turn/prosody.ts';
import type { RecognizerReport } from '../hearing/recognizer-report.ts';
import type { EchoEvidence } from './echo.ts';
import type { Failure } from './phase.ts';

/** What can happen in a call. */
export type TurnEvent =
  | { type: 'answered'; atMs: number }
  /** A frame has passed. */
  | { type: 'time'; atMs: number }
  /** `mayBeEcho`: it began, or goes on, as the agent's own audio would if the line sent it back. */
  | { type: 'voice_started'; atMs: number; onsetMs: number; mayBeEcho: boolean }
  /** `prosody`: how the voice ended; null where nothing of it has a pitch. */
  | { type: 'voice_stopped'; atMs: number; untilMs: number; prosody: Prosody | null }
  /**
   * A frame of the present voice, and what that has sounded like since its onset. `speech`: one person speaking, 0 to 1; `levelDb`:
   * of the frame, in dBov; `isPitched`: it has a pitch.
   */
  | { type: 'voice_measured'; atMs: number; speech: number; levelDb: number; isPitched: boolean }
  /** What the first syllable of the voice that began last sounds like: that it wants the floor, 0 to 1. */
  | { type: 'claim_judged'; atMs: number; probability: number }
  /** What a model says of the voice that stopped at `untilMs`: that nothing more is coming, 0 to 1. */
  | { type: 'turn_judged'; atMs: number; untilMs: number; probability: number }
  /** The last words of the voice that stopped at `untilMs`, before the recognizer tells them; null: they are not known. */
  | { type: 'anticipated'; atMs: number; untilMs: number; text: string | null }
  /** A recognizer says something. `sent`: what the agent has sent lately. */
  | { type: 'recognized'; atMs: number; report: RecognizerReport; sent: readonly TimedWord[] }
  /** The call is over: what is being said will be known in a moment. */
  | { type: 'last_words'; atMs: number; sent: readonly TimedWord[] }
  /** The recognizer is closed: nothing more will be known. */
  | { type: 'unheard'; atMs: number }
  | { type: 'key'; atMs: number; digit: string }
  | { type: 'beep'; atMs: number }
  /** A sentence of the agent's was sent to its end. */
  | { type: 'said'; atMs: number; text: string }
  /** The first frame of what the agent says has been sent. */
  | { type: 'playout_started'; atMs: number }
  /** The last one has. */
  | { type: 'playout_finished'; atMs: number }
  /** What was said while the model had not begun to answer is over, and it has not yet. */
  | { type: 'filler_finished'; atMs: number }
  /** The model has written its last word. */
  | { type: 'reply_ended'; atMs: number; next: 'listen' | 'tools' | 'transfer' | 'end_call' }
  /** Every tool that was called has answered. */
  | { type: 'tools_done'; atMs: number; followUp: boolean }
  /** A provider has failed for good, or our own code around it; or the host has to go. */
  | ({ type: 'failed'; atMs: number } & Failure)
  /** Another person talks with the caller from here on. */
  | { type: 'taken_over'; atMs: number }
  /** The agent does again. */
  | { type: 'given_back'; atMs: number }
  | { type: 'hung_up'; atMs: number };

/** What every phase has an answer to: what happens, and what it turns out to mean for the open utterance. */
export type PhaseEvent =
  | Exclude<
      TurnEvent,
      {
        type:
          | 'recognized'
          | 'last_words'
          | 'unheard'
          | 'voice_measured'
          | 'claim_judged'
          | 'turn_judged'
          | 'anticipated'
          | 'said';
      }
    >
  /** What the open utterance sounds like now, without the agent's own words. */
  | {
      type: 'heard';
      atMs: number;
      text: string;
      settled: boolean;
      echo: EchoEvidence;
      /** How far the recognizer has listened; null when it does not say, or has answered for everything. */
      listenedUntilMs: number | null;
      /** Where the last word ends, by the recognizer's own times; null where it gives none. */
      wordsEndMs: number | null;
    }
  /** What the recognizer's own end-of-turn model says of the open utterance. */
  | { type: 'recognizer_turn'; atMs: number; stage: 'likely' | 'resumed' | 'over' }
  /** The final words of a greeting that was answered without waiting for them. */
  | { type: 'greeting_heard'; atMs: number; text: string };

export type EventType = PhaseEvent['type'];
export type EventOf<T extends EventType> = Extract<PhaseEvent, { type: T }>;
