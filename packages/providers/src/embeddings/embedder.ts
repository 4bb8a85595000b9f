import { ProviderError } from '@parley/conversation/provider';
import { googleConnection } from '../google/google-connection.ts';
import { assertUsable, type ServerConnection, serverConnection } from '../openai-compatible/server-connection.ts';
import { fetchModels } from '../openai-compatible/server-lists.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorConnection } from '../vendor.ts';

/** What a text is embedded for: some models tell questions from what answers them. */
type EmbeddedAs = 'query' | 'passage';

/** Texts as vectors of length 1, which are near where the texts mean the same. */
export interface Embedder {
  /** As in `provider/model`: vectors of another model cannot be compared. */
  readonly model: string;
  /** Rejects with a ProviderError. */
  embed(texts: readonly string[], as: EmbeddedAs, signal: AbortSignal): Promise<Float32Array[]>;
}

/** https://developers.openai.com/api/docs/guides/embeddings */
const OPENAI = { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small', dimensions: 512 };
/** https://docs.mistral.ai/capabilities/embeddings/overview */
const MISTRAL = { url: 'https://api.mistral.ai/v1', model: 'mistral-embed' };
/** https://ai.google.dev/gemini-api/docs/embeddings */
const GOOGLE = { model: 'gemini-embedding-001', dimensions: 768 };
/** A server of one's own is asked which of its models embeds: their names say so. */
const EMBEDDING_MODEL = /embed|bge|gte|e5-|minilm/i;

/** Null: the vendor has no embeddings; of a server of one's own, no model for them. @throws ProviderError */
export async function openEmbedder(
  vendor: string,
  connection: VendorConnection,
  signal: AbortSignal,
): Promise<Embedder | null> {
  const name = connection.name ?? vendor;
  switch (vendor) {
    case 'openai': {
      const server = serverConnection(connection, 'llm', name, OPENAI.url);
      return openAiEmbedder(name, server, { model: OPENAI.model, dimensions: OPENAI.dimensions });
    }
    case 'mistral':
      return openAiEmbedder(name, serverConnection(connection, 'llm', name, MISTRAL.url), { model: MISTRAL.model });
    case 'openai-compatible': {
      const server = serverConnection(connection, 'llm', name);
      const model = (await fetchModels(server, signal)).find(({ id }) => EMBEDDING_MODEL.test(id));
      return model ? openAiEmbedder(name, server, { model: model.id }) : null;
    }
    case 'google':
      return googleEmbedder(name, googleConnection(connection, name));
    default:
      return null;
  }
}

function openAiEmbedder(
  name: string,
  server: ServerConnection,
  options: { model: string; dimensions?: number },
): Embedder {
  return {
    model: `${name}/${options.model}`,
    async embed(texts, _, signal) {
      const body = { ...options, input: texts, encoding_format: 'float' };
      const answer = (await post(server, '/embeddings', body, signal)) as {
        data?: { index?: number; embedding?: number[] }[];
      };
      const vectors = (answer.data ?? []).toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
      return checked(
        server,
        vectors.map(({ embedding }) => embedding),
        texts.length,
      );
    },
  };
}

function googleEmbedder(name: string, server: ServerConnection): Embedder {
  const model = `models/${GOOGLE.model}`;
  return {
    model: `${name}/${GOOGLE.model}`,
    async embed(texts, as, signal) {
      const requests = texts.map((text) => ({
        model,
        content: { parts: [{ text }] },
        taskType: as === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
        outputDimensionality: GOOGLE.dimensions,
      }));
      const answer = (await post(server, `/${model}:batchEmbedContents`, { requests }, signal)) as {
        embeddings?: { values?: number[] }[];
      };
      return checked(
        server,
        (answer.embeddings ?? []).map(({ values }) => values),
        texts.length,
      );
    },
  };
}

async function post(server: ServerConnection, path: string, body: object, signal: AbortSignal): Promise<unknown> {
  assertUsable(server);
  const { baseUrl, headers, vendor } = server;
  const response = await requestVendor({ url: `${baseUrl}${path}`, headers, body, vendor, signal });
  try {
    return await response.json();
  } catch {
    signal.throwIfAborted();
    throw new ProviderError(vendor.role, vendor.provider, 'answered with no JSON', { retryable: true });
  }
}

function checked(
  { vendor }: ServerConnection,
  vectors: readonly (number[] | undefined)[],
  count: number,
): Float32Array[] {
  const dimensions = vectors[0]?.length ?? 0;
  const isWhole = vectors.length === count && dimensions > 0 && vectors.every((one) => one?.length === dimensions);
  if (isWhole) return vectors.map((vector) => normalized(vector!));
  throw new ProviderError(vendor.role, vendor.provider, 'answered without an embedding for each text', {
    retryable: false,
  });
}

/** Shortened vectors of some models are not of length 1. */
function normalized(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length > 0 ? value / length : 0));
}
