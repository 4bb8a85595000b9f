export interface ReceivedEvent {
  /** Null where the block had none. */
  id: string | null;
  event: string | null;
  data: string | null;
  retryMs: number | null;
}

/** The blocks of a stream of Server-Sent Events (HTML standard, section 9.2); comments and blocks of nothing come, too. */
export async function* eventBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent, void, undefined> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield eventOf(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The service ends lines with a line feed, and has its data in one line. */
function eventOf(block: string): ReceivedEvent {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).replace(/^ /, ''));
  }
  const retry = fields.get('retry');
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? null,
    data: fields.get('data') ?? null,
    retryMs: retry === undefined ? null : Number(retry),
  };
}
