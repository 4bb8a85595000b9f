import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { assemblyAi } from './index.ts';
import { AssemblyAiServer } from './testing/assemblyai-server.ts';

speechToTextConformance({
  name: 'Universal Streaming',
  vendor: assemblyAi,
  model: null,
  startServer: () => new AssemblyAiServer().start(),
  // Only where `inactivity_timeout` asks for it.
  idleLimitMs: null,
});
