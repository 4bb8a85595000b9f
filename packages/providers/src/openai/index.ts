import { serverChat } from '../openai-compatible/server-chat.ts';
import { type ServerConnection, serverConnection } from '../openai-compatible/server-connection.ts';
import { ServerSpeech } from '../openai-compatible/server-speech.ts';
import { isSpeakingModel } from '../speech-to-speech/speaking-models.ts';
import type { Vendor, VendorConnection } from '../vendor.ts';
import { listOpenAiModels } from './openai-models.ts';
import { OpenAiSpeechToSpeech } from './openai-speech-to-speech.ts';
import { OpenAiSpeechToText } from './openai-speech-to-text.ts';
import { OPENAI_URL } from './openai-url.ts';
import { OPENAI_VOICES } from './openai-voices.ts';

const ID = 'openai';
/** The last model of `/v1/audio/speech`: it is shut down on 2027-01-06 (https://developers.openai.com/api/docs/deprecations). */
const SPEECH_MODEL = 'gpt-4o-mini-tts';

const connect = (connection: VendorConnection, role: 'llm' | 'tts', name: string): ServerConnection =>
  serverConnection(connection, role, name, OPENAI_URL);

export const openai: Vendor = {
  id: ID,
  speechToText: (connection, model) => new OpenAiSpeechToText(connection, model),
  textToSpeech(connection, model) {
    const { name = ID } = connection;
    return new ServerSpeech({
      name,
      server: connect(connection, 'tts', name),
      model: model ?? SPEECH_MODEL,
      format: 'pcm',
      extra: { stream_format: 'audio' },
      wireVoice: (voice) => (voice.startsWith('voice_') ? { id: voice } : voice),
    });
  },
  languageModel(connection, model) {
    const { name: vendor = ID } = connection;
    const name = `${vendor}/${model}`;
    const server = connect(connection, 'llm', name);
    return serverChat({
      name,
      vendor,
      server,
      apiKey: connection.apiKey,
      model,
      takesCacheKey: true,
    });
  },
  speechToSpeech(connection, model) {
    if (!isSpeakingModel('openai', model)) return null;
    const name = `${connection.name ?? ID}/${model}`;
    return new OpenAiSpeechToSpeech({
      name,
      server: connect(connection, 'llm', name),
      apiKey: connection.apiKey,
      model,
    });
  },
  listVoices: async () => OPENAI_VOICES,
  listModels: async (connection, signal) => listOpenAiModels(connect(connection, 'llm', ID), signal),
};
