import type { Message, SpeechToSpeechOptions, ToolDefinition } from '@parley/conversation/provider';
import { spokenPrompt } from '../speech-to-speech/spoken-prompt.ts';
import type { RealtimeSound } from './realtime-sound.ts';
import { audioTranscription, transcriptionModel } from './transcription-model.ts';

/** Writes what the caller has said, once that is over: nothing of the reply waits for it. */
export const TRANSCRIBER = transcriptionModel('gpt-transcribe');

/** "Supported built-in voices" of `audio.output.voice`; each speaks every language. */
export const REALTIME_VOICES: readonly string[] = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'marin',
  'sage',
  'shimmer',
  'verse',
];
/** "We recommend marin and cedar for best quality." */
const DEFAULT_VOICE = 'marin';

type SoundFormat = RealtimeSound['format'];

/** `RealtimeSessionCreateRequest`; sound of one format both ways. */
export function conversationSettings(model: string, format: SoundFormat, options: SpeechToSpeechOptions) {
  return {
    type: 'realtime',
    model,
    ...agentSettings(options),
    output_modalities: ['audio'],
    audio: {
      input: inputSettings(format, options),
      output: { format, voice: wireVoice(options.voice ?? DEFAULT_VOICE) },
    },
    tool_choice: 'auto',
  };
}

/** What may change while the session lasts. */
export const agentSettings = (options: SpeechToSpeechOptions) => ({
  instructions: spokenPrompt(options.prompt, options),
  tools: options.tools.map(wireTool),
});

/** Turns are the vendor's. `listenOnly`: it hears them, and does not answer. */
export function inputSettings(
  format: SoundFormat,
  { language, followsLanguage, hints, endpointingMs, listenOnly }: SpeechToSpeechOptions,
) {
  return {
    format,
    transcription: audioTranscription(TRANSCRIBER, followsLanguage ? null : language, hints),
    turn_detection: {
      type: 'server_vad',
      silence_duration_ms: endpointingMs,
      create_response: !listenOnly,
      interrupt_response: true,
    },
  };
}

/** One of the account's own has an object of its own. */
const wireVoice = (voice: string) => (voice.startsWith('voice_') ? { id: voice } : voice);

const wireTool = ({ name, description, parameters }: ToolDefinition) => ({
  type: 'function',
  name,
  description,
  parameters,
});

/** The dialogue so far as items of the conversation. */
export const historyItems = (history: readonly Message[]): object[] => history.flatMap(itemsOf);

/** Not said by anyone: the model knows of it. */
export const noteItem = (text: string) => textItem('system', 'input_text', text);

function itemsOf(message: Message): object[] {
  switch (message.role) {
    case 'user':
      return [textItem('user', 'input_text', message.text)];
    case 'note':
      return [noteItem(message.text)];
    case 'tool':
      return [resultItem(message.toolCallId, message.result)];
    case 'agent': {
      const calls = (message.toolCalls ?? []).map(({ id, name, arguments: args }) => ({
        ...{ type: 'function_call', call_id: id, name },
        arguments: JSON.stringify(args),
      }));
      return [...(message.text === '' ? [] : [textItem('assistant', 'output_text', message.text)]), ...calls];
    }
  }
}

export const resultItem = (callId: string, output: string) => ({
  type: 'function_call_output',
  call_id: callId,
  output,
});

const textItem = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] });
