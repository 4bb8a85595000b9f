/** Sound of 8 kHz mono; chunks are of any length. Words, where the vendor gives them, count from the start of the request. */
export interface SpeechChunk {
  samples: Int16Array;
  words?: { text: string; startMs: number; endMs: number }[];
}

export interface TextToSpeechRequest {
  /** One clause or sentence, plain text: never markup, whatever it contains. */
  text: string;
  voice: string;
  /** BCP 47. */
  language: string;
  signal: AbortSignal;
}

/** Speech synthesis by a vendor. The iteration ends with the sound, or throws a ProviderError; when `signal` aborts it ends. */
export interface TextToSpeech {
  readonly name: string;
  synthesize(request: TextToSpeechRequest): AsyncIterable<SpeechChunk>;
}
