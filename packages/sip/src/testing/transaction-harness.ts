import { SipHeaders } from '../messages/headers.ts';
import { SipRequest, SipResponse } from '../messages/message.ts';
import type { ClientTransactionUser } from '../transactions/client-transaction.ts';
import type { TransactionEnvironment } from '../transactions/transaction.ts';
import type { Hop } from '../transports/transport.ts';
import { TestClock } from './test-clock.ts';

export const UDP_HOP: Hop = { protocol: 'udp', host: '192.0.2.9', port: 5060 };
export const TCP_HOP: Hop = { protocol: 'tcp', host: '192.0.2.9', port: 5060 };

/** What one transaction sends, and when; what its user hears, and when. */
export class TransactionHarness {
  readonly clock = new TestClock();
  readonly sent: { what: string; atMs: number }[] = [];
  readonly heard: { what: string; atMs: number }[] = [];
  terminated = false;
  retransmissions = 0;
  /** Makes the latest attempt fail. */
  failAttempt: (error: Error) => void = () => {};

  readonly environment: TransactionEnvironment = {
    scheduler: this.clock,
    send: ({ message }, _hop, onError) => {
      this.sent.push({
        what: message.kind === 'request' ? message.method : String(message.status),
        atMs: this.clock.nowMs,
      });
      this.failAttempt = onError;
    },
    onRetransmission: () => {
      this.retransmissions += 1;
    },
    onOver: () => {},
  };

  readonly user: ClientTransactionUser = {
    onResponse: (response) => this.hear(String(response.status)),
    onTimeout: () => this.hear('timeout'),
    onTransportError: () => this.hear('transport error'),
  };

  readonly onTerminated = (): void => {
    this.terminated = true;
  };

  hear(what: string): void {
    this.heard.push({ what, atMs: this.clock.nowMs });
  }

  sendTimes(what: string): number[] {
    return this.sent.filter((attempt) => attempt.what === what).map((attempt) => attempt.atMs);
  }

  heardWhat(): string[] {
    return this.heard.map((event) => event.what);
  }
}

export function sampleRequest(method: string): SipRequest {
  const headers = new SipHeaders()
    .set('via', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKsample;rport')
    .set('route', ['<sip:192.0.2.9;lr>', '<sip:192.0.2.10;lr>'])
    .set('from', '<sip:ann@192.0.2.1>;tag=a')
    .set('to', '<sip:bob@192.0.2.9>')
    .set('call-id', 'sample')
    .set('cseq', `7 ${method}`);
  return new SipRequest(method, 'sip:bob@192.0.2.9', headers);
}

export function sampleResponse(status: number, method: string): SipResponse {
  const headers = new SipHeaders()
    .copyFrom(sampleRequest(method).headers, 'via', 'from', 'call-id', 'cseq')
    .set('to', '<sip:bob@192.0.2.9>;tag=b');
  return new SipResponse(status, 'Whatever', headers);
}
