import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  RetryError,
  type LanguageModel as SdkLanguageModel,
  streamText,
} from 'ai';
import { PROVIDER } from './model-server.ts';
import type { Answer, Question, Tokens } from './question.ts';

const NO_TOKENS: Tokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/**
 * `isBound`: the server can be bound to a schema. Rejects with what the SDK does, for `asModelError`.
 */
export async function askSdkModel(model: SdkLanguageModel, isBound: boolean, question: Question): Promise<Answer> {
  try {
    return isBound ? await askWhole(model, question) : await askStreamed(model, question);
  } catch (error) {
    throw RetryError.isInstance(error) ? error.lastError : error;
  }
}

/** A server that does not know schemas is asked once more in plain words. */
async function askWhole(model: SdkLanguageModel, { instructions, prompt, schema, signal }: Question): Promise<Answer> {
  const asked = { model, instructions, prompt, maxRetries: 1, abortSignal: signal };
  if (schema) {
    const output = Output.object({ schema: jsonSchema(schema.jsonSchema), name: schema.name });
    // OpenAI binds a model to a schema in which nothing is optional, and refuses every other one as strict.
    const providerOptions = { [PROVIDER]: { strictJsonSchema: isStrict(schema.jsonSchema) } };
    try {
      const { text, totalUsage } = await generateText({ ...asked, output, providerOptions });
      return { text, usage: tokensOf(totalUsage) };
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: tokensOf(error.usage) };
      if (!refusesSchema(error)) throw error;
    }
  }
  const { text, totalUsage } = await generateText(asked);
  return { text, usage: tokensOf(totalUsage) };
}

async function askStreamed(model: SdkLanguageModel, { instructions, prompt, signal }: Question): Promise<Answer> {
  let failure: unknown;
  const stream = streamText({
    model,
    instructions,
    prompt,
    maxRetries: 1,
    abortSignal: signal,
    onError: ({ error }) => {
      failure = error;
    },
  });
  try {
    const answer = { text: await stream.text, usage: tokensOf(await stream.totalUsage) };
    // An aborted stream of the SDK ends as if it were complete.
    signal.throwIfAborted();
    return answer;
  } catch (error) {
    throw failure ?? error;
  }
}

const refusesSchema = (error: unknown) =>
  APICallError.isInstance(error) && [400, 415, 422, 501].includes(error.statusCode ?? 0);

/** https://platform.openai.com/docs/guides/structured-outputs: every property is required, and there are no others. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (typeof properties === 'object' && properties !== null) {
    const names = Array.isArray(required) ? required : [];
    if (additionalProperties !== false || !Object.keys(properties).every((name) => names.includes(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}

function tokensOf(usage: LanguageModelUsage | undefined): Tokens {
  if (usage === undefined) return NO_TOKENS;
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = usage;
  return { inputTokens, cachedInputTokens: inputTokenDetails?.cacheReadTokens ?? 0, outputTokens };
}
