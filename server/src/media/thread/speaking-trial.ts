import type { SpeechChunk, SpeechToSpeech, SpeechToSpeechSession } from '@parley/conversation';
import { type SpokenWav, wavFrom } from './spoken-wav.ts';

export interface SpeakingTrial extends SpokenWav {
  /** What it says that it has said. */
  text: string;
}

/** Lets a model that hears and speaks say something, as it would in a call. Rejects with a ProviderError. */
export async function trySpeakingModel(
  model: SpeechToSpeech,
  sentence: string,
  signal: AbortSignal,
): Promise<SpeakingTrial> {
  const session = await model.open({
    ...{ prompt: 'This is a test.', history: [], language: 'en-US', voice: null, tools: [], hints: [] },
    ...{ endpointingMs: 600, followsLanguage: false, listenOnly: true, signal },
  });
  try {
    const said = { text: '' };
    session.say(sentence);
    const { wav, firstMs } = await wavFrom(soundOf(session, model.capabilities.rates[8000].outputRateHz, said));
    signal.throwIfAborted();
    return { wav, firstMs, text: said.text };
  } finally {
    session.close();
  }
}

async function* soundOf(
  session: SpeechToSpeechSession,
  sampleRateHz: number,
  said: { text: string },
): AsyncGenerator<SpeechChunk> {
  for await (const event of session) {
    if (event.type === 'audio') yield { samples: event.samples, sampleRateHz };
    else if (event.type === 'transcript') said.text = event.text;
    else if (event.type === 'reply_ended') return;
  }
}
