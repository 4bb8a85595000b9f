import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { speechToSpeechConformance } from '../testing/conformance/speech-to-speech.ts';
import { google } from './index.ts';
import { GoogleServer } from './testing/google-server.ts';

const startServer = (): Promise<GoogleServer> => new GoogleServer().start();

languageModelConformance({
  name: 'Google',
  vendor: google,
  model: 'gemini-3.5-flash',
  startServer,
  argumentsAreObjects: true,
});
speechToSpeechConformance({ name: 'Google', vendor: google, model: 'gemini-3.8-live', voice: 'Kore', startServer });
