import type { CallPhase, LiveTool, TranscriptTurn } from '@parley/contract';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { RunningTool } from '../../live/RunningTool.tsx';
import classes from './LiveCall.module.css';
import transcriptClasses from './Transcript.module.css';
import { Turn } from './Turn.tsx';

interface LiveTranscriptProps {
  turns: readonly TranscriptTurn[];
  /** Tools that the agent uses now. */
  running: readonly Pick<LiveTool, 'tool' | 'start'>[];
  /** What the person is saying, as far as it is understood. */
  hearing: string;
  phase: CallPhase;
}

const waiting: Partial<Record<CallPhase, string>> = {
  queued: 'The call waits for a free slot …',
  dialing: 'Dialing …',
  ringing: 'Ringing …',
  ending: 'Hanging up …',
};

/** Pixels from the end within which the reader is taken to follow it. */
const NEAR_END = 48;

/** What is being said. It stays at the end, unless the reader has scrolled back. Turns that are there are not drawn again. */
export function LiveTranscript({ turns, running, hearing, phase }: LiveTranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [turns, running, hearing]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div className={classes.transcript} ref={box} tabIndex={0} role="log" aria-label="What is being said">
      <SpokenTurns turns={turns} />
      {running.map(({ tool, start }) => (
        <div key={`${tool.name} ${start}`} className={classes.running}>
          <RunningTool tool={tool} />
        </div>
      ))}
      {hearing !== '' && (
        <p className={classes.hearing} aria-hidden="true">
          <span className={classes.hearer}>Person</span> {hearing} …
        </p>
      )}
      {turns.length + running.length === 0 && hearing === '' && (
        <p className={classes.waiting}>{waiting[phase] ?? 'Nothing has been said yet.'}</p>
      )}
    </div>
  );
}

/** Apart, so that it is not looked through again with every word that is understood. */
const SpokenTurns = memo(function SpokenTurns({ turns }: { turns: readonly TranscriptTurn[] }) {
  return (
    <ol className={transcriptClasses.turns}>
      {turns.map((turn) => (
        <Turn key={`${turn.start} ${turn.role}`} turn={turn} />
      ))}
    </ol>
  );
});
