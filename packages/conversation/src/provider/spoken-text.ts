import type { ClauseRequest } from './requested-speech.ts';
import type { SpeechChunk, TextToSpeech } from './text-to-speech.ts';

/** The speech of one text, in a session of its own. Throws a ProviderError; when `signal` aborts it ends. */
export async function* spokenText(
  tts: TextToSpeech,
  { text, signal, ...options }: ClauseRequest,
): AsyncGenerator<SpeechChunk> {
  if (signal.aborted) return;
  const session = tts.open(options);
  const close = (): void => session.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    session.push(text);
    session.flush();
    for await (const event of session) {
      if (event.type === 'flushed') return;
      yield event;
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}
