/** The data of each event (https://html.spec.whatwg.org/multipage/server-sent-events.html), of streams that have nothing else. */
export async function* serverSentData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const bytes of body) {
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
}
