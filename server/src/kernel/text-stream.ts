/** A text, or bytes, made while it is sent, so that it may be of any length. */
export interface TextStream {
  /** Its media type. */
  type: string;
  chunks: AsyncIterable<string | Uint8Array>;
  /** For a browser that saves it. */
  fileName?: string;
  /** Aborted when the connection shall be closed before the end. */
  signal?: AbortSignal;
}
