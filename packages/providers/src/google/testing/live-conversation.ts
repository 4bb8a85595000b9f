import { LoudTurns, oddPieces, type SpokenAnswer, spokenSamples } from '../../testing/conformance/spoken-answer.ts';

const INPUT_HZ = 16_000;
const OUTPUT_HZ = 24_000;
const LONGEST_PIECE = 4800;
const MOST_KEPT = 200;

interface Content {
  role?: string;
  parts?: { text?: string }[];
}

export interface LiveSettings {
  model?: string;
  generationConfig?: {
    responseModalities?: string[];
    speechConfig?: { voiceConfig?: { prebuiltVoiceConfig?: { voiceName?: string } } };
  };
  systemInstruction?: Content;
  tools?: { functionDeclarations?: { name: string; parametersJsonSchema?: object }[] }[];
  realtimeInputConfig?: { automaticActivityDetection?: { silenceDurationMs?: number } };
  inputAudioTranscription?: object;
  outputAudioTranscription?: object;
  contextWindowCompression?: object;
  sessionResumption?: { handle?: string };
  historyConfig?: { initialHistoryInClientContent?: boolean };
}

interface ClientMessage {
  setup?: LiveSettings;
  clientContent?: { turns?: Content[]; turnComplete?: boolean };
  realtimeInput?: { audio?: { data?: string; mimeType?: string }; text?: string };
  toolResponse?: {
    functionResponses?: { id?: string; name?: string; response?: { result?: unknown; note?: string } }[];
  };
}

export interface LiveScript {
  /** Null: nothing at all comes. */
  answer(asked: { text: string | null }): SpokenAnswer | null;
  /** The caller's words; null: they are settled later. */
  transcribe(): string | null;
  takeHold(): boolean;
}

