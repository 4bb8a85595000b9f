import { RecognitionStream } from '../recognition/recognition-stream.ts';
import { type ErrorMessage, reportedError } from './connection.ts';

/** The vendor's own (https://docs.cartesia.ai/use-the-api/stt/turns#configuring-turn-detection). */
const PATIENT = { eager_end_threshold: 0.4, end_threshold: 0.2, end_timeout_ms: 5600 };
/** As soon as the vendor allows. */
const IMPATIENT = { eager_end_threshold: 0.6, end_threshold: 0.5, end_timeout_ms: 640 };

interface Message extends ErrorMessage {
  type: 'connected' | 'turn.start' | 'turn.update' | 'turn.eager_end' | 'turn.resume' | 'turn.end' | 'error';
  /** All of the turn; what has been written of it does not change. */
  transcript?: string;
}

/**
 * One session of Ink (https://docs.cartesia.ai/api-reference/stt/turns/websocket). It ends turns by itself, and has no
 * message that asks for an end: what asks for one is less patience, until the caller goes on.
 */
export class InkStream extends RecognitionStream<Message> {
  /** Where the voice of the current turn began; the vendor has no times. Null: there is no turn. */
  #turnMs: number | null = null;
  /** Where voices began for which `finalize` was not answered yet. */
  #asked: number[] = [];
  #voiceMs = 0;
  #wasVoiced = false;
  /** Voice was written behind the last turn and the last `finalize`. */
  #hasVoice = false;
  #isImpatient = false;

  finalize(): void {
    if (this.isClosed) return;
    const audio = this.takeAudio();
    if (audio.length > 0) this.sendAudio(audio);
    if (this.#turnMs === null && !this.#hasVoice) {
      // There is nothing that the vendor has not answered for.
      this.emit({ type: 'final', text: '', words: [], startMs: null });
      return;
    }
    this.#asked.push(this.#turnMs ?? this.#voiceMs);
    this.#hasVoice = false;
    this.#setPatience(false);
  }

  protected heard(voiced: boolean): void {
    if (voiced && !this.#wasVoiced) this.#voiceMs = this.writtenMs;
    if (voiced) {
      this.#hasVoice = true;
      this.#setPatience(true);
    }
    this.#wasVoiced = voiced;
  }

  protected sendAudio(audio: Uint8Array): void {
    this.send(audio);
  }

  protected received(message: Message): void {
    const { type, transcript = '' } = message;
    if (type === 'error') throw reportedError(this.vendor, message);
    if (type === 'connected') this.begin();
    else if (type === 'turn.start') this.#startTurn();
    else if (type === 'turn.update') this.#hear(transcript);
    else if (type === 'turn.resume') this.emit({ type: 'turn', stage: 'resumed' });
    else if (type === 'turn.eager_end') {
      this.#hear(transcript);
      this.emit({ type: 'turn', stage: 'likely' });
    } else if (type === 'turn.end') this.#endTurn(transcript);
  }

  #startTurn(): number {
    this.#turnMs ??= this.#asked[0] ?? this.#voiceMs;
    return this.#turnMs;
  }

  #hear(transcript: string): void {
    this.emit({ type: 'partial', text: transcript.trim(), startMs: this.#startTurn(), untilMs: null });
  }

  #endTurn(transcript: string): void {
    this.emit({ type: 'final', text: transcript.trim(), words: [], startMs: this.#startTurn() });
    // It may have been asked several times for the same turn.
    for (const _ of this.#asked.slice(1)) this.emit({ type: 'final', text: '', words: [], startMs: null });
    // What it was asked for is not its own judgement.
    if (this.#asked.length === 0) this.emit({ type: 'turn', stage: 'over' });
    this.#turnMs = null;
    this.#asked = [];
    this.#hasVoice = this.#wasVoiced;
    this.#setPatience(true);
  }

  #setPatience(isPatient: boolean): void {
    if (this.#isImpatient === !isPatient) return;
    this.#isImpatient = !isPatient;
    this.send({ type: 'config', turn: isPatient ? PATIENT : IMPATIENT });
  }
}
