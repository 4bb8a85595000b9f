import { Alert } from '@mantine/core';
import type { CallDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useLive } from '../../live/use-live.ts';
import { useCan } from '../../session/use-session.ts';
import { type EventTurns, eventTurns } from './event-turns.ts';
import classes from './LiveCall.module.css';
import { LiveControls } from './LiveControls.tsx';
import { LiveTranscript } from './LiveTranscript.tsx';
import { callEventsQuery } from './page-queries.ts';
import { WhisperForm } from './WhisperForm.tsx';

/** A call that is not over: what is being said, and what one can do about it. */
export function LiveCall({ call }: { call: CallDetail }) {
  const live = useLive();
  const mayAct = useCan('calls:write');
  const isListening = live.state.connection === 'open' && live.connection !== null && !live.state.hasEnded;
  const fromEvents = useEventTurns(call.call_id);
  const { turns, running } = isListening ? live.state : fromEvents;
  return (
    <section aria-label="Live call" className={classes.live}>
      <LiveControls call={call} live={live} isListening={isListening} mayAct={mayAct} />
      {live.state.problem !== null && (
        <Alert color="yellow" icon={<Icon name="warning" />} role="alert">
          {live.state.problem}
        </Alert>
      )}
      <LiveTranscript
        turns={turns}
        running={running}
        hearing={isListening ? live.state.hearing : ''}
        phase={call.phase}
      />
      {mayAct && (
        <WhisperForm callId={call.call_id} isAnswered={call.phase === 'talking' || call.phase === 'transferring'} />
      )}
    </section>
  );
}

/** The turns and tools that events have reported. */
function useEventTurns(callId: string): EventTurns {
  const events = useQuery(callEventsQuery(callId)).data?.data;
  return useMemo(() => eventTurns(events ?? []), [events]);
}
