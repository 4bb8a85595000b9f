import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';

/** A client's message, as far as a transcription session reads it. */
interface ClientEvent {
  type: string;
  audio?: string;
  event_id?: string;
  session?: {
    type?: string;
    audio?: { input?: { format?: { type?: string; rate?: number }; transcription?: { model?: string } } };
  };
}

/** Of µ-law; of 16-bit PCM, which has one rate, 24 kHz. */
const BYTES_PER_MS = { 'audio/pcmu': 8, 'audio/pcm': 48 };

/** A transcription session of the Realtime API with its own detection off, as the API reference has it. */
export class RealtimeSession {
  /** All settings as they were sent. */
  readonly updates: ClientEvent['session'][] = [];
  heardMs = 0;
  finalizes = 0;
  messages = 0;
  clears = 0;
  /** As if no audio had come. */
  refusesCommit = false;
  /** How long the audio of each item was. */
  readonly committedMs: number[] = [];
  /** Of the newest item that was committed. */
  audio: Buffer = Buffer.alloc(0);
  readonly #send: (event: object) => void;
  #heardBytes = 0;
  #itemAudio: Buffer[] = [];
  #bytesPerMs = BYTES_PER_MS['audio/pcm']; // the format where none is said
  #items = 0;
  #events = 0;
  /** Of the item that is being said: what deltas reported so far. */
  #toldText = '';
  /** Committed items without a transcript. */
  #open: { id: string }[] = [];

  constructor(send: (event: object) => void) {
    this.#send = (event) => send({ event_id: `event_${++this.#events}`, ...event });
    this.#send({ type: 'session.created', session: { type: 'transcription', id: 'sess_1' } });
  }

  receive(text: string): void {
    this.messages += 1;
    const event = JSON.parse(text) as ClientEvent;
    switch (event.type) {
      case 'session.update':
        this.#update(event);
        return;
      case 'input_audio_buffer.append':
        this.#append(Buffer.from(event.audio ?? '', 'base64'));
        return;
      case 'input_audio_buffer.clear':
        this.clears += 1;
        this.#itemAudio = [];
        this.#send({ type: 'input_audio_buffer.cleared' });
        return;
      case 'input_audio_buffer.commit':
        this.#commit();
        return;
      default:
        this.fail(`Invalid value: '${event.type}'.`, 'invalid_request_error', 'invalid_value');
    }
  }

  /** A delta of the item that is being said. */
  hear({ text }: HeardSpeech): void {
    const delta = text.startsWith(this.#toldText) ? text.slice(this.#toldText.length) : text;
    this.#toldText += delta;
    this.delta(`item_${this.#items + 1}`, delta);
  }

  delta(id: string, delta: string): void {
    this.#send({ type: 'conversation.item.input_audio_transcription.delta', item_id: id, content_index: 0, delta });
  }

  /** Completes the oldest item that has no transcript, or the one of that number. */
  settle({ text }: Pick<HeardSpeech, 'text'>, index = 0): void {
    const [item] = this.#open.splice(index, 1);
    if (!item) throw new Error('nothing was committed');
    this.#send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: item.id,
      content_index: 0,
      transcript: text,
      usage: { type: 'duration', seconds: 1 },
    });
  }

  failItem(message: string, code: string): void {
    const [item] = this.#open.splice(0, 1);
    const error = { type: 'server_error', code, message, param: null };
    this.#send({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: item!.id,
      content_index: 0,
      error,
    });
  }

  fail(message: string, type: string, code: string): void {
    this.#send({ type: 'error', error: { type, code, message, param: null, event_id: null } });
  }

  #update(event: ClientEvent): void {
    this.updates.push(event.session);
    const model = event.session?.audio?.input?.transcription?.model;
    if (model === 'made-up') {
      this.fail(`The model \`${model}\` does not exist.`, 'invalid_request_error', 'model_not_found');
      return;
    }
    const { type = 'audio/pcm', rate = 24_000 } = event.session?.audio?.input?.format ?? {};
    if (!(type in BYTES_PER_MS) || rate !== 24_000) {
      this.fail(`Invalid value: '${type}'.`, 'invalid_request_error', 'invalid_value');
      return;
    }
    this.#bytesPerMs = BYTES_PER_MS[type as keyof typeof BYTES_PER_MS];
    this.#send({ type: 'session.updated', session: event.session });
  }

  #append(audio: Buffer): void {
    this.#heardBytes += audio.length;
    this.heardMs = this.#heardBytes / this.#bytesPerMs;
    this.#itemAudio.push(audio);
  }

  #commit(): void {
    const audio = Buffer.concat(this.#itemAudio);
    const itemMs = audio.length / this.#bytesPerMs;
    if (itemMs < 100 || this.refusesCommit) {
      const message = `Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, but buffer only has ${itemMs.toFixed(2)}ms of audio.`;
      this.fail(message, 'invalid_request_error', 'input_audio_buffer_commit_empty');
      return;
    }
    const previous = this.#items === 0 ? null : `item_${this.#items}`;
    this.#items += 1;
    const id = `item_${this.#items}`;
    this.#open.push({ id });
    this.#toldText = '';
    this.#itemAudio = [];
    this.audio = audio;
    this.committedMs.push(itemMs);
    this.finalizes += 1;
    this.#send({ type: 'input_audio_buffer.committed', item_id: id, previous_item_id: previous });
  }
}
