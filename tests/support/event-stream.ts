import http from 'node:http';

export interface StreamedEvent {
  id: number;
  event: string;
  data: any;
}

/** A client of GET /v1/events that keeps what it was sent, and can stop reading. */
export class EventStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly events: StreamedEvent[] = [];
  /** The last `id`, of events and of heartbeats. */
  lastId: string | undefined;
  comments = 0;
  readonly closed: Promise<void>;
  readonly #response: http.IncomingMessage;
  readonly #request: http.ClientRequest;
  #text = '';
  #onNews: (() => void) | null = null;

  private constructor(request: http.ClientRequest, response: http.IncomingMessage) {
    this.#request = request;
    this.#response = response;
    this.status = response.statusCode!;
    this.headers = response.headers;
    this.closed = new Promise((resolve) => response.once('close', resolve));
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('error', () => {});
    response.once('close', () => this.#onNews?.());
  }

  static open(baseUrl: string, key: string, query = '', headers: Record<string, string> = {}): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const request = http.get(
        `${baseUrl}/events${query}`,
        { headers: { authorization: `Bearer ${key}`, ...headers }, agent: false },
        (response) => resolve(new EventStream(request, response)),
      );
      request.on('error', reject);
    });
  }

  get text(): string {
    return this.#text;
  }

  /** Resolves with the first event that is so; the test's own time limit ends the waiting. */
  async until(isWanted: (event: StreamedEvent) => boolean): Promise<StreamedEvent> {
    for (;;) {
      const found = this.events.find(isWanted);
      if (found) return found;
      if (this.#response.destroyed) throw new Error(`the stream ended after ${this.events.length} events`);
      await new Promise<void>((resolve) => {
        this.#onNews = resolve;
      });
    }
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #take(text: string): void {
    this.#text += text;
    for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
      this.#takeBlock(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 2);
    }
    this.#onNews?.();
  }

  #takeBlock(block: string): void {
    const fields = block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
    const { id, event, data } = Object.fromEntries(fields);
    if (block.startsWith(':')) this.comments += 1;
    if (id !== undefined) this.lastId = id;
    if (event !== undefined) this.events.push({ id: Number(id), event, data: JSON.parse(data!) });
  }
}
