import { z } from 'zod';
import type { TelnyxClient } from './telnyx-client.ts';

/** Telnyx takes no shorter and no longer one. */
const SHORTEST_RING_S = 5;
const LONGEST_RING_S = 600;

/** Between two calls that were placed in the same moment few are open at once. */
const OPEN_CALLS_AT_MOST = 250;

const Call = z.object({ call_control_id: z.string() });
const OpenCall = Call.extend({ client_state: z.string().nullish() });

/** The addresses for a call's media and for its webhooks. */
export interface CallAddresses {
  /** Comes back with everything that Telnyx says of the call. */
  key: string;
  streamUrl: string;
  webhookUrl: string;
}

export interface NewCall extends CallAddresses {
  to: string;
  from: string;
  ringTimeoutS: number;
}

/** What is asked of Telnyx for calls. https://developers.telnyx.com/api-reference/call-commands/dial */
export class CallCommands {
  readonly #client: TelnyxClient;
  readonly #connectionId: string;

  constructor(client: TelnyxClient, connectionId: string) {
    this.#client = client;
    this.#connectionId = connectionId;
  }

  /** The call control id of a call that will be placed. Asked for twice with one key it is placed once. @throws TelnyxFault */
  async dial({ to, from, ringTimeoutS, ...addresses }: NewCall): Promise<string> {
    const body = {
      ...{ connection_id: this.#connectionId, to, from, command_id: addresses.key },
      timeout_secs: Math.min(Math.max(ringTimeoutS, SHORTEST_RING_S), LONGEST_RING_S),
      ...streamed(addresses),
    };
    const { call_control_id: callControlId } = await this.#client.ask(Call, { method: 'POST', path: 'calls', body });
    return callControlId;
  }

  /** Calls through this connection that are not over and were placed with this key. @throws TelnyxFault */
  async openCalls(key: string): Promise<string[]> {
    const calls = await this.#client.ask(z.array(OpenCall), {
      method: 'GET',
      path: `connections/${encodeURIComponent(this.#connectionId)}/active_calls`,
      query: { 'page[size]': String(OPEN_CALLS_AT_MOST) },
    });
    return calls.filter((call) => call.client_state === clientStateOf(key)).map((call) => call.call_control_id);
  }

  /** @throws TelnyxFault */
  async answer(callControlId: string, addresses: CallAddresses): Promise<void> {
    await this.#command(callControlId, 'answer', streamed(addresses));
  }

  /** @throws TelnyxFault */
  async reject(callControlId: string, cause: 'CALL_REJECTED' | 'USER_BUSY'): Promise<void> {
    await this.#command(callControlId, 'reject', { cause });
  }

  /** Also of a call that is not answered. @throws TelnyxFault */
  async hangUp(callControlId: string): Promise<void> {
    await this.#command(callControlId, 'hangup', {});
  }

  async #command(callControlId: string, action: string, body: object): Promise<void> {
    const path = `calls/${encodeURIComponent(callControlId)}/actions/${action}`;
    await this.#client.ask(z.unknown(), { method: 'POST', path, body });
  }
}

/**
 * Streams the audio of both sides over a WebSocket, as the payload of RTP:
 * https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming
 */
function streamed({ key, streamUrl, webhookUrl }: CallAddresses): object {
  return {
    ...{ client_state: clientStateOf(key), webhook_url: webhookUrl, webhook_url_method: 'POST' },
    // The track that comes in at Telnyx is the other side, in calls of both directions.
    ...{ stream_url: streamUrl, stream_track: 'inbound_track', stream_codec: 'PCMU' },
    ...{ stream_bidirectional_mode: 'rtp', stream_bidirectional_codec: 'PCMU' },
  };
}

const clientStateOf = (key: string) => Buffer.from(key).toString('base64');

/** What `client_state` holds of a call of ours. */
export const keyOf = (clientState: string) => Buffer.from(clientState, 'base64').toString();
