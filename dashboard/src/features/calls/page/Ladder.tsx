import { VisuallyHidden } from '@mantine/core';
import type { LadderMessage } from '@parley/contract';
import { formatTime } from '../../../format/time.ts';
import classes from './Ladder.module.css';
import { ladderLabel } from './ladder-label.ts';

/** The messages of a call as a ladder: Parley on the left, the other side on the right. Each opens to be read. */
export function Ladder({ messages }: { messages: LadderMessage[] }) {
  const startS = messages[0]?.at ?? 0;
  const peers = [...new Set(messages.map(({ peer }) => peer))];
  return (
    <div className={classes.ladder}>
      <div className={classes.ends} aria-hidden="true">
        <span>Parley</span>
        <span>{peers.length === 1 ? peers[0] : 'Other side'}</span>
      </div>
      <ol className={classes.messages} aria-label="Messages">
        {messages.map((message, index) => (
          <li key={index} className={classes.message} data-direction={message.direction} data-tone={toneOf(message)}>
            <details>
              <summary className={classes.summary}>
                <time className={classes.time} title={formatTime(message.at, 'second')}>
                  +{(message.at - startS).toFixed(3)} s
                </time>
                <span className={classes.arrow}>
                  <span className={classes.label}>
                    <VisuallyHidden>{spokenDirection(message)}</VisuallyHidden>
                    {ladderLabel(message)}
                    {message.repeated > 0 && <span className={classes.times}> × {message.repeated + 1}</span>}
                  </span>
                </span>
              </summary>
              {peers.length > 1 && <p className={classes.peer}>{message.peer}</p>}
              {message.unsent !== null && <p className={classes.peer}>Not sent: {message.unsent}</p>}
              {/* It scrolls, so the keyboard has to reach it. */}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
              <pre className={classes.text} tabIndex={0}>
                {message.message}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The label says itself what was not sent. */
function spokenDirection({ direction, unsent }: LadderMessage): string {
  if (unsent !== null) return '';
  return direction === 'sent' ? 'Sent: ' : 'Received: ';
}

function toneOf({ start_line: line, unsent }: LadderMessage): 'bad' | 'good' | 'neutral' {
  if (unsent !== null) return 'bad';
  const status = Number(/^SIP\/2\.0 (\d{3})/.exec(line)?.[1] ?? 0);
  if (status >= 400) return 'bad';
  return status >= 200 && status < 300 ? 'good' : 'neutral';
}
