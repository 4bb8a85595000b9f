import type { InviteAdmission } from './admission/invite-admission.ts';
import type { IncomingCall } from './calls/call.ts';
import type { CallEnvironment } from './calls/call-environment.ts';
import { refuseReplacement } from './calls/replacement.ts';
import { UasCall } from './calls/uas-call.ts';
import { CAPABILITY_HEADERS, refuseMethod } from './capabilities.ts';
import { createResponse, type ResponseParts } from './messages/create-response.ts';
import type { SipRequest } from './messages/message.ts';
import { type Replaces, replacesOf } from './messages/replaces.ts';
import type { Registrar } from './registrar/registrar.ts';
import { screen } from './screening.ts';
import type { StatelessResponder } from './stateless-responder.ts';
import type { RefusedRequest } from './transports/message-transport.ts';
import type { Hop } from './transports/transport.ts';

/** When a caller may try again that the limits have refused: most peaks are over by then. */
const RETRY_LATER = { 'Retry-After': '2' }; // seconds

/**
 * The core of RFC 3261 section 8.2. State is made for what needs it, calls and requests in their dialogs; everything else is
 * answered out of the request alone.
 */
export class UserAgentServer {
  readonly #environment: CallEnvironment;
  readonly #responder: StatelessResponder;
  readonly #admission: InviteAdmission | null;
  readonly #onInvite: (call: IncomingCall) => void;
  readonly #registrar: Registrar | null;
  rejected = 0;
  unanswered = 0;

  constructor(
    environment: CallEnvironment,
    responder: StatelessResponder,
    admission: InviteAdmission | null,
    onInvite: (call: IncomingCall) => void,
    registrar: Registrar | null = null,
  ) {
    this.#registrar = registrar;
    this.#environment = environment;
    this.#responder = responder;
    this.#admission = admission;
    this.#onInvite = onInvite;
  }

  /** A request that no transaction knows. */
  receive(request: SipRequest, source: Hop): void {
    const refusal = screen(request, this.#environment.sessionTimers, this.#registrar !== null);
    if (refusal) this.#reject(request, source, refusal.status, refusal);
    else if (this.#registrar && request.method === 'REGISTER') this.#registrar.receive(request, source);
    else if (request.method === 'CANCEL') this.#receiveCancel(request, source);
    else if (request.toTag !== null) this.#receiveInDialog(request, source);
    else if (request.method === 'INVITE') this.#receiveInvite(request, source);
    else if (request.method === 'OPTIONS')
      this.#responder.respond(request, source, 200, { headers: CAPABILITY_HEADERS });
    else this.#reject(request, source, 481); // BYE, INFO and UPDATE have no place outside a dialog
  }

  /** A request that is malformed, or that the gate would not have taken up. */
  refuse({ request, problem, verdict, bytes }: RefusedRequest, source: Hop): void {
    const { status, ...parts } = this.#refusalOf(request, problem, verdict);
    const mostBytes = verdict === 'untrusted' ? bytes : Number.POSITIVE_INFINITY;
    if (this.#responder.respondBriefly(request, source, status, mostBytes, parts)) this.rejected += 1;
    else this.unanswered += 1;
  }

  #refusalOf(
    request: SipRequest,
    problem: RefusedRequest['problem'],
    verdict: RefusedRequest['verdict'],
  ): { status: number } & ResponseParts {
    // RFC 4475 section 3.1.2.18: a method that nothing is known of decides, before what its request looks like.
    const method = refuseMethod(request.method);
    if (problem) return method?.status === 501 ? method : problem;
    if (verdict === 'too_large') return { status: 513 };
    if (verdict === 'overload') return { status: 503, headers: RETRY_LATER };
    const refusal = screen(request, this.#environment.sessionTimers);
    if (refusal) return refusal;
    const asksForCalls = request.method === 'INVITE' || request.method === 'OPTIONS'; // section 11.2: OPTIONS asks just that
    return { status: asksForCalls && request.toTag === null ? 403 : 481 };
  }

  #reject(request: SipRequest, source: Hop, status: number, parts: ResponseParts = {}): void {
    this.rejected += 1;
    this.#responder.respond(request, source, status, parts);
  }

  /** RFC 3261 section 9.2: 200 whenever the INVITE is known, even when it is answered already and nothing comes of it. */
  #receiveCancel(cancel: SipRequest, source: Hop): void {
    const { transactions } = this.#environment;
    const invite = transactions.cancelled(cancel);
    if (!invite) {
      this.#reject(cancel, source, 481);
      return;
    }
    const parts = invite.toTag === null ? {} : { toTag: invite.toTag };
    transactions.accept(cancel, source).respond(createResponse(cancel, 200, parts));
    invite.onCancel();
  }

  #receiveInDialog(request: SipRequest, source: Hop): void {
    const { dialogs, transactions } = this.#environment;
    const owner = dialogs.find(request);
    if (owner) owner.receive(request, transactions.accept(request, source));
    else this.#reject(request, source, 481);
  }

  #receiveInvite(request: SipRequest, source: Hop): void {
    const { transactions, identifiers } = this.#environment;
    if (transactions.isMerged(request)) {
      this.#reject(request, source, 482);
      return;
    }
    const replaces = replacesOf(request);
    if (replaces !== null) {
      this.#receiveReplacing(request, source, replaces);
      return;
    }
    const verdict = this.#admission?.judge() ?? 'accept';
    if (verdict === 'overload') this.#reject(request, source, 503, { headers: RETRY_LATER });
    if (verdict !== 'accept') return;
    const transaction = transactions.acceptInvite(request, source);
    this.#admission?.add(transaction);
    transaction.respond(createResponse(request, 100));
    const call = new UasCall(this.#environment, request, transaction, identifiers.tag(), source);
    call.start();
    this.#onInvite(call);
  }

  /**
   * RFC 3891 section 3. Only the peer of the dialog may ask for it, from whichever of its hosts (section 9): a trunk replaces none of another one.
   */
  #receiveReplacing(request: SipRequest, source: Hop, replaces: Replaces | 'malformed'): void {
    if (replaces === 'malformed') {
      this.#reject(request, source, 400);
      return;
    }
    const { dialogs, transactions, isSamePeer } = this.#environment;
    const owner = dialogs.findReplaced(replaces);
    const dialog = owner?.replaceable(replaces.remoteTag) ?? null;
    const isOfPeer = dialog !== null && isSamePeer(dialog.peer, source);
    const refusal = refuseReplacement(dialog?.phase ?? null, { isOfPeer, earlyOnly: replaces.earlyOnly });
    if (refusal !== null) this.#reject(request, source, refusal);
    else
      owner!.replaceBy({ invite: request, transaction: transactions.acceptInvite(request, source), source, replaces });
  }
}
