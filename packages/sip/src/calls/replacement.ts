import { Dialog } from '../dialogs/dialog.ts';
import type { ReplacingInvite } from '../dialogs/dialog-registry.ts';
import type { CallEvent } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import type { Session } from './session.ts';

export interface ReplacementUser {
  /** Makes a session of the call with this dialog; its events go to `emit`. */
  openSession(dialog: Dialog, emit: (event: CallEvent) => void): Session;
  emit(event: CallEvent): void;
  /** The call goes on in this session. */
  onTaken(session: Session, localTag: string): void;
}

/**
 * Offers a call another peer (RFC 3891): to the application it is a change of the session, which it answers or refuses. Once it
 * is answered the call goes on in the new dialog, and the one that was replaced gets BYE (section 3).
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
  const session = user.openSession(dialog, (event) => {
    if (event.type !== 'reinvited' || isTaken) {
      if (isTaken) user.emit(event);
      return;
    }
    const answer = (sdp: string) => {
      isTaken = true;
      user.onTaken(session, localTag);
      event.answer(sdp);
      replaced.bye(() => {});
      user.emit({ type: 'dialog', dialog: dialog.state });
    };
    user.emit({ ...event, answer });
  });
  session.receiveReplacing(invite, transaction);
  return session;
}
