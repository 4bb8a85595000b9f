import type { TranscriptTurn } from '@parley/contract';
import { formatDuration } from '../../../format/number.ts';
import { isHold, isTakeOver } from '../../live/take-over-turn.ts';
import { toolWords } from '../../live/tool-words.ts';
import { UsedTool } from '../../live/UsedTool.tsx';
import classes from './Transcript.module.css';

/** What the agent did, or a colleague in its place. */
export function ToolUse({ turn }: { turn: TranscriptTurn }) {
  const { tool, text, start, end } = turn;
  if (isTakeOver(turn))
    return <p className={classes.text}>Talked in the place of the agent until {formatDuration(end)}.</p>;
  if (isHold(turn)) return <p className={classes.text}>The person was on hold until {formatDuration(end)}.</p>;
  if (!tool) return <p className={classes.text}>{text}</p>;
  return (
    <UsedTool
      words={toolWords(tool)}
      given={tool.arguments}
      result={tool.result ?? ''}
      hasFailed={tool.error === true}
      tookMs={Math.round(1000 * (end - start))}
    />
  );
}
