import { ActionIcon, Alert, Button, Group, Menu, Select, Skeleton, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { formatDuration } from '../../../format/number.ts';
import { peaksQuery } from './page-queries.ts';
import { usePlayback, useThePlayback } from './playback.ts';
import classes from './Recording.module.css';
import { pathOf } from './recording-path.ts';

/** The library that draws it is as large as the rest of the page. */
const Waveform = lazy(() => import('./Waveform.tsx'));

interface RecordingProps {
  callId: string;
  mixedUrl: string;
  stereoUrl: string | null;
}

const SKIP_S = 5;
const speeds = ['0.75', '1', '1.25', '1.5', '2'];

/** The recording of a call, with the shape of both sides. Space plays it, the arrows skip. */
export function Recording({ callId, mixedUrl, stereoUrl }: RecordingProps) {
  const playback = useThePlayback();
  const peaks = useQuery(peaksQuery(callId));
  const hasFailed = usePlayback((recording) => recording.hasFailed);
  useEffect(() => playback.load(pathOf(mixedUrl)), [playback, mixedUrl]);
  const onKey = (act: () => void) => (event: KeyboardEvent) => {
    if (!isForThePage(event)) return;
    event.preventDefault();
    act();
  };
  useHotkeys([
    ['space', onKey(() => playback.toggle()), { preventDefault: false }],
    ['ArrowLeft', onKey(() => playback.skip(-SKIP_S)), { preventDefault: false }],
    ['ArrowRight', onKey(() => playback.skip(SKIP_S)), { preventDefault: false }],
  ]);
  return (
    <section aria-label="Recording" className={classes.recording}>
      {hasFailed && (
        <Alert color="red" icon={<Icon name="warning" />} role="alert" mb="sm">
          The recording cannot be played. It may have been deleted; reload the page to look again.
        </Alert>
      )}
      <div className={classes.waveform}>
        {peaks.data && peaks.data.duration > 0 ? (
          <Suspense fallback={<Skeleton height={112} data-loading-lines />}>
            <Waveform peaks={peaks.data} />
          </Suspense>
        ) : (
          <Skeleton height={112} animate={peaks.isPending} data-loading-lines={peaks.isPending || undefined} />
        )}
      </div>
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <PlayButton />
          <Position durationS={peaks.data?.duration ?? null} />
        </Group>
        <Group gap="xs">
          <Select
            aria-label="Speed"
            size="xs"
            w={80}
            allowDeselect={false}
            data={speeds.map((speed) => ({ value: speed, label: `${speed}×` }))}
            defaultValue="1"
            onChange={(speed) => {
              playback.rate = Number(speed ?? 1);
            }}
          />
          <DownloadMenu callId={callId} mixedUrl={mixedUrl} stereoUrl={stereoUrl} />
        </Group>
      </Group>
    </section>
  );
}

/** Keys of a button, a field or a dialog are theirs. */
function isForThePage({ target }: KeyboardEvent): boolean {
  return !(
    target instanceof Element && target.closest('button, a, input, textarea, select, [role="dialog"], [role="tab"]')
  );
}

function PlayButton() {
  const playback = useThePlayback();
  const isPlaying = usePlayback((recording) => recording.isPlaying);
  return (
    <Tooltip label={isPlaying ? 'Pause (space)' : 'Play (space)'}>
      <ActionIcon
        size="lg"
        radius="xl"
        variant="filled"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space"
        onClick={() => playback.toggle()}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </ActionIcon>
    </Tooltip>
  );
}

function Position({ durationS }: { durationS: number | null }) {
  const position = usePlayback(({ positionS }) => formatDuration(positionS));
  return (
    <span className={classes.position}>
      {position} / {durationS === null ? '–' : formatDuration(durationS)}
    </span>
  );
}

function DownloadMenu({ callId, mixedUrl, stereoUrl }: RecordingProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Icon name="download" size={14} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={pathOf(mixedUrl)} download={`${callId}.wav`}>
          Both sides mixed (WAV)
        </Menu.Item>
        {stereoUrl !== null && (
          <Menu.Item component="a" href={pathOf(stereoUrl)} download={`${callId}-stereo.wav`}>
            Person left, agent right (WAV)
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
