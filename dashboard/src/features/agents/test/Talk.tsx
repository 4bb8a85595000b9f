import { Text } from '@mantine/core';
import type { TranscriptTurn, TurnSource } from '@parley/contract';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formatMs } from '../../../format/number.ts';
import { Sources } from '../../live/Sources.tsx';
import classes from './Talk.module.css';

/** The talk, growing downwards; the newest turn stays in view unless the reader has scrolled up. */
export function Talk({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // After each growth, before it is painted.
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  });
  return (
    <div
      ref={box}
      className={classes.talk}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {children}
    </div>
  );
}

type TurnResponse = NonNullable<TranscriptTurn['response']>;

interface WordsProps {
  who: 'agent' | 'user';
  text: string;
  interrupted?: boolean;
  /** How fast the agent answered with it. */
  response?: TurnResponse | undefined;
  /** What it may come from. */
  sources?: readonly TurnSource[];
}

export function Words({ who, text, interrupted = false, response, sources = [] }: WordsProps) {
  return (
    <div className={classes.words} data-who={who}>
      <Text size="xs" c="dimmed">
        {who === 'agent' ? 'Agent' : 'Caller'}
        {response && ` · after ${formatMs(response.response_ms)}`}
      </Text>
      <Text size="sm" className={classes.text}>
        {text}
        {interrupted && ' …'}
      </Text>
      {interrupted && (
        <Text size="xs" c="dimmed">
          Interrupted here
        </Text>
      )}
      {sources.length > 0 && (
        <Text size="xs" c="dimmed" component="p" m={0}>
          <Sources sources={sources} />
        </Text>
      )}
      {response && <Stages response={response} />}
    </div>
  );
}

/** Where the time to an answer went, as a bar and in words. */
function Stages({ response: { stages, response_ms: whole } }: { response: TurnResponse }) {
  const words = stages.map(({ stage, start_ms, end_ms }) => `${stage} ${formatMs(Math.max(0, end_ms - start_ms))}`);
  return (
    <div className={classes.stages} role="img" aria-label={`Stages: ${words.join(', ')}`} title={words.join('\n')}>
      {stages.map(({ stage, start_ms: start, end_ms: end }) => (
        <span
          key={stage}
          data-stage={stage}
          style={{
            left: `${(100 * Math.max(0, start)) / Math.max(1, whole)}%`,
            width: `${Math.max(1, (100 * (end - Math.max(0, start))) / Math.max(1, whole))}%`,
          }}
        />
      ))}
    </div>
  );
}
