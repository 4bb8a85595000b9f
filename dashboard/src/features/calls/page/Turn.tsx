import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { TranscriptTurn } from '@parley/contract';
import { type MouseEvent, memo } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { formatDuration, formatMs } from '../../../format/number.ts';
import { Sources } from '../../live/Sources.tsx';
import { isHold, isTakeOver } from '../../live/take-over-turn.ts';
import { ToolUse } from './ToolUse.tsx';
import classes from './Transcript.module.css';
import { textOf } from './turn-text.ts';

interface TurnProps {
  turn: TranscriptTurn;
  isCurrent?: boolean;
  /** Plays from this position, in seconds; left out where there is no recording. */
  onSeek?: (positionS: number) => void;
}

const speakers = { agent: 'Agent', user: 'Person', tool: 'Tool' } as const;

export const Turn = memo(
  function Turn({ turn, isCurrent = false, onSeek }: TurnProps) {
    const { role, start } = turn;
    const seek = (event: MouseEvent) => {
      // A link, and what unfolds, does something of its own.
      if ((event.target as Element).closest('a, summary, [data-result]')) return;
      // A click that ends a selection is meant for copying.
      if (window.getSelection()?.isCollapsed !== false) onSeek?.(start);
    };
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same by keyboard
      <li
        className={classes.turn}
        data-role={role}
        data-current={isCurrent || undefined}
        data-seeks={onSeek !== undefined || undefined}
        aria-current={isCurrent}
        onClick={seek}
      >
        <span className={classes.meta}>
          <span className={classes.speaker}>{isTakeOver(turn) || isHold(turn) ? 'Colleague' : speakers[role]}</span>
          {onSeek ? (
            <UnstyledButton className={classes.time} aria-label={`Play from ${formatDuration(start)}`}>
              {formatDuration(start)}
            </UnstyledButton>
          ) : (
            <span className={classes.time}>{formatDuration(start)}</span>
          )}
        </span>
        <div className={classes.content}>{role === 'tool' ? <ToolUse turn={turn} /> : <Words turn={turn} />}</div>
      </li>
    );
  },
  // `onSeek` is made anew with each drawing, and does the same.
  (before, after) => before.turn === after.turn && before.isCurrent === after.isCurrent,
);

function Words({ turn }: { turn: TranscriptTurn }) {
  const { heard, unheard } = textOf(turn);
  return (
    <>
      <p className={classes.text}>
        {heard}
        {unheard !== '' && (
          <>
            {' '}
            <VisuallyHidden>Written, but not heard:</VisuallyHidden>
            <s
              className={classes.unheard}
              title="Written by the model, but not heard: the person spoke before it was said"
            >
              {unheard}
            </s>
          </>
        )}
      </p>
      {(turn.interrupted || turn.response) && (
        <p className={classes.notes}>
          {turn.interrupted && (
            <span className={classes.interrupted}>
              <Icon name="interrupted" size={13} /> Interrupted
            </span>
          )}
          {turn.response && (
            <span>
              Responded in {formatMs(turn.response.response_ms)}
              {turn.response.speculated && ', prepared ahead'}
            </span>
          )}
        </p>
      )}
      {turn.sources && turn.sources.length > 0 && (
        <p className={classes.notes}>
          <Sources sources={turn.sources} />
        </p>
      )}
    </>
  );
}
