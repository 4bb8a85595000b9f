import { everyCall } from './every-call.ts';
import { PagedList } from './paged-list.ts';
import { ParleyError } from './parley-error.ts';
import { randomKey } from './random-key.ts';
import type {
  Call,
  CallDiagnosis,
  CallEventList,
  CallExport,
  CallPage,
  CallPeaks,
  CallSummary,
  ExportCallsQuery,
  ListCallsQuery,
  PlaceCall,
  PlacedCall,
  TransferCall,
  UpdateCall,
} from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';
import { wait } from './wait.ts';

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 4000;
/** Enough to outlast a restart of the service. */
const POLL_RETRIES = 5;

export class Calls {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Places one call. It is repeated where the network or the service failed, with the same `idempotencyKey`, so that
   * the number is not called twice. Give a key of your own when your program may repeat it, too.
   */
  place(call: PlaceCall, options: RequestOptions & { idempotencyKey?: string } = {}): Promise<PlacedCall> {
    const headers = { 'idempotency-key': options.idempotencyKey ?? randomKey() };
    return this.#transport.request({ method: 'POST', path: ['call'], body: call, headers, repeatable: true }, options);
  }

  /** Newest first. `await` gives one page, `for await` every call of every page. */
  list(query: ListCallsQuery = {}, options: RequestOptions = {}): PagedList<CallSummary, CallPage> {
    const page = (pageQuery: ListCallsQuery) =>
      this.#transport.request<CallPage>(
        { method: 'GET', path: ['calls'], query: pageQuery, repeatable: true },
        options,
      );
    return new PagedList(
      () => page(query),
      () => everyCall(page, { limit: 100, ...query }),
    );
  }

  get(callId: string, options?: RequestOptions): Promise<Call> {
    return this.#transport.request({ method: 'GET', path: ['calls', callId], repeatable: true }, options);
  }

  /** A hint for the agent of a live call, which the caller does not hear. */
  whisper(callId: string, text: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request(
      { method: 'POST', path: ['calls', callId, 'whisper'], body: { text }, repeatable: false },
      options,
    );
  }

  /** Connects the person on a live call with another number, E.164, or says how besides. What becomes of it shows in the call. */
  transfer(callId: string, to: string | TransferCall, options?: RequestOptions): Promise<Call> {
    const body = typeof to === 'string' ? { to } : to;
    return this.#transport.request(
      { method: 'POST', path: ['calls', callId, 'transfer'], body, repeatable: false },
      options,
    );
  }

  /** Puts the person on a live call on hold, or back, or has the agent leave a conference. */
  update(callId: string, change: UpdateCall, options?: RequestOptions): Promise<Call> {
    return this.#transport.request(
      { method: 'PATCH', path: ['calls', callId], body: change, repeatable: true },
      options,
    );
  }

  /** What happened to a call, in order, and what the network did to its audio. */
  events(callId: string, options?: RequestOptions): Promise<CallEventList> {
    return this.#transport.request({ method: 'GET', path: ['calls', callId, 'events'], repeatable: true }, options);
  }

  /** What was right and wrong with the line of a call, with its signalling. */
  diagnosis(callId: string, options?: RequestOptions): Promise<CallDiagnosis> {
    return this.#transport.request({ method: 'GET', path: ['calls', callId, 'diagnosis'], repeatable: true }, options);
  }

  /** The SIP messages of a call as a capture file (PCAP). */
  async signalling(callId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
    const request = { method: 'GET', path: ['calls', callId, 'signalling.pcap'], repeatable: true } as const;
    const accept = 'application/vnd.tcpdump.pcap';
    const stream = await this.#transport.open({ ...request, accept }, signal ?? new AbortController().signal);
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** The packets of a call's audio as a capture file (PCAP), where the operator has them kept. */
  async audio(callId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
    const request = { method: 'GET', path: ['calls', callId, 'audio.pcap'], repeatable: true } as const;
    const accept = 'application/vnd.tcpdump.pcap';
    const stream = await this.#transport.open({ ...request, accept }, signal ?? new AbortController().signal);
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** The shape of both sides of a recording, for drawing it. */
  peaks(callId: string, options?: RequestOptions): Promise<CallPeaks> {
    return this.#transport.request({ method: 'GET', path: ['calls', callId, 'peaks'], repeatable: true }, options);
  }

  /** Every call that the filters let through, in one response: `timeoutMs` is for all of it. */
  export(query: Omit<ExportCallsQuery, 'format'> = {}, options?: RequestOptions): Promise<CallExport> {
    return this.#transport.request({ method: 'GET', path: ['calls', 'export'], query, repeatable: true }, options);
  }

  /** The same as a table for spreadsheets. */
  exportAsCsv(query: Omit<ExportCallsQuery, 'format'> = {}, options?: RequestOptions): Promise<string> {
    const request = { method: 'GET', path: ['calls', 'export'], query: { ...query, format: 'csv' } } as const;
    return this.#transport.request({ ...request, repeatable: true, accept: 'text/csv' }, options);
  }

  /** Before the answer the call is canceled, after it the agent hangs up. A call that is over stays as it is. */
  hangUp(callId: string, options?: RequestOptions): Promise<Call> {
    return this.#transport.request({ method: 'POST', path: ['calls', callId, 'hangup'], repeatable: true }, options);
  }

  /**
   * The call once nothing about it changes any more: over, and analyzed.
   * @throws ParleyError `timed_out` after `timeoutMs`, which is for the whole wait; without it, as long as it takes.
   */
  async waitUntilEnded(callId: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<Call> {
    const endMs = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5)) {
      const call = await this.get(callId, { signal: options.signal, maxRetries: POLL_RETRIES });
      if (call.phase === 'ended') return call;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) {
        throw new ParleyError('timed_out', `${callId} is still ${call.phase} after ${options.timeoutMs} ms`);
      }
      await wait(Math.min(pollMs, leftMs), options.signal);
    }
  }
}
