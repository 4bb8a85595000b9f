import type { DocumentType } from '../document.ts';
import type { ErrorBody } from '../error.ts';
import type { FileType } from '../routes/route.ts';

/** The parts of OpenAPI 3.1 that the interface is described with. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: SecurityRequirement[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
  };
}

/** A scheme and the roles it needs (OpenAPI 3.1, section 4.8.30): here, permissions of a key. */
export type SecurityRequirement = Record<string, string[]>;

export type PathItem = Partial<Record<'get' | 'post' | 'patch' | 'delete', Operation>>;

export interface Operation {
  operationId: string;
  tags?: string[];
  summary: string;
  description: string;
  security: SecurityRequirement[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; description?: string; content: RequestContent };
  responses: Record<string, Response | Reference>;
  /** How the typed client says it; a widely read extension. */
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

/** Of a file, every type that it may have. */
export type RequestContent = { 'application/json'?: MediaType } & Partial<Record<DocumentType, MediaType>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: { 'application/json'?: MediaType; 'text/csv'?: MediaType; 'text/event-stream'?: MediaType } & {
    [Type in FileType]?: MediaType;
  };
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary: string; description: string; value: ErrorBody }>;
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

export interface Reference {
  $ref: string;
}

/** The keywords of JSON Schema 2020-12 that the contract's schemas become. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  contentEncoding?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  /** What each value of an enum means; a widely read extension. */
  'x-enumDescriptions'?: Record<string, string>;
}
