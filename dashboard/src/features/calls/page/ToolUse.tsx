import { Code } from '@mantine/core';
import type { TranscriptTurn } from '@parley/contract';
import { Icon } from '../../../components/Icon.tsx';
import { formatDuration, formatMs } from '../../../format/number.ts';
import { isTakeOver } from '../../live/take-over-turn.ts';
import { argumentWords, resultText, toolWords } from '../../live/tool-words.ts';
import classes from './Transcript.module.css';

/** A result that is longer is folded. */
const SHORT = 120;

/** What the agent did, or a colleague in its place. */
export function ToolUse({ turn }: { turn: TranscriptTurn }) {
  const { tool, text, start, end } = turn;
  if (isTakeOver(turn))
    return <p className={classes.text}>Talked in the place of the agent until {formatDuration(end)}.</p>;
  if (!tool) return <p className={classes.text}>{text}</p>;
  const given = Object.entries(tool.arguments);
  const tookMs = Math.round(1000 * (end - start));
  return (
    <div className={classes.tool} data-failed={tool.error}>
      <p className={classes.text}>
        <Icon name={tool.error ? 'warning' : 'wrench'} size={14} /> {toolWords(turn)}
        {tookMs > 0 && <span className={classes.took}> in {formatMs(tookMs)}</span>}
      </p>
      {given.length > 0 && (
        <dl className={classes.arguments} aria-label="Arguments">
          {given.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{argumentWords(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {tool.result !== undefined && tool.result !== '' && <Result text={tool.result} />}
    </div>
  );
}

function Result({ text }: { text: string }) {
  const shown = resultText(text);
  if (shown.length <= SHORT && !shown.includes('\n')) return <p className={classes.result}>{shown}</p>;
  return (
    <details data-result className={classes.folded}>
      <summary>What it gave</summary>
      <Code block tabIndex={0} aria-label="Result">
        {shown}
      </Code>
    </details>
  );
}
