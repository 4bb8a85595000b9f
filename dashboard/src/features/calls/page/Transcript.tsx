import { Text } from '@mantine/core';
import type { TranscriptTurn } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { usePlayback, useThePlayback } from './playback.ts';
import classes from './Transcript.module.css';
import { Turn } from './Turn.tsx';
import { turnAt } from './turn-text.ts';

interface TranscriptProps {
  turns: readonly TranscriptTurn[];
  /** There is a recording to go to. */
  isRecorded: boolean;
}

/** What was said. It follows the recording, and a turn that is clicked is played. */
export function Transcript({ turns, isRecorded }: TranscriptProps) {
  const playback = useThePlayback();
  const current = usePlayback(({ positionS, isPlaying }) =>
    isPlaying || positionS > 0 ? turnAt(turns, positionS) : -1,
  );
  const isPlaying = usePlayback((recording) => recording.isPlaying);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isPlaying) list.current?.children[current]?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [current, isPlaying]);

  if (turns.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        Nothing was said.
      </Text>
    );
  }
  return (
    <ol className={classes.turns} ref={list} aria-label="Transcript">
      {turns.map((turn, index) => (
        <Turn
          key={`${turn.start} ${turn.role} ${turn.text.length}`}
          turn={turn}
          isCurrent={index === current}
          {...(isRecorded ? { onSeek: playback.playFrom.bind(playback) } : {})}
        />
      ))}
    </ol>
  );
}
