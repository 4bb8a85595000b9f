import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { formatMs } from '../../format/number.ts';
import { argumentWords, resultText } from './tool-words.ts';
import classes from './UsedTool.module.css';

/** A result that is longer is folded. */
const SHORT = 120;

interface UsedToolProps {
  /** What it did, in words. */
  words: string;
  given: Record<string, unknown>;
  /** Empty: there is none. */
  result: string;
  hasFailed: boolean;
  /** 0: it was not measured. */
  tookMs: number;
  children?: ReactNode;
}

/** The use of a tool with what it was given, what it gave, and how long it took. */
export function UsedTool({ words, given, result, hasFailed, tookMs, children }: UsedToolProps) {
  const values = Object.entries(given);
  return (
    <div className={classes.tool} data-failed={hasFailed || undefined}>
      <p className={classes.words}>
        <Icon name={hasFailed ? 'warning' : 'wrench'} size={14} /> {words}
        {tookMs > 0 && <span className={classes.took}> in {formatMs(tookMs)}</span>}
      </p>
      {values.length > 0 && (
        <dl className={classes.arguments} aria-label="Arguments">
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{argumentWords(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {result !== '' && <Result text={result} />}
      {children}
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
