import type { SpeechToSpeechEvent } from '../provider/speech-to-speech.ts';
import type { UsageMeter } from '../record/usage-meter.ts';

/** @param modelName `provider/model` that holds the call; what transcribes for it is another model of the same provider */
export function noteModelUsage(
  event: Extract<SpeechToSpeechEvent, { type: 'usage' | 'transcribed' }>,
  modelName: string,
  usage: UsageMeter,
): void {
  if (event.type === 'transcribed') {
    const [provider] = modelName.split('/');
    usage.noteAudio(`${provider}/${event.model}`, event.audioMs);
    return;
  }
  const { inputTokens, cachedInputTokens, outputTokens } = event;
  const audio = {
    inputTokens: event.inputAudioTokens,
    cachedInputTokens: event.cachedInputAudioTokens,
    outputTokens: event.outputAudioTokens,
  };
  usage.noteTokens(modelName, { inputTokens, cachedInputTokens, outputTokens, audio });
}
