import { Dialog } from '../dialogs/dialog.ts';
import type { DialogPhase, ReplacingInvite } from '../dialogs/dialog-registry.ts';
import type { CallEvent } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import type { Session } from './session.ts';

export interface ReplacementUser {
  /** Makes a session of the call with this dialog; its events go to `emit`. */
  openSession(dialog: Dialog, emit: (event: CallEvent) => void): Session;
  emit(event: CallEvent): void;
  /** The call goes on in this session. Returns the one that it had; null: it had not been answered, and its INVITE is cancelled. */
  onTaken(session: Session, localTag: string): Session | null;
}

/**
 * RFC 3891 section 3: the status that an INVITE with Replaces is refused with; null: it is not. `phase` null: there is no such
 * dialog. An early dialog is replaced by our callee alone: a call of the peer's is not answered by the peer.
 */
export function refuseReplacement(
  phase: DialogPhase | null,
  { isOfPeer, earlyOnly }: { isOfPeer: boolean; earlyOnly: boolean },
): 481 | 403 | 603 | 486 | null {
  if (phase === null || phase === 'early_of_peer') return 481;
  if (!isOfPeer) return 403;
  if (phase === 'ending') return 603;
  return phase === 'established' && earlyOnly ? 486 : null;
}

/**
 * Offers a call another peer (RFC 3891): to the application it is a change of the session, which it answers or refuses. Once it
 * is answered the call goes on in the new dialog, and the one that was replaced gets BYE (section 3). A call that was not
 * answered before is answered with it.
 */
export function offerReplacement(
  environment: CallEnvironment,
  replaced: Session,
  { invite, transaction, source }: ReplacingInvite,
  user: ReplacementUser,
): Session {
  const localTag = environment.identifiers.tag();
  transaction.toTag = localTag;
  const dialog = Dialog.ofCallee(invite, localTag, source, replaced.dialog.authenticator);
  const { destination, tlsName = destination.tlsName } = replaced.dialog.state;
  if (tlsName !== undefined) dialog.useTlsName(tlsName);
  let isTaken = false;
  /** Of an offer of ours in the 2xx: it comes with the ACK. */
  let isAnswerAwaited = false;
  const announceAnswer = (sdp: string | null) => {
    isAnswerAwaited = sdp === null;
    if (sdp !== null) user.emit({ type: 'answered', sdp, dialog: dialog.state });
  };
  const session = user.openSession(dialog, (event) => {
    if (event.type !== 'reinvited' || isTaken) {
      if (isTaken) user.emit(event);
      if (isAnswerAwaited && event.type === 'reinvited') announceAnswer(event.sdp);
      return;
    }
    const answer = (sdp: string) => {
      isTaken = true;
      const before = user.onTaken(session, localTag);
      event.answer(sdp);
      before?.bye(() => {});
      if (before) user.emit({ type: 'dialog', dialog: dialog.state });
      else announceAnswer(event.sdp);
    };
    user.emit({ ...event, answer });
  });
  session.receiveReplacing(invite, transaction);
  return session;
}
