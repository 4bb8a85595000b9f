import { useComputedColorScheme } from '@mantine/core';
import type { CallPeaks } from '@parley/contract';
import { useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { formatDuration } from '../../../format/number.ts';
import { pageNonce } from '../../../theme/nonce.ts';
import { usePlayback, useThePlayback } from './playback.ts';
import classes from './Recording.module.css';

const SIDE_HEIGHT = 52;
const STEP_S = 5;

/** The person above, the agent below. Clicking and dragging seeks; so do the arrows, as in any slider. */
export default function Waveform({ peaks: { peaks, duration } }: { peaks: CallPeaks }) {
  const playback = useThePlayback();
  const container = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  // The tokens have other values in another scheme.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const token = (name: string) => getComputedStyle(element).getPropertyValue(name);
    const side = (color: string) => ({
      height: SIDE_HEIGHT,
      waveColor: token(`--waveform-${color}`),
      progressColor: token(`--waveform-${color}-played`),
    });
    const drawing = WaveSurfer.create({
      container: element,
      media: playback.audio,
      peaks,
      duration,
      splitChannels: [side('person'), side('agent')],
      barWidth: 2,
      barGap: 1,
      barRadius: 2,
      barMinHeight: 1,
      // Telephone audio is quiet.
      normalize: true,
      cursorColor: token('--mantine-color-text'),
      cursorWidth: 1,
      dragToSeek: true,
      cspNonce: pageNonce,
    });
    return () => drawing.destroy();
  }, [playback, peaks, duration, scheme]);

  const second = usePlayback(({ positionS }) => Math.floor(positionS));
  return (
    <div
      ref={container}
      className={classes.drawing}
      role="slider"
      tabIndex={0}
      aria-label="Position in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={second}
      aria-valuetext={`${formatDuration(second)} of ${formatDuration(duration)}`}
      onKeyDown={({ key }) => {
        if (key === 'Home') playback.seek(0);
        if (key === 'End') playback.seek(duration);
        if (key === 'PageUp') playback.skip(STEP_S);
        if (key === 'PageDown') playback.skip(-STEP_S);
      }}
    />
  );
}
