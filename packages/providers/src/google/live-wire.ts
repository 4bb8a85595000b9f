import type { GoogleContent } from './google-wire.ts';

/** `BidiGenerateContentServerMessage`, as far as calls need it (https://ai.google.dev/api/live). */
export interface LiveServerMessage {
  setupComplete?: object;
  serverContent?: LiveServerContent;
  toolCall?: { functionCalls?: { id?: string; name?: string; args?: object }[] };
  toolCallCancellation?: { ids?: string[] };
  usageMetadata?: LiveUsage;
  /** "Server will not be able to service client soon." */
  goAway?: { timeLeft?: string };
  sessionResumptionUpdate?: { newHandle?: string; resumable?: boolean };
}

export interface LiveServerContent {
  modelTurn?: { parts?: { text?: string; thought?: boolean; inlineData?: { mimeType?: string; data?: string } }[] };
  generationComplete?: boolean;
  turnComplete?: boolean;
  interrupted?: boolean;
  inputTranscription?: LiveTranscription;
  outputTranscription?: LiveTranscription;
}

interface LiveTranscription {
  text?: string;
  finished?: boolean;
}

interface ModalityTokens {
  modality?: string;
  tokenCount?: number;
}

export interface LiveUsage {
  promptTokenCount?: number;
  promptTokensDetails?: ModalityTokens[];
  cachedContentTokenCount?: number;
  cacheTokensDetails?: ModalityTokens[];
  responseTokenCount?: number;
  responseTokensDetails?: ModalityTokens[];
  thoughtsTokenCount?: number;
}

/** `BidiGenerateContentClientMessage`; one of them at a time. */
export type LiveClientMessage =
  | { setup: object }
  | { clientContent: { turns: GoogleContent[]; turnComplete: boolean } }
  | { realtimeInput: { audio: { data: string; mimeType: string } } | { text: string } }
  | { toolResponse: { functionResponses: { id: string; name: string; response: object }[] } };

/** What is no message is none of ours. */
export function liveMessage(data: string): LiveServerMessage {
  try {
    return JSON.parse(data) as LiveServerMessage;
  } catch {
    return {};
  }
}
