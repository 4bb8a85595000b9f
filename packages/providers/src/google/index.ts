import { LazyModel } from '../chat/lazy-model.ts';
import { assertUsable } from '../openai-compatible/server-connection.ts';
import { isSpeakingModel } from '../speech-to-speech/speaking-models.ts';
import type { Vendor } from '../vendor.ts';
import { googleConnection } from './google-connection.ts';
import { listGoogleModels } from './google-models.ts';
import { GoogleSpeechToSpeech } from './google-speech-to-speech.ts';

const ID = 'google';

export const google: Vendor = {
  id: ID,
  languageModel(connection, model) {
    const { name: vendor = ID, apiKey } = connection;
    const name = `${vendor}/${model}`;
    const server = googleConnection(connection, name);
    return new LazyModel(name, async () => {
      assertUsable(server);
      const { googleModel } = await import('./google-model.ts');
      return googleModel({ name, vendor, server, apiKey, model });
    });
  },
  speechToSpeech(connection, model) {
    if (!isSpeakingModel('google', model)) return null;
    const name = `${connection.name ?? ID}/${model}`;
    const server = googleConnection(connection, name);
    return new GoogleSpeechToSpeech({ name, server, apiKey: connection.apiKey, model });
  },
  listModels: async (connection, signal) =>
    listGoogleModels(googleConnection(connection, connection.name ?? ID), signal),
};
