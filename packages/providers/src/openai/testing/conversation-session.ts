import { decodeG711, encodeG711 } from '@parley/audio';
import { LoudTurns, oddPieces, type SpokenAnswer, spokenSamples } from '../../testing/conformance/spoken-answer.ts';

const LONGEST_PIECE_MS = 200;
const MOST_KEPT = 200;

interface TurnDetection {
  type?: string;
  silence_duration_ms?: number;
  create_response?: boolean;
  interrupt_response?: boolean;
}

interface SoundFormat {
  type?: string;
  rate?: number;
}

/** Null: the API has no such format. */
function rateOf({ type, rate }: SoundFormat = {}): 8000 | 24_000 | null {
  if (type === 'audio/pcmu' && rate === undefined) return 8000;
  return type === 'audio/pcm' && rate === 24_000 ? rate : null;
}

export interface ConversationSettings {
  type?: string;
  model?: string;
  instructions?: string;
  output_modalities?: string[];
  audio?: {
    input?: { format?: SoundFormat; transcription?: object; turn_detection?: TurnDetection | null };
    output?: { format?: SoundFormat; voice?: unknown };
  };
  tools?: { type: string; name: string; description?: string; parameters?: object }[];
  tool_choice?: string;
}

export interface ConversationItem {
  type: string;
  id?: string;
  role?: string;
  content?: { type: string; text?: string }[];
  call_id?: string;
  name?: string;
  arguments?: string;
  output?: string;
}

interface ClientEvent {
  type: string;
  event_id?: string;
  audio?: string;
  session?: ConversationSettings;
  item?: ConversationItem;
  item_id?: string;
  audio_end_ms?: number;
  response?: { instructions?: string; tool_choice?: string };
}

/** A reply on its way; what was not sent yet waits in `rest`. */
interface Reply {
  id: string;
  itemId: string;
  rest: (() => void)[];
  /** The words that were sent. */
  told: string;
}

/** What all sessions of a server answer with. */
export interface ConversationScript {
  /** Null: nothing at all comes. */
  answer(heard: { audio: Int16Array; instructions: string | null }): SpokenAnswer | null;
  /** The caller's words; null: they are settled later. */
  transcribe(audio: Int16Array): string | null;
  /** Whether only the beginning of the next reply is sent. */
  takeHold(): boolean;
  /** The audio of a text. */
  speak?(text: string, rateHz: number): Int16Array;
}

/**
 * A conversation of the Realtime API as its API reference has it (https://developers.openai.com/api/reference/resources/realtime),
 * with audio in µ-law or in PCM of 24 kHz, the same both ways, and turns by its own detection.
 */
export class ConversationSession {
  settings: ConversationSettings = {};
  readonly updates: ConversationSettings[] = [];
  items: ConversationItem[] = [];
  readonly responses: NonNullable<ClientEvent['response']>[] = [];
  readonly truncations: { itemId: string; heardMs: number }[] = [];
  heardMs = 0;
  cancels = 0;
  /** The newest of what it heard, at the rate of its format. */
  heard: Int16Array[] = [];
  /** Errors that it has reported. */
  readonly refusals: string[] = [];
  readonly #send: (event: object) => void;
  readonly #script: ConversationScript;
  #rateHz: 8000 | 24_000 = 8000;
  #turns = this.#openTurns();
  readonly #durationsMs = new Map<string, number>();
  readonly #unwritten: string[] = [];
  #utterance: Int16Array[] = [];
  #reply: Reply | null = null;
  #ids = 0;

  constructor(send: (event: object) => void, script: ConversationScript) {
    this.#send = (event) => send({ event_id: `event_${++this.#ids}`, ...event });
    this.#script = script;
    this.#send({ type: 'session.created', session: { type: 'realtime', id: 'sess_1', object: 'realtime.session' } });
  }

