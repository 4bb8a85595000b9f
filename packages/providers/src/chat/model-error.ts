import { ProviderError } from '@parley/conversation/provider';
import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
} from 'ai';
import { BLOCKED_ADVICE, blockedIn } from '../transport/connection-guard.ts';
import { REFUSED_PORT_ADVICE, RefusedPortError } from '../transport/refused-port.ts';
import { retryAfterOf } from '../transport/vendor-failure.ts';
import { type ModelServer, modelName, PROVIDER } from './model-server.ts';

/** Who failed, and what must never be repeated in a message. */
export type FailingServer = Pick<ModelServer, 'apiKey' | 'vendor'>;

/** The server has no model of that name (or nothing at all at that address). */
export class ModelNotFoundError extends ProviderError {}

/** What a failure of the server, or of the SDK over its answer, means for the call; null for any other exception. */
export function asModelError(cause: unknown, model: string, server: FailingServer): ProviderError | null {
  const provider = modelName(server, model);
  if (cause instanceof ProviderError) return cause;
  if (cause instanceof RefusedPortError) {
    return new ProviderError('llm', provider, cause.message, { retryable: false, advice: REFUSED_PORT_ADVICE });
  }
  const blocked = blockedIn(cause);
  if (blocked) {
    return new ProviderError('llm', provider, blocked.message, { retryable: false, advice: BLOCKED_ADVICE });
  }
  const status = statusOf(cause);
  if (status === null && !AISDKError.isInstance(cause) && !isBrokenOff(cause)) return null;
  const text = withoutKey(cause instanceof Error ? cause.message : String(cause), server.apiKey);
  const message = status === null ? text : `${status} ${text}`;
  // The SDK's error is no `cause` here: it holds the whole request, and servers repeat keys in their messages.
  if (isModelNotFound(cause, status)) return new ModelNotFoundError('llm', provider, message, missing(model, server));
  const retryable = isRetryable(cause, status);
  const advice = adviceFor(status, retryable, server);
  const retryAfterMs = patienceOf(cause);
  return new ProviderError('llm', provider, message, {
    retryable,
    ...(advice !== null && { advice }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  });
}

const missing = (model: string, { vendor }: FailingServer) => ({
  retryable: false,
  advice: `The model server has no model "${model}": change the agent's model, or check ${settingOf(vendor, 'base address', 'PARLEY_LLM_URL')}.`,
});

/** The operator's own server comes as the provider `openai`, as providers of accounts may be called, too. */
function settingOf(vendor: string | undefined, what: string, variable: string): string {
  if (vendor === undefined) return variable;
  return `the ${what} of the provider ${vendor}${vendor === PROVIDER ? `, or ${variable}` : ''}`;
}

/** OpenAI has milliseconds in a header of its own. */
function patienceOf(cause: unknown): number | null {
  const headers = APICallError.isInstance(cause) ? (cause.responseHeaders ?? {}) : {};
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  return Number.isFinite(ms) ? Math.max(0, ms) : retryAfterOf(headers['retry-after'] ?? null);
}

/** Statuses that the operator has to do something about. */
function adviceFor(status: number | null, retryable: boolean, { vendor }: FailingServer): string | null {
  if (status === 401 || status === 403)
    return `The model server refuses the key: check ${settingOf(vendor, 'key', 'PARLEY_LLM_API_KEY')}, and what it is allowed to use.`;
  if (status === 402 || status === 429) return 'The account of the model server is at its limit: check its plan.';
  if (status !== null && !retryable) return "The model server refuses the request: check the agent's model.";
  return null;
}

/** The HTTP status that refused the request, also when the refusal came inside of a stream. */
function statusOf(cause: unknown): number | null {
  const status = AISDKError.isInstance(cause) && 'statusCode' in cause ? cause.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : null;
}

function isRetryable(cause: unknown, status: number | null): boolean {
  if (status !== null) return status === 408 || status === 409 || status === 429 || status >= 500;
  return isBrokenOff(cause);
}

/** The server was not reached, or took the request and broke down over it. */
function isBrokenOff(cause: unknown): boolean {
  return (
    APICallError.isInstance(cause) ||
    InvalidResponseDataError.isInstance(cause) ||
    JSONParseError.isInstance(cause) ||
    NoOutputGeneratedError.isInstance(cause) ||
    TypeValidationError.isInstance(cause) ||
    (cause instanceof Error && (cause.name === 'AI_StreamProviderError' || isOfNetwork(cause)))
  );
}

/** Of Node's network or of its `fetch`, which hides the code in the cause. */
function isOfNetwork(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  return error.cause instanceof Error && isOfNetwork(error.cause);
}

/** OpenAI, Ollama and vLLM answer 404; others 400 with a code or with words. */
function isModelNotFound(cause: unknown, status: number | null): boolean {
  if (status === 404) return true;
  if (status !== 400 || !APICallError.isInstance(cause)) return false;
  return /model_not_found|model\b.{0,200}\b(not found|not exist|invalid)|invalid model/is.test(
    cause.responseBody ?? '',
  );
}

function withoutKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined ? text : text.replaceAll(apiKey, '[key]');
}
