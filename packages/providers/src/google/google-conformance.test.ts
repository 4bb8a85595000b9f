import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { google } from './index.ts';
import { GoogleServer } from './testing/google-server.ts';

languageModelConformance({
  name: 'Google',
  vendor: google,
  model: 'gemini-3.5-flash',
  startServer: () => new GoogleServer().start(),
  argumentsAreObjects: true,
});
