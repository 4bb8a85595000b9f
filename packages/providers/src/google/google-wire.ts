/** `GenerateContentRequest` and what answers it, as far as calls need it (https://ai.google.dev/api/generate-content). */
export interface GenerateContentRequest {
  systemInstruction?: { parts: GooglePart[] };
  contents: GoogleContent[];
  tools?: { functionDeclarations: FunctionDeclaration[] }[];
  generationConfig?: {
    responseMimeType: 'application/json';
    /** JSON Schema; `responseSchema` would be a dialect of Google's own. */
    responseJsonSchema?: unknown;
  };
}

interface FunctionDeclaration {
  name: string;
  description?: string | undefined;
  /** JSON Schema; `parameters` would be a dialect of Google's own. */
  parametersJsonSchema: unknown;
}

export interface GoogleContent {
  role: 'user' | 'model';
  parts: GooglePart[];
}

export interface GooglePart {
  text?: string;
  /** What the model thinks, not says. */
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: object };
  functionResponse?: { id?: string; name: string; response: object };
}

export interface GenerateContentResponse {
  candidates?: { content?: Partial<GoogleContent>; finishReason?: string; finishMessage?: string }[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: UsageMetadata;
  /** In a stream that has begun. */
  error?: GoogleStatus;
}

export interface UsageMetadata {
  promptTokenCount?: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
}

/** https://cloud.google.com/apis/design/errors#error_model */
export interface GoogleStatus {
  code?: number;
  message?: string;
  status?: string;
  details?: { '@type'?: string; reason?: string; retryDelay?: string }[];
}
