import { VisuallyHidden } from '@mantine/core';
import type { LiveTool, TranscriptTurn } from '@parley/contract';
import classes from './LiveTranscript.module.css';
import { NOT_UNDERSTOOD } from './not-understood.ts';
import { runningToolWords, toolTurnWords } from './tool-words.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

interface LiveTranscriptProps {
  turns: readonly TranscriptTurn[];
  /** Tools that the agent uses now. */
  running: readonly LiveTool[];
  /** What the caller is saying, not yet a turn. */
  hearing: string;
  /** What the two are called. */
  names: { agent: string; user: string };
}

/** What is said, as it is said. It follows its end unless the reader has scrolled back. */
export function LiveTranscript({ turns, running, hearing, names }: LiveTranscriptProps) {
  const { ref, onScroll } = useStickToEnd(turns.length + running.length, hearing);
  return (
    <section
      ref={ref}
      onScroll={onScroll}
      className={classes.log}
      role="log"
      aria-label="Transcript"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by the keyboard too
      tabIndex={0}
    >
      {turns.map((turn) => (
        <div key={`${turn.role} ${turn.start}`} className={classes.turn} data-role={turn.role}>
          {turn.role !== 'tool' && <span className={classes.who}>{names[turn.role]}</span>}
          {turn.role === 'tool' ? toolTurnWords(turn) : turn.unintelligible ? NOT_UNDERSTOOD : turn.text}
          {turn.interrupted && (
            <span className={classes.cut}>
              {' …'}
              <VisuallyHidden>interrupted</VisuallyHidden>
            </span>
          )}
        </div>
      ))}
      {running.map(({ tool, start }) => (
        <div key={`${tool.name} ${start}`} className={classes.turn} data-role="tool">
          {runningToolWords(tool.name)}
        </div>
      ))}
      {hearing !== '' && (
        <div className={classes.turn} data-role="user" data-partial aria-hidden="true">
          <span className={classes.who}>{names.user}</span>
          {hearing}
        </div>
      )}
    </section>
  );
}
