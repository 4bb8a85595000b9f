import type { Message, SpeechToSpeechOptions } from '@parley/conversation/provider';
import { inBrackets, spokenPrompt } from '../speech-to-speech/spoken-prompt.ts';
import type { GoogleContent } from './google-wire.ts';

/** "Prebuilt voices" of the speech generation guide, which native audio models have, too. */
export const LIVE_VOICES: readonly string[] = [
  ...['Achernar', 'Achird', 'Algenib', 'Algieba', 'Alnilam', 'Aoede', 'Autonoe', 'Callirrhoe', 'Charon', 'Despina'],
  ...['Enceladus', 'Erinome', 'Fenrir', 'Gacrux', 'Iapetus', 'Kore', 'Laomedeia', 'Leda', 'Orus', 'Puck'],
  ...['Pulcherrima', 'Rasalgethi', 'Sadachbia', 'Sadaltager', 'Schedar', 'Sulafat', 'Umbriel', 'Vindemiatrix'],
  ...['Zephyr', 'Zubenelgenubi'],
];

/** Models before 3 take the history at any time; later ones want it announced. */
const isSeededFreely = (model: string): boolean => /^gemini-(?:live-)?2\./.test(model);

/** `BidiGenerateContentSetup`. @param handle of the session that is resumed */
export function liveSetup(model: string, options: SpeechToSpeechOptions, handle: string | null) {
  const { prompt, voice, tools, endpointingMs, history } = options;
  const functionDeclarations = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return {
    model: `models/${model}`,
    generationConfig: {
      responseModalities: ['AUDIO'],
      ...(voice !== null && { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } } }),
    },
    systemInstruction: { parts: [{ text: spokenPrompt(prompt, options) }] },
    ...(functionDeclarations.length > 0 && { tools: [{ functionDeclarations }] }),
    realtimeInputConfig: { automaticActivityDetection: { silenceDurationMs: endpointingMs } },
    inputAudioTranscription: {},
    outputAudioTranscription: {},
    // "Exceeding these limits will terminate the session, but you can use context window compression."
    contextWindowCompression: { slidingWindow: {} },
    sessionResumption: handle === null ? {} : { handle },
    ...(handle === null &&
      history.length > 0 &&
      !isSeededFreely(model) && { historyConfig: { initialHistoryInClientContent: true } }),
  };
}

/** What was said before; null when nothing was. */
export function liveHistory(model: string, history: readonly Message[]) {
  if (history.length === 0) return null;
  const turns: GoogleContent[] = [];
  for (const message of history) {
    const { role, text } = turnOf(message);
    if (text === '') continue;
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push({ text });
    else turns.push({ role, parts: [{ text }] });
  }
  return { turns, turnComplete: !isSeededFreely(model) };
}

/** Earlier tool calls are described in words: the session that made them is gone. */
function turnOf(message: Message): { role: 'user' | 'model'; text: string } {
  switch (message.role) {
    case 'user':
      return { role: 'user', text: message.text };
    case 'note':
      return { role: 'user', text: inBrackets(message.text) };
    case 'agent':
      return { role: 'model', text: message.text };
    case 'tool':
      return { role: 'user', text: inBrackets(`The result of ${message.name}: ${message.result}`) };
  }
}