/** A session of the Live API as its reference has it (https://ai.google.dev/api/live), with turns by its own detection. */
export class LiveConversation {
  settings: LiveSettings | null = null;
  readonly history: Content[] = [];
  readonly notes: string[] = [];
  readonly asked: string[] = [];
  results: string[] = [];
  heardMs = 0;
  readonly #send: (message: object) => void;
  readonly #refuse: (code: number, reason: string) => void;
  readonly #script: LiveScript;
  readonly #turns = new LoudTurns(
    INPUT_HZ,
    () => this.#startSpeech(),
    () => this.#stopSpeech(),
  );
  /** What is left of the turn under way; null while there is none. */
  #rest: (() => void)[] | null = null;
  /** Calls that the model waits for, and the rest of its turn. */
  #open = new Set<string>();
  #awaitsHistory = false;
  #handles = 0;

  constructor(send: (message: object) => void, refuse: (code: number, reason: string) => void, script: LiveScript) {
    this.#send = send;
    this.#refuse = refuse;
    this.#script = script;
  }

  receive(text: string): void {
    const { setup, clientContent, realtimeInput, toolResponse } = JSON.parse(text) as ClientMessage;
    if (setup) this.#begin(setup);
    else if (!this.settings) this.#refuse(1007, 'setup must be the first message and only the first');
    else if (clientContent) this.#take(clientContent);
    else if (realtimeInput?.audio) this.#hear(realtimeInput.audio);
    else if (realtimeInput?.text !== undefined) this.#ask(realtimeInput.text);
    else if (toolResponse) this.#goOn(toolResponse.functionResponses ?? []);
    else this.#refuse(1007, 'Request contains an invalid argument.');
  }

  /** Sends what is left of the turn that was held. */
  release(): void {
    for (const send of this.#rest?.splice(0) ?? []) send();
  }

  settle(text: string): void {
    this.#send({ serverContent: { inputTranscription: { text } } });
  }

  goAway(timeLeft: string): void {
    this.#send({ goAway: { timeLeft } });
  }

  sendRaw(message: object): void {
    this.#send(message);
  }

  #begin(setup: LiveSettings): void {
    if (this.settings) {
      this.#refuse(1007, 'setup must be the first message and only the first');
      return;
    }
    if (!setup.model?.startsWith('models/') || setup.model.includes('made-up')) {
      this.#refuse(
        1008,
        `${setup.model} is not found for API version v1beta, or is not supported for bidiGenerateContent.`,
      );
      return;
    }
    this.settings = setup;
    this.#awaitsHistory = setup.historyConfig?.initialHistoryInClientContent === true;
    this.#send({ setupComplete: {} });
    this.#tellHandle();
  }

  #tellHandle(): void {
    if (!this.settings?.sessionResumption) return;
    this.#handles += 1;
    this.#send({ sessionResumptionUpdate: { newHandle: `handle-${this.#handles}`, resumable: true } });
  }

  #take({ turns = [], turnComplete = false }: NonNullable<ClientMessage['clientContent']>): void {
    const isModels = /^models\/gemini-(?:live-)?2\./.test(this.settings!.model!);
    if (this.#awaitsHistory || (isModels && turns.some(({ role }) => role === 'model'))) {
      this.history.push(...turns);
      this.#awaitsHistory &&= !turnComplete;
      return;
    }
    this.notes.push(...turns.map(textOf));
    // "A message here will interrupt any current model generation."
    this.#interrupt();
    if (turnComplete) this.#answer(textOf(turns.at(-1)!));
  }

  #hear({ data = '', mimeType }: { data?: string; mimeType?: string }): void {
    if (mimeType !== 'audio/pcm;rate=16000') throw new Error(`this server is not sent ${mimeType}`);
    const bytes = Buffer.from(data, 'base64');
    const samples = Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
    this.heardMs += (samples.length * 1000) / INPUT_HZ;
    this.#turns.hear(samples, this.settings!.realtimeInputConfig?.automaticActivityDetection?.silenceDurationMs ?? 800);
  }

  #ask(text: string): void {
    this.asked.push(text);
    this.#interrupt();
    this.#answer(text);
  }

  #startSpeech(): void {
    this.#interrupt();
  }

  #stopSpeech(): void {
    const words = this.#script.transcribe();
    // In two pieces, as they are understood.
    if (words !== null)
      for (const text of halves(words)) this.#send({ serverContent: { inputTranscription: { text } } });
    this.#answer(null);
  }

  /** "It will go through interrupted > turn_complete." */
  #interrupt(): void {
    if (this.#rest === null) return;
    const isGenerating = this.#rest.length > 0 || this.#open.size > 0;
    this.#rest = null;
    if (!isGenerating) return;
    this.#send({ serverContent: { interrupted: true } });
    if (this.#open.size > 0) this.#send({ toolCallCancellation: { ids: [...this.#open] } });
    this.#open.clear();
    this.#send({ serverContent: { turnComplete: true }, ...USAGE });
  }

  #answer(text: string | null): void {
    const answer = this.#script.answer({ text });
    if (!answer) return;
    const steps = [...this.#stepsOf(answer)];
    const held = this.#script.takeHold() ? steps.splice(1) : [];
    this.#rest = held;
    for (const send of steps) send();
  }

  *#stepsOf({ text, calls = [] }: SpokenAnswer): Generator<() => void> {
    if (text !== undefined) yield* this.#speech(text);
    if (calls.length > 0) {
      yield () => {
        this.#open = new Set(calls.map(({ id }) => id));
        const functionCalls = calls.map(({ id, name, arguments: args }) => ({ id, name, args }));
        this.#send({ toolCall: { functionCalls } });
      };
      return;
    }
    yield () => this.#send({ serverContent: { generationComplete: true } });
    yield () => {
      this.#rest = null;
      this.#send({ serverContent: { turnComplete: true }, ...USAGE });
      this.#tellHandle();
    };
  }

  *#speech(text: string): Generator<() => void> {
    const pieces = [...oddPieces(spokenSamples(text, OUTPUT_HZ), LONGEST_PIECE)];
    const each = Math.ceil(text.length / pieces.length);
    for (const [index, piece] of pieces.entries()) {
      yield () => {
        const data = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64');
        const inlineData = { mimeType: 'audio/pcm;rate=24000', data };
        const words = text.slice(index * each, (index + 1) * each);
        this.#send({ serverContent: { modelTurn: { parts: [{ inlineData }] } } });
        if (words !== '') this.#send({ serverContent: { outputTranscription: { text: words } } });
      };
    }
  }

  #goOn(responses: NonNullable<NonNullable<ClientMessage['toolResponse']>['functionResponses']>): void {
    for (const { id = '', response } of responses) {
      if (!this.#open.delete(id)) continue;
      this.results = [...this.results, `${id}: ${response?.result}`].slice(-MOST_KEPT);
      if (response?.note !== undefined) this.notes.push(response.note);
    }
    if (this.#open.size === 0) this.#answer(null);
  }
}

const USAGE = {
  usageMetadata: {
    promptTokenCount: 100,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 20 },
      { modality: 'AUDIO', tokenCount: 80 },
    ],
    responseTokenCount: 50,
    responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 40 }],
    totalTokenCount: 150,
  },
};

const textOf = ({ parts = [] }: Content): string => parts.map(({ text = '' }) => text).join(' ');

function halves(words: string): string[] {
  const at = Math.ceil(words.length / 2);
  return [words.slice(0, at), words.slice(at)].filter((half) => half !== '');
}
