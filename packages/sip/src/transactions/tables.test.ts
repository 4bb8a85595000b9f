import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleRequest, sampleResponse, TransactionHarness, UDP_HOP } from '../testing/transaction-harness.ts';
import { InviteClientTransaction, inviteClientTable } from './invite-client.ts';
import { InviteServerTransaction, inviteServerTable } from './invite-server.ts';
import { NonInviteClientTransaction, nonInviteClientTable } from './non-invite-client.ts';
import { NonInviteServerTransaction, nonInviteServerTable } from './non-invite-server.ts';

type AnyTable = Record<string, Record<string, { next: string; effects: readonly string[] }>>;

const tables: [string, AnyTable, string][] = [
  ['INVITE client', inviteClientTable, 'calling'],
  ['non-INVITE client', nonInviteClientTable, 'trying'],
  ['INVITE server', inviteServerTable, 'proceeding'],
  ['non-INVITE server', nonInviteServerTable, 'trying'],
];

function reachable(table: AnyTable, from: string): Set<string> {
  const seen = new Set([from]);
  for (const state of seen) for (const { next } of Object.values(table[state] ?? {})) seen.add(next);
  return seen;
}

describe.each(tables)('table of the %s transaction', (_name, table, initial) => {
  it('reaches every state, and the end from every state', () => {
    expect(reachable(table, initial)).toEqual(new Set(Object.keys(table)));
    for (const state of Object.keys(table)) expect(reachable(table, state)).toContain('terminated');
  });

  it('does nothing once it is terminated', () => {
    for (const transition of Object.values(table.terminated ?? {})) {
      expect(transition).toEqual({ next: 'terminated', effects: [] });
    }
  });

  it('hands over last, as the receiver may act at once', () => {
    for (const row of Object.values(table)) {
      for (const { effects } of Object.values(row)) {
        const handedOver = effects.findIndex((effect) => /^(deliver|report)/.test(effect));
        if (handedOver >= 0) expect(handedOver).toBe(effects.length - 1);
      }
    }
  });
});

type Step = { status: number } | 'wait' | 'error' | 'repeat' | 'ack';

const steps = fc.array(
  fc.oneof(
    fc.record({ status: fc.constantFrom(100, 180, 200, 202, 302, 404, 486, 503, 603) }),
    fc.constantFrom<Step>('wait', 'error', 'repeat', 'ack'),
  ),
  { maxLength: 30 },
);

/** Runs a transaction through any history; afterwards nothing may be left of it. */
function run(history: Step[], harness: TransactionHarness, act: (step: Step) => void): void {
  for (const step of history) {
    if (step === 'wait') harness.clock.advance(700);
    else if (step === 'error') harness.failAttempt(new Error('no route'));
    else act(step);
  }
}

describe('any history of a client transaction', () => {
  it.each(['INVITE', 'BYE'])('of %s ends in silence after at most one verdict', (method) => {
    fc.assert(
      fc.property(steps, (history) => {
        const harness = new TransactionHarness();
        const Machine = method === 'INVITE' ? InviteClientTransaction : NonInviteClientTransaction;
        const { environment, user, onTerminated } = harness;
        const transaction = new Machine(environment, sampleRequest(method), UDP_HOP, user, onTerminated);
        transaction.start();
        run(history, harness, (step) => {
          if (typeof step === 'object') transaction.receive(sampleResponse(step.status, method));
        });
        transaction.receive(sampleResponse(408, method));
        harness.clock.advance(100_000);

        expect(harness.terminated).toBe(true);
        expect(harness.clock.pending).toBe(0);
        const verdicts = harness.heardWhat().filter((what) => !what.startsWith('1'));
        const [, ...later] = verdicts;
        expect(verdicts).not.toEqual([]);
        expect(later.filter((what) => method !== 'INVITE' || !what.startsWith('2'))).toEqual([]);

        const sent = harness.sent.length;
        const heard = harness.heard.length;
        transaction.receive(sampleResponse(200, method));
        harness.clock.advance(100_000);
        expect(harness.sent).toHaveLength(sent);
        expect(harness.heard).toHaveLength(heard);
      }),
      { numRuns: 300 },
    );
  });
});

describe('any history of a server transaction', () => {
  it.each(['INVITE', 'BYE'])('of %s sends one final response at most, and ends', (method) => {
    fc.assert(
      fc.property(steps, (history) => {
        const harness = new TransactionHarness();
        const { environment, onTerminated } = harness;
        const _request = sampleRequest(method);
        const transaction =
          method === 'INVITE'
            ? new InviteServerTransaction(environment, UDP_HOP, { onAck: () => {} }, onTerminated)
            : new NonInviteServerTransaction(environment, UDP_HOP, onTerminated);
        run(history, harness, (step) => {
          if (typeof step === 'object') transaction.respond(sampleResponse(step.status, method));
          else if (step === 'repeat') transaction.receive();
          else if (step === 'ack' && transaction instanceof InviteServerTransaction) {
            transaction.receiveAck(sampleRequest('ACK'));
          }
        });
        transaction.respond(sampleResponse(500, method));
        harness.clock.advance(100_000);

        expect(harness.terminated).toBe(true);
        expect(harness.clock.pending).toBe(0);
        const finals = new Set(harness.sent.map(({ what }) => what).filter((what) => !what.startsWith('1')));
        const successes = method === 'INVITE' && [...finals].every((what) => what.startsWith('2'));
        if (!successes) expect(finals.size).toBe(1);
      }),
      { numRuns: 300 },
    );
  });
});
