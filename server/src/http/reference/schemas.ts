import type { JsonSchema, MediaType, OpenApiDocument, Operation, Reference, Response } from '@parley/contract';

/** Resources with a section of their own: whatever holds one refers there. */
export const describedObjects = ['Call', 'Batch', 'Agent', 'Suppression', 'Webhook', 'WebhookDelivery'] as const;

/** Finds what the document refers to. */
export class Schemas {
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** The schema itself, with the description that is beside the reference to it. */
  resolved(schema: JsonSchema): JsonSchema {
    const name = this.nameOf(schema);
    if (name === undefined) return schema;
    const { $ref: _, ...beside } = schema;
    return { ...this.#document.components.schemas[name], ...beside };
  }

  nameOf(schema: JsonSchema): string | undefined {
    return schema.$ref?.replace('#/components/schemas/', '');
  }

  named(name: string): JsonSchema {
    return this.#document.components.schemas[name] ?? {};
  }

  response(response: Response | Reference): Response {
    if (!('$ref' in response)) return response;
    return this.#document.components.responses[response.$ref.replace('#/components/responses/', '')]!;
  }

  /** The status that means success, and what comes with it. */
  success(operation: Operation): { status: string; media: MediaType | undefined } {
    const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))!;
    const { content } = this.response(response);
    return { status, media: content?.['application/json'] ?? content?.['text/event-stream'] };
  }
}