  receive(text: string): void {
    const event = JSON.parse(text) as ClientEvent;
    switch (event.type) {
      case 'session.update':
        this.#update(event.session ?? {});
        return;
      case 'input_audio_buffer.append':
        this.#append(Buffer.from(event.audio ?? '', 'base64'));
        return;
      case 'conversation.item.create':
        this.#addItem(event.item!);
        return;
      case 'conversation.item.truncate':
        this.#truncate(event);
        return;
      case 'response.create':
        this.responses.push(event.response ?? {});
        this.#respond(event.response?.instructions ?? null);
        return;
      case 'response.cancel':
        this.cancels += 1;
        if (this.#reply) this.#cancel('client_cancelled');
        else this.fail('Cancellation failed: no active response found', 'response_cancel_not_active');
        return;
      default:
        this.fail(`Invalid value: '${event.type}'.`, 'invalid_value');
    }
  }

  /** Sends what is left of the reply that was held. */
  release(): void {
    const reply = this.#reply;
    if (!reply) return;
    for (const send of reply.rest.splice(0)) send();
  }

  /** The words of an utterance whose transcript was held; the oldest, or the one of that number. */
  settle(text: string, index = 0): void {
    const [itemId] = this.#unwritten.splice(index, 1);
    this.#transcribed(itemId!, text);
  }

  fail(message: string, code: string, type = 'invalid_request_error'): void {
    this.refusals.push(code);
    this.#send({ type: 'error', error: { type, code, message, param: null, event_id: null } });
  }

  /** As it is. */
  sendRaw(event: object): void {
    this.#send(event);
  }

  /** The reply under way fails. */
  failReply(code: string): void {
    const { id } = this.#reply!;
    this.#reply = null;
    const error = { type: 'server_error', code };
    this.#done(id, { status: 'failed', status_details: { type: 'failed', error }, output: [] });
  }

  #update(session: ConversationSettings): void {
    this.updates.push(session);
    if (session.model === 'made-up-realtime') {
      this.fail(`The model \`${session.model}\` does not exist or you do not have access to it.`, 'model_not_found');
      return;
    }
    const { audio = {} } = this.settings;
    this.settings = { ...this.settings, ...session, audio: { ...audio, ...session.audio } };
    const { input, output } = this.settings.audio!;
    const rateHz = rateOf(input?.format);
    if (rateHz === null || rateHz !== rateOf(output?.format)) throw new Error('this server has one format, both ways');
    if (rateHz !== this.#rateHz) {
      this.#rateHz = rateHz;
      this.#turns = this.#openTurns();
    }
    this.#send({ type: 'session.updated', session: { ...this.settings, id: 'sess_1' } });
  }

  /** Of its format. */
  get rateHz(): 8000 | 24_000 {
    return this.#rateHz;
  }

