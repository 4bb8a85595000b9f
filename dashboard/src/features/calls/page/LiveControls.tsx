import type { CallDetail } from '@parley/contract';
import { useState } from 'react';
import { confirm } from '../../../components/confirm.ts';
import { formatPhone } from '../../../format/phone.ts';
import type { Live } from '../../live/use-live.ts';
import { personOf } from '../call-words.ts';
import { AgentControl } from './AgentControl.tsx';
import { Control } from './Control.tsx';
import { HoldControl } from './HoldControl.tsx';
import { LevelMeter } from './LevelMeter.tsx';
import classes from './LiveCall.module.css';
import { TransferModal } from './TransferModal.tsx';
import { useHangUp } from './use-hang-up.ts';

interface LiveControlsProps {
  call: CallDetail;
  live: Live;
  isListening: boolean;
  mayAct: boolean;
}

/** Browsers give the microphone to pages of https and localhost only. */
const hasMicrophone = window.isSecureContext && navigator.mediaDevices !== undefined;

export function LiveControls({ call, live, isListening, mayAct }: LiveControlsProps) {
  const hangUp = useHangUp(call.call_id);
  const isConnecting = live.connection !== null && live.state.connection === 'connecting';
  const isAnswered = call.phase === 'talking' || call.phase === 'transferring';
  const person = personOf(call);
  const name = person === null ? 'the person' : formatPhone(person);
  return (
    <div className={classes.controls}>
      {isListening ? (
        <>
          <LevelMeter connection={live.connection} />
          <Control icon="stop" onClick={live.stop}>
            Stop listening
          </Control>
        </>
      ) : (
        <Control
          icon="speaker"
          variant="filled"
          loading={isConnecting}
          onClick={() => live.start({ type: 'listen', call_id: call.call_id })}
        >
          Listen in
        </Control>
      )}
      {mayAct && <Floor live={live} isListening={isListening} isAnswered={isAnswered} person={name} />}
      {mayAct && <HoldControl call={call} person={name} />}
      {mayAct && <AgentControl call={call} person={name} />}
      {mayAct && <Transfer call={call} person={name} />}
      {mayAct && (
        <Control
          icon="hangup"
          color="red"
          loading={hangUp.isPending}
          onClick={() =>
            confirm({
              title: `Hang up on ${name}?`,
              consequence: 'The call ends immediately. Its recording and transcript are kept.',
              action: 'Hang up',
              onConfirm: () => hangUp.mutate(),
            })
          }
        >
          Hang up
        </Control>
      )}
    </div>
  );
}

/** Hands the person over to a number. */
function Transfer({ call, person }: { call: CallDetail; person: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Control icon="calls" reason={reasonAgainstTransfer(call)} onClick={() => setOpen(true)}>
        Transfer
      </Control>
      {isOpen && (
        <TransferModal
          callId={call.call_id}
          person={person}
          isBridged={isBridged(call)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface FloorProps {
  live: Live;
  isListening: boolean;
  isAnswered: boolean;
  person: string;
}

/** Who talks with the person: the agent, this browser, or another user's. */
function Floor({ live, isListening, isAnswered, person }: FloorProps) {
  const [isMuted, setMuted] = useState(false);
  const { connection, state } = live;
  if (isListening && state.hasFloor) {
    return (
      <>
        <Control
          icon="microphone"
          onClick={() => {
            connection?.mute(!isMuted);
            setMuted(!isMuted);
          }}
        >
          {isMuted ? 'Unmute' : 'Mute'}
        </Control>
        <Control icon="agents" variant="filled" onClick={() => connection?.giveBack()}>
          Give back to the agent
        </Control>
        <span role="status" className={classes.floor}>
          {isMuted ? 'You have taken over and are muted.' : 'You have taken over: the person hears you.'}
        </span>
      </>
    );
  }
  const isTaken = isListening && state.holder === 'supervisor';
  return (
    <Control
      icon="microphone"
      reason={reasonAgainst({ isListening, isAnswered, isTaken })}
      onClick={() =>
        confirm({
          title: 'Take over the call?',
          consequence: `The agent stops talking, and ${person} hears your microphone until you give the call back.`,
          action: 'Take over',
          destructive: false,
          onConfirm: () => {
            setMuted(false);
            void connection?.takeOver();
          },
        })
      }
    >
      Take over
    </Control>
  );
}

/** Person and callee talk with each other, without the agent. */
const isBridged = ({ phase, transferred_to }: CallDetail) => phase === 'transferring' && transferred_to !== null;

/** A person who talks with another one already may be transferred to a further one. */
function reasonAgainstTransfer(call: CallDetail): string | null {
  const { phase } = call;
  if (phase === 'talking' || isBridged(call)) return null;
  return phase === 'transferring' ? 'The call is already being transferred.' : 'The call has not been answered yet.';
}

function reasonAgainst(now: { isListening: boolean; isAnswered: boolean; isTaken: boolean }): string | null {
  if (!hasMicrophone) {
    return 'Browsers only allow the microphone on https:// pages and on localhost. Open Parley at such an address.';
  }
  if (!now.isAnswered) return 'The call has not been answered yet.';
  if (now.isTaken) return 'Another user has taken over this call.';
  return now.isListening ? null : 'Listen in first, to know what is being said.';
}
