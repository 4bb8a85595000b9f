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

/** In one piece, or piece by piece: some servers do only one of them well. */
export type AnswerForm = 'whole' | 'streamed';

/** Rejects with what the SDK does, for `asModelError`. A server that does not know schemas is asked once more in plain words. */
export async function askSdkModel(model: SdkLanguageModel, form: AnswerForm, question: Question): Promise<Answer> {
  const ask = form === 'whole' ? askWhole : askStreamed;
  const { schema } = question;
  try {
    return await ask(model, question, schema && bindingTo(schema)).catch((error: unknown) => {
      if (schema && refusesSchema(error)) return ask(model, question, null);
      throw error;
    });
  } catch (error) {
    throw RetryError.isInstance(error) ? error.lastError : error;
  }
}

type Binding = ReturnType<typeof bindingTo>;

function bindingTo({ name, jsonSchema: schema }: NonNullable<Question['schema']>) {
  return {
    output: Output.object({ schema: jsonSchema(schema), name }),
    // OpenAI binds a model to a schema in which nothing is optional, and refuses every other one as strict.
    providerOptions: { [PROVIDER]: { strictJsonSchema: isStrict(schema) } },
  };
}

const requestOf = ({ instructions, prompt, signal }: Question) => ({
  ...{ instructions, prompt, maxRetries: 1, abortSignal: signal },
});

async function askWhole(model: SdkLanguageModel, question: Question, binding: Binding | null): Promise<Answer> {
  try {
    const { text, totalUsage } = await generateText({ model, ...requestOf(question), ...binding });
    return { text, usage: tokensOf(totalUsage) };
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: tokensOf(error.usage) };
    throw error;
  }
}

async function askStreamed(model: SdkLanguageModel, question: Question, binding: Binding | null): Promise<Answer> {
  let failure: unknown;
  const stream = streamText({
    ...{ model, ...requestOf(question), ...binding },
    onError: ({ error }) => {
      failure = error;
    },
  });
  try {
    const answer = { text: await stream.text, usage: tokensOf(await stream.totalUsage) };
    // An aborted stream of the SDK ends as if it were complete.
    question.signal.throwIfAborted();
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
