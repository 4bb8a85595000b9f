import type { Vendor, VendorConnection } from '../vendor.ts';
import { serverChat } from './server-chat.ts';
import { serverConnection } from './server-connection.ts';
import { listServerModels, listServerVoices } from './server-lists.ts';
import { ServerSpeech } from './server-speech.ts';
import { ServerSpeechToText } from './server-speech-to-text.ts';

const ID = 'openai-compatible';
/** OpenAI's oldest names: Speaches, LocalAI and Kokoro-FastAPI take them for their own default. */
const DEFAULT_TRANSCRIBER = 'whisper-1';
const DEFAULT_VOICE_MODEL = 'tts-1';

/** Any server of one's own that speaks OpenAI's protocol: Speaches, Kokoro-FastAPI, LocalAI, Ollama, vLLM, llama.cpp … */
export const openaiCompatible: Vendor = {
  id: ID,
  speechToText(connection, model) {
    const { name = ID } = connection;
    const server = serverConnection(connection, 'stt', name);
    return new ServerSpeechToText({ name, server, model: model ?? DEFAULT_TRANSCRIBER });
  },
  textToSpeech(connection, model) {
    const { name = ID } = connection;
    const server = serverConnection(connection, 'tts', name);
    return new ServerSpeech({ name, server, model: model ?? DEFAULT_VOICE_MODEL, format: 'wav' });
  },
  languageModel(connection, model) {
    const { name: vendor = ID } = connection;
    const name = `${vendor}/${model}`;
    const server = serverConnection(connection, 'llm', name);
    return serverChat({ name, vendor, server, apiKey: connection.apiKey, model });
  },
  listVoices: async (connection, signal) => listServerVoices(lists(connection), signal),
  listModels: async (connection, signal) => listServerModels(lists(connection), signal),
};

const lists = (connection: VendorConnection) => serverConnection(connection, 'llm', connection.name ?? ID);