  #openTurns(): LoudTurns {
    return new LoudTurns(
      this.#rateHz,
      (atMs) => this.#startSpeech(atMs),
      (atMs) => this.#stopSpeech(atMs),
    );
  }

  #wireAudio(samples: Int16Array): Buffer {
    return this.#rateHz === 8000
      ? Buffer.from(encodeG711('PCMU', samples))
      : Buffer.from(Int16Array.from(samples).buffer);
  }

  get #detection(): TurnDetection {
    return this.settings.audio?.input?.turn_detection ?? {};
  }

  #append(bytes: Buffer): void {
    const samples = this.#rateHz === 8000 ? decodeG711('PCMU', bytes) : new Int16Array(new Uint8Array(bytes).buffer);
    this.heardMs += (samples.length * 1000) / this.#rateHz;
    this.#utterance.push(samples);
    this.heard = [...this.heard, samples].slice(-MOST_KEPT);
    this.#turns.hear(samples, this.#detection.silence_duration_ms ?? 500);
    if (this.#utterance.length > MOST_KEPT) this.#utterance.shift();
  }

  #startSpeech(atMs: number): void {
    this.#utterance = this.#utterance.slice(-15);
    const itemId = `item_${this.#ids + 1}`;
    this.#send({ type: 'input_audio_buffer.speech_started', audio_start_ms: Math.round(atMs), item_id: itemId });
    if (this.#reply && this.#detection.interrupt_response !== false) this.#cancel('turn_detected');
  }

  #stopSpeech(atMs: number): void {
    const itemId = `item_${++this.#ids}_heard`;
    const audio = joined(this.#utterance.splice(0));
    this.#send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: Math.round(atMs), item_id: itemId });
    this.#send({ type: 'input_audio_buffer.committed', item_id: itemId, previous_item_id: null });
    const item = { id: itemId, type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_audio' }] };
    this.#send({ type: 'conversation.item.added', previous_item_id: null, item });
    if (this.#detection.create_response !== false) this.#respond(null, audio);
    const text = this.#script.transcribe(audio);
    if (text === null) this.#unwritten.push(itemId);
    else this.#transcribed(itemId, text);
  }

  #transcribed(itemId: string, text: string): void {
    const type = 'conversation.item.input_audio_transcription';
    const part = { item_id: itemId, content_index: 0 };
    if (text !== '') this.#send({ type: `${type}.delta`, ...part, delta: text.slice(0, 3) });
    this.#send({ type: `${type}.completed`, ...part, transcript: text, usage: { type: 'duration', seconds: 1 } });
  }

  #addItem(item: ConversationItem): void {
    const added = { id: `item_${++this.#ids}`, ...item };
    this.items = [...this.items, added].slice(-MOST_KEPT);
    this.#send({ type: 'conversation.item.added', previous_item_id: null, item: added });
    this.#send({ type: 'conversation.item.done', previous_item_id: null, item: added });
  }

  #truncate({ item_id: itemId = '', audio_end_ms: heardMs = 0 }: ClientEvent): void {
    const durationMs = this.#durationsMs.get(itemId);
    if (durationMs === undefined || heardMs > durationMs) {
      const message = `Audio content of ${durationMs ?? 0}ms is already shorter than ${heardMs}ms`;
      this.fail(message, 'invalid_value');
      return;
    }
    this.truncations.push({ itemId, heardMs });
    this.#send({ type: 'conversation.item.truncated', item_id: itemId, content_index: 0, audio_end_ms: heardMs });
  }

  #respond(instructions: string | null, audio: Int16Array = new Int16Array(0)): void {
    if (this.#reply) {
      const message = `Conversation already has an active response in progress: ${this.#reply.id}.`;
      this.fail(message, 'conversation_already_has_active_response');
      return;
    }
    const answer = this.#script.answer({ audio, instructions });
    if (!answer) return;
    const id = `resp_${++this.#ids}`;
    const reply: Reply = { id, itemId: `item_${++this.#ids}`, rest: [], told: '' };
    this.#reply = reply;
    this.#send({ type: 'response.created', response: { id, object: 'realtime.response', status: 'in_progress' } });
    const steps = [...this.#stepsOf(reply, answer)];
    const held = this.#script.takeHold() ? steps.splice(1) : [];
    for (const send of steps) send();
    if (held.length > 0) reply.rest = held;
  }

  *#stepsOf(reply: Reply, { text, calls = [] }: SpokenAnswer): Generator<() => void> {
    const { id, itemId } = reply;
    const output: object[] = [];
    if (text !== undefined) {
      const item = { id: itemId, type: 'message', role: 'assistant' };
      output.push({ ...item, status: 'completed', content: [{ type: 'output_audio', transcript: text }] });
      yield* this.#speech(reply, text);
    }
    for (const call of calls) {
      const written = JSON.stringify(call.arguments);
      const part = { response_id: id, item_id: `item_${call.id}`, output_index: output.length, call_id: call.id };
      output.push({ ...{ id: part.item_id, type: 'function_call', status: 'completed' }, ...wireCall(call, written) });
      yield () => {
        this.#send({ type: 'response.function_call_arguments.delta', ...part, delta: written });
        this.#send({ type: 'response.function_call_arguments.done', ...part, name: call.name, arguments: written });
      };
    }
    yield () => {
      this.#reply = null;
      this.#done(id, { status: 'completed', status_details: null, output });
    };
  }

  *#speech(reply: Reply, text: string): Generator<() => void> {
    const { id: responseId, itemId } = reply;
    const samples = this.#script.speak?.(text, this.#rateHz) ?? spokenSamples(text, this.#rateHz);
    const part = { response_id: responseId, item_id: itemId, output_index: 0, content_index: 0 };
    const pieces = [...oddPieces(samples, (LONGEST_PIECE_MS * this.#rateHz) / 1000)];
    const each = Math.ceil(text.length / pieces.length);
    for (const [index, piece] of pieces.entries()) {
      yield () => {
        const delta = text.slice(index * each, (index + 1) * each);
        reply.told += delta;
        if (delta !== '') this.#send({ type: 'response.output_audio_transcript.delta', ...part, delta });
        const audio = this.#wireAudio(piece).toString('base64');
        this.#send({ type: 'response.output_audio.delta', ...part, delta: audio });
        const beforeMs = this.#durationsMs.get(itemId) ?? 0;
        this.#durationsMs.set(itemId, beforeMs + (piece.length * 1000) / this.#rateHz);
      };
    }
    yield () => this.#endItem(part, text);
  }

  #endItem(part: object, transcript: string): void {
    this.#send({ type: 'response.output_audio.done', ...part });
    this.#send({ type: 'response.output_audio_transcript.done', ...part, transcript });
  }

  #cancel(reason: string): void {
    const { id, itemId, told } = this.#reply!;
    this.#reply = null;
    const part = { response_id: id, item_id: itemId, output_index: 0, content_index: 0 };
    this.#endItem(part, told);
    this.#done(id, { status: 'cancelled', status_details: { type: 'cancelled', reason }, output: [] });
  }

  #done(id: string, response: object): void {
    const details = {
      text_tokens: 20,
      audio_tokens: 80,
      cached_tokens: 30,
      cached_tokens_details: { audio_tokens: 25 },
    };
    const usage = {
      ...{ total_tokens: 150, input_tokens: 100, output_tokens: 50 },
      input_token_details: details,
      output_token_details: { text_tokens: 10, audio_tokens: 40 },
    };
    this.#send({ type: 'response.done', response: { id, object: 'realtime.response', ...response, usage } });
  }
}

const wireCall = ({ id, name }: { id: string; name: string }, written: string) => ({
  call_id: id,
  name,
  arguments: written,
});

function joined(pieces: Int16Array[]): Int16Array {
  const samples = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}
