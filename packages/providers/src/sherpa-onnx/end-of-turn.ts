import { endianness } from 'node:os';
import type { EndOfTurnModel, EndOfTurnRequest } from '@parley/conversation/provider';
import { socketUrl } from '../transport/socket-url.ts';
import { type FailingVendor, reportedFailure } from '../transport/vendor-failure.ts';
import { VendorSocket } from '../transport/vendor-socket.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, ID, vendorOf } from './connection.ts';
import { TURN_HEADER_BYTES, TURN_PATH, type TurnReport } from './engine/protocol.ts';

/** Smart Turn 3 on this host. It goes by the audio alone: transcript and language are not looked at. */
export function onnxEndOfTurn(connection: VendorConnection, model: string | null): EndOfTurnModel {
  return new OnnxEndOfTurn(connection, model);
}

class OnnxEndOfTurn implements EndOfTurnModel {
  readonly name = ID;
  readonly #connection: VendorConnection;
  readonly #model: string | null;
  readonly #vendor: FailingVendor;
  readonly #requests = new Map<number, PromiseWithResolvers<number>>();
  #socket: VendorSocket | null = null;
  #next = 0;
  #isClosed = false;

  constructor(connection: VendorConnection, model: string | null) {
    this.#connection = connection;
    this.#model = model;
    this.#vendor = vendorOf('stt', connection);
  }

  async predict({ samples, signal }: EndOfTurnRequest): Promise<number> {
    signal.throwIfAborted();
    if (this.#isClosed) throw reportedFailure(this.#vendor, 'was closed', false);
    if (this.#socket === null || this.#socket.isClosed) this.#open();
    const id = this.#next++ >>> 0;
    const result = Promise.withResolvers<number>();
    const onAbort = () => result.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#requests.set(id, result);
    this.#socket!.send(messageOf(id, samples));
    try {
      return await result.promise;
    } finally {
      this.#requests.delete(id);
      signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    this.#failAll(reportedFailure(this.#vendor, 'was closed', false));
  }

  #open(): void {
    const socket = new VendorSocket({
      url: socketUrl(baseUrlOf(this.#connection), TURN_PATH, this.#model === null ? [] : [['model', this.#model]]),
      headers: headersOf(this.#connection),
      vendor: this.#vendor,
    });
    this.#socket = socket;
    void this.#consume(socket);
  }

  async #consume(socket: VendorSocket): Promise<void> {
    try {
      for await (const message of socket) {
        if (message.type !== 'text') continue;
        const report = JSON.parse(message.text) as TurnReport;
        if (report.type === 'turn') this.#requests.get(report.id)?.resolve(report.probability);
        else this.#failRequest(report);
      }
    } catch (cause) {
      this.#failAll(cause as Error);
    }
  }

  #failRequest({ id, message, retryable }: Extract<TurnReport, { type: 'error' }>): void {
    const error = reportedFailure(this.#vendor, message, retryable);
    if (id === null) this.#failAll(error);
    else this.#requests.get(id)?.reject(error);
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#requests.values()) reject(error);
  }
}

function messageOf(id: number, samples: Int16Array): Buffer {
  const message = Buffer.alloc(TURN_HEADER_BYTES + samples.length * 2);
  message.writeUInt32LE(id, 0);
  message.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), TURN_HEADER_BYTES);
  if (endianness() === 'BE') message.subarray(TURN_HEADER_BYTES).swap16();
  return message;
}
