import type { GooglePart } from './google-wire.ts';

/** Takes the place of a signature that was never given, as with calls of another model (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const NO_SIGNATURE = 'skip_thought_signature_validator';

interface SignedCall {
  /** As Google called it, if it did. */
  id: string | undefined;
  signature: string | undefined;
}

/**
 * The tool calls of a conversation's model, as they came: from Gemini 3 on, a call that comes back without its signature
 * is refused.
 */
export class SignedCalls {
  readonly #calls = new Map<string, SignedCall>();
  /** Models until Gemini 2.5 know no such rule. */
  readonly #needsSignatures: boolean;

  constructor(modelId: string) {
    this.#needsSignatures = !/\b(gemini-(1|2)\b|gemma|learnlm)/.test(modelId);
  }

  keep(toolCallId: string, { functionCall, thoughtSignature }: GooglePart): void {
    this.#calls.set(toolCallId, { id: functionCall?.id, signature: thoughtSignature });
  }

  /** @param isFirst of those that were made at once: it has the signature of all of them */
  partOf(toolCallId: string, name: string, args: object, isFirst: boolean): GooglePart {
    const known = this.#calls.get(toolCallId);
    const missing = !known && isFirst && this.#needsSignatures ? NO_SIGNATURE : undefined;
    const signature = known?.signature ?? missing;
    return {
      functionCall: { ...this.#idOf(toolCallId), name, args },
      ...(signature !== undefined && { thoughtSignature: signature }),
    };
  }

  resultOf(toolCallId: string, name: string, result: string): GooglePart {
    return { functionResponse: { ...this.#idOf(toolCallId), name, response: { result } } };
  }

  #idOf(toolCallId: string): { id?: string } {
    const id = this.#calls.get(toolCallId)?.id;
    return id === undefined ? {} : { id };
  }
}
