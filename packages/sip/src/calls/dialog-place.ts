import type { Dialog } from '../dialogs/dialog.ts';
import type { DialogOwner, ReplacingInvite } from '../dialogs/dialog-registry.ts';
import type { CallEvent } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { offerReplacement } from './replacement.ts';
import type { Session } from './session.ts';

export interface DialogPlaceUser {
  /** Makes a session of the call with this dialog; its events go to `emit`. */
  openSession(dialog: Dialog, emit: (event: CallEvent) => void): Session;
  emit(event: CallEvent): void;
  /** The call goes on in this session. Returns the one that it had; null: its INVITE, which was not answered, is cancelled. */
  onTaken(session: Session): Session | null;
}

/** By which dialog requests find a call: the one of its INVITE, or one that has replaced it (RFC 3891). */
export class DialogPlace {
  readonly #environment: CallEnvironment;
  readonly #owner: DialogOwner;
  #callId: string;
  #localTag: string;
  #replacing: Session | null = null;

  constructor(environment: CallEnvironment, owner: DialogOwner, callId: string, localTag: string) {
    this.#environment = environment;
    this.#owner = owner;
    this.#callId = callId;
    this.#localTag = localTag;
  }

  register(): void {
    this.#environment.dialogs.add(this.#callId, this.#localTag, this.#owner);
  }

  /** One at a time: an earlier one that is not answered is refused. */
  replaceBy(replacing: ReplacingInvite, replaced: Session, user: DialogPlaceUser): void {
    this.#replacing?.close();
    this.#replacing = offerReplacement(this.#environment, replaced, replacing, {
      openSession: (dialog, emit) => user.openSession(dialog, emit),
      emit: (event) => user.emit(event),
      onTaken: (session, localTag) => {
        this.#environment.dialogs.remove(this.#callId, this.#localTag);
        this.#callId = session.dialog.state.callId;
        this.#localTag = localTag;
        this.register();
        return user.onTaken(session);
      },
    });
  }

  /** The call is over. Idempotent. */
  leave(): void {
    this.#replacing?.close();
    this.#environment.dialogs.remove(this.#callId, this.#localTag);
  }
}
