import { Text } from '@mantine/core';
import type { CallDetail, TranscriptTurn } from '@parley/contract';
import { formatDuration, formatMs } from '../../../format/number.ts';
import { usePlayback, useThePlayback } from './playback.ts';
import classes from './ResponseTimes.module.css';
import { type Stage, scaleOf, stageWords } from './response-stages.ts';

type Answered = TranscriptTurn & { response: NonNullable<TranscriptTurn['response']> };

interface ResponseTimesProps {
  turns: readonly TranscriptTurn[];
  latency: CallDetail['latency'];
}

/** Where the time went between the end of the person's speech and the agent's first audio, turn by turn. */
export function ResponseTimes({ turns, latency }: ResponseTimesProps) {
  const answered = turns.filter((turn): turn is Answered => turn.response !== undefined);
  if (answered.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        No response was measured: the agent has answered nothing that the person said.
      </Text>
    );
  }
  const scale = scaleOf(answered.map(({ response }) => response));
  return (
    <div className={classes.responses}>
      {latency && (
        <Text size="sm" c="dimmed">
          Half of the {latency.turns === 1 ? 'responses' : `${latency.turns} responses`} took{' '}
          {formatMs(latency.turn_p50_ms)} or less, 19 of 20 took {formatMs(latency.turn_p95_ms)} or less: from the end
          of the person’s speech to the agent’s first audio.
        </Text>
      )}
      <ul className={classes.legend}>
        {(Object.keys(stageWords) as Stage[]).map((stage) => (
          <li key={stage} data-stage={stage}>
            <span className={classes.swatch} aria-hidden="true" />
            {stageWords[stage].name}: {stageWords[stage].meaning}
            {stageLatency(latency, stage)}
          </li>
        ))}
      </ul>
      <ol className={classes.rows}>
        {answered.map((turn) => (
          <Row key={turn.start} turn={turn} scale={scale} />
        ))}
      </ol>
    </div>
  );
}

/** How long a stage took over the call. */
function stageLatency(latency: CallDetail['latency'], stage: Stage): string {
  const figures = latency?.stages.find((one) => one.stage === stage);
  return figures ? `, half within ${formatMs(figures.p50_ms)}, 19 of 20 within ${formatMs(figures.p95_ms)}` : '';
}

interface RowProps {
  turn: Answered;
  scale: { fromMs: number; toMs: number };
}

function Row({ turn, scale }: RowProps) {
  const playback = useThePlayback();
  const canPlay = usePlayback(({ audio }) => audio.src !== '');
  const { response, start, text } = turn;
  const widthMs = scale.toMs - scale.fromMs;
  const percent = (ms: number) => `${((ms - scale.fromMs) / widthMs) * 100}%`;
  const described = response.stages.map(
    ({ stage, start_ms, end_ms }) => `${stageWords[stage].name} ${start_ms} to ${end_ms} ms`,
  );
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        {canPlay ? (
          <button type="button" className={classes.time} onClick={() => playback.playFrom(start)}>
            {formatDuration(start)}
          </button>
        ) : (
          <span className={classes.time}>{formatDuration(start)}</span>
        )}
        <span className={classes.text}>{text}</span>
      </div>
      <div className={classes.lanes} role="img" aria-label={`${response.response_ms} ms: ${described.join(', ')}`}>
        <span className={classes.zero} style={{ left: percent(0) }} />
        {response.stages.map(({ stage, start_ms, end_ms }) => (
          <span key={stage} className={classes.lane} data-stage={stage}>
            <span
              className={classes.bar}
              title={`${stageWords[stage].name}: ${formatMs(end_ms - start_ms)}`}
              style={{ left: percent(start_ms), width: `${(Math.max(0, end_ms - start_ms) / widthMs) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <span className={classes.total}>
        {formatMs(response.response_ms)}
        {response.speculated && <small>prepared ahead</small>}
      </span>
    </li>
  );
}
