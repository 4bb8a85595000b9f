import type { GenerateContentRequest, GoogleContent, GooglePart } from './google-wire.ts';
import type { CallOptions } from './sdk-interface.ts';
import type { SignedCalls } from './signed-calls.ts';

type SdkMessage = CallOptions['prompt'][number];

/** The SDK's request in Google's words. */
export function googleRequest(
  { prompt, tools, responseFormat }: CallOptions,
  calls: SignedCalls,
): GenerateContentRequest {
  const instructions = prompt.flatMap((message) => (message.role === 'system' ? [{ text: message.content }] : []));
  const functionDeclarations = (tools ?? []).flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, description: tool.description, parametersJsonSchema: tool.inputSchema }]
      : [],
  );
  return {
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    contents: contentsOf(prompt, calls),
    ...(functionDeclarations.length > 0 && { tools: [{ functionDeclarations }] }),
    ...(responseFormat?.type === 'json' && { generationConfig: jsonOnly(responseFormat.schema) }),
  };
}

/** https://ai.google.dev/gemini-api/docs/structured-output */
const jsonOnly = (schema: unknown): NonNullable<GenerateContentRequest['generationConfig']> => ({
  responseMimeType: 'application/json',
  ...(schema !== undefined && { responseJsonSchema: schema }),
});

/** The results of calls that were made at once are one message of the user. */
function contentsOf(prompt: CallOptions['prompt'], calls: SignedCalls): GoogleContent[] {
  const contents: GoogleContent[] = [];
  for (const message of prompt) {
    const parts = partsOf(message, calls);
    if (parts.length === 0) continue;
    const role = message.role === 'assistant' ? 'model' : 'user';
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

function partsOf(message: SdkMessage, calls: SignedCalls): GooglePart[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return message.content.flatMap((part) => (part.type === 'text' ? [{ text: part.text }] : []));
    case 'assistant':
      return assistantParts(message.content, calls);
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result' ? [calls.resultOf(part.toolCallId, part.toolName, resultText(part.output))] : [],
      );
  }
}

function assistantParts(content: Extract<SdkMessage, { role: 'assistant' }>['content'], calls: SignedCalls) {
  const parts: GooglePart[] = [];
  for (const part of content) {
    if (part.type === 'text') parts.push({ text: part.text });
    if (part.type !== 'tool-call') continue;
    const isFirst = !parts.some(({ functionCall }) => functionCall);
    parts.push(calls.partOf(part.toolCallId, part.toolName, part.input as object, isFirst));
  }
  return parts;
}

const resultText = (output: object): string =>
  'value' in output && typeof output.value === 'string' ? output.value : JSON.stringify(output);
