import { byeText, callDescription } from './far-end-text.ts';
import { Retransmission } from './retransmission.ts';
import type { SilentMedia } from './silent-media.ts';
import { branchOf, headerOf, mediaAddressOf, responseTo, type SipMessage, uriOf, userOf } from './sip-message.ts';

/** What a callee does. Milliseconds; `Infinity`: never by itself. */
export interface Behaviour {
  /** Nothing at all is answered for so long, so that the INVITE is repeated (timer A: after 500 ms). */
  silentMs: number;
  provisional: 100 | 180 | 183;
  ringMs: number;
  /** The final response after the ringing: 200, or a refusal. */
  final: number;
  /** From the answer until the callee hangs up. */
  talkMs: number;
}

type Ending = 'hung up on' | 'hung up' | 'canceled' | 'refused' | 'never acknowledged';

/** What the far end saw of one INVITE. Times in milliseconds since 1970. */
export interface SeenCall {
  sipCallId: string;
  /** The number in its From. */
  caller: string;
  number: string;
  invitedMs: number;
  /** The 200 left. */
  answeredMs: number | null;
  /** The first ACK of the 200. */
  acknowledgedMs: number | null;
  /** The callee was through with it: refused, hung up, or was hung up on. Null: still there. */
  endedMs: number | null;
  ending: Ending | null;
  /** The final response. */
  status: number | null;
}

/** One callee in one call: a UAS core with its server transactions (RFC 3261, sections 13.3, 15 and 17.2). */
export class FarEndCall {
  readonly seen: SeenCall;
  /** Branches of its INVITEs: a second one is a second dial, even under the same Call-ID. */
  readonly branches: Set<string>;
  readonly #invite: SipMessage;
  readonly #behaviour: Behaviour;
  readonly #media: SilentMedia;
  readonly #send: (text: string) => void;
  readonly #ownAddress: string;
  readonly #tag = crypto.randomUUID();
  readonly #timers = new Set<NodeJS.Timeout>();
  #lastResponse: string | null = null;
  readonly #final: Retransmission;
  readonly #bye: Retransmission;

  constructor(
    invite: SipMessage,
    options: { behaviour: Behaviour; media: SilentMedia; ownAddress: string; send: (text: string) => void },
  ) {
    this.#invite = invite;
    this.#behaviour = options.behaviour;
    this.#media = options.media;
    this.#ownAddress = options.ownAddress;
    this.#send = options.send;
    this.#final = new Retransmission(options.send);
    this.#bye = new Retransmission(options.send);
    this.branches = new Set([branchOf(invite)]);
    this.seen = {
      sipCallId: headerOf(invite, 'call-id'),
      caller: userOf(uriOf(headerOf(invite, 'from'))),
      number: userOf(invite.uri),
      invitedMs: Date.now(),
      answeredMs: null,
      acknowledgedMs: null,
      endedMs: null,
      ending: null,
      status: null,
    };
    this.#after(this.#behaviour.silentMs, () => this.#ring());
  }

  get isOpen(): boolean {
    return this.seen.endedMs === null;
  }

  /** It has been spoken to, and it is quiet now. */
  get hasHeardWords(): boolean {
    return this.#media.hasHeard(this);
  }

  /** The same INVITE once more gets what it got before. */
  onInviteRepeated(invite: SipMessage): void {
    this.branches.add(branchOf(invite));
    if (this.#lastResponse !== null) this.#send(this.#lastResponse);
  }

  onReinvite(invite: SipMessage): void {
    this.#send(
      responseTo(invite, {
        status: 200,
        tag: this.#tag,
        headers: [this.#contact],
        body: callDescription(this.#media.port),
      }),
    );
  }

  onAck(): void {
    this.#final.stop();
    if (this.seen.answeredMs === null || this.seen.acknowledgedMs !== null) return;
    this.seen.acknowledgedMs = Date.now();
  }

  onCancel(cancel: SipMessage): void {
    this.#send(responseTo(cancel, { status: 200, tag: this.#tag }));
    if (this.seen.status === null) this.refuse(487, 'canceled');
  }

  onBye(bye: SipMessage): void {
    this.#send(responseTo(bye, { status: 200, tag: this.#tag }));
    this.#final.stop();
    this.#bye.stop();
    this.#over('hung up on');
  }

  /** Of our BYE: whatever it says, 481 included, the dialog is gone there, too. */
  onByeAnswered(): void {
    this.#bye.stop();
  }

  answer(): void {
    if (this.seen.status !== null) return;
    this.seen.status = 200;
    this.seen.answeredMs = Date.now();
    const caller = mediaAddressOf(this.#invite.body);
    if (caller) this.#media.join(this, caller);
    this.#respond(200, [this.#contact], callDescription(this.#media.port));
    // RFC 3261, section 13.3.1.4: without an ACK the session is ended with BYE.
    this.#final.start(this.#lastResponse!, () => this.hangUp('never acknowledged'));
    this.#after(this.#behaviour.talkMs, () => this.hangUp());
  }

  refuse(status: number, ending: Ending = 'refused'): void {
    if (this.seen.status !== null) return;
    this.seen.status = status;
    this.#over(ending);
    this.#respond(status);
    this.#final.start(this.#lastResponse!);
  }

  hangUp(ending: Ending = 'hung up'): void {
    if (this.seen.answeredMs === null || this.seen.endedMs !== null) return;
    this.#over(ending);
    this.#final.stop();
    const bye = byeText(this.#invite, { tag: this.#tag, ownAddress: this.#ownAddress });
    this.#send(bye);
    this.#bye.start(bye);
  }

  close(): void {
    this.#media.leave(this);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#final.stop();
    this.#bye.stop();
  }

  #ring(): void {
    if (this.seen.status !== null) return;
    const { provisional, ringMs, final } = this.#behaviour;
    this.#respond(
      provisional,
      provisional === 100 ? [] : [this.#contact],
      provisional === 183 ? callDescription(this.#media.port) : '',
    );
    this.#after(ringMs, () => (final === 200 ? this.answer() : this.refuse(final)));
  }

  #over(ending: Ending): void {
    this.#media.leave(this);
    if (this.seen.endedMs !== null) return;
    this.seen.endedMs = Date.now();
    this.seen.ending = ending;
  }

  #respond(status: number, headers: string[] = [], body = ''): void {
    this.#lastResponse = responseTo(this.#invite, { status, tag: this.#tag, headers, body });
    this.#send(this.#lastResponse);
  }

  #after(delayMs: number, action: () => void): void {
    if (delayMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delayMs);
    this.#timers.add(timer);
  }

  get #contact(): string {
    return `Contact: <sip:${this.seen.number}@${this.#ownAddress}>`;
  }
}
