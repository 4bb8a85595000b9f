import type { RealtimeSound } from './realtime-sound.ts';

/** A model of the Realtime API's transcription sessions. */
export interface TranscriptionModel {
  name: string;
  /** It transcribes as the audio comes, without any detection of turns. The others begin with the commit. */
  listensAlways: boolean;
  /** Key terms have a field of their own, and languages come in a list. */
  takesKeywords: boolean;
  takesPrompt: boolean;
}

/**
 * The one that OpenAI recommends for live audio. `gpt-4o-transcribe`, `gpt-4o-mini-transcribe` and `whisper-1` are shut
 * down on 2027-02-26 (https://developers.openai.com/api/docs/deprecations).
 */
const DEFAULT_MODEL = 'gpt-live-transcribe';

/** @param name as OpenAI calls it; null: its recommended one */
export function transcriptionModel(name: string | null): TranscriptionModel {
  const model = name ?? DEFAULT_MODEL;
  const isLive = /^gpt-live-transcribe/.test(model);
  const isStreamingWhisper = /^gpt-realtime-whisper/.test(model);
  return {
    name: model,
    listensAlways: isLive || isStreamingWhisper,
    takesKeywords: isLive || /^gpt-transcribe/.test(model),
    takesPrompt: !isStreamingWhisper && !/diarize/.test(model),
  };
}

interface Transcription {
  model: TranscriptionModel;
  /** BCP 47; null: whatever is spoken. */
  language: string | null;
  hints: readonly string[];
  format: RealtimeSound['format'];
}

/** The session that transcribes a call (`RealtimeTranscriptionSessionCreateRequest`). Languages are ISO 639-1. */
export function transcriptionSettings({ model, language, hints, format }: Transcription) {
  return {
    type: 'transcription',
    audio: { input: { format, transcription: audioTranscription(model, language, hints), turn_detection: null } },
  };
}

/** `AudioTranscription`, of which conversations have one, too. */
export function audioTranscription(model: TranscriptionModel, language: string | null, hints: readonly string[]) {
  const subtag = language === null ? null : new Intl.Locale(language).language;
  const isIso639Part1 = subtag?.length === 2;
  return {
    model: model.name,
    ...(isIso639Part1 && (model.takesKeywords ? { languages: [subtag] } : { language: subtag })),
    ...(hints.length > 0 && hintsFor(model, hints)),
  };
}

function hintsFor(model: TranscriptionModel, hints: readonly string[]): object {
  if (model.takesKeywords) return { keywords: hints };
  return model.takesPrompt ? { prompt: `Words that may occur: ${hints.join(', ')}.` } : {};
}
