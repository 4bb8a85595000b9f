import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { ZoneSelect } from '../../../components/ZoneSelect.tsx';
import { readerZone } from '../../../format/reader.ts';
import { formatTime } from '../../../format/time.ts';
import type { StepProps } from './draft.ts';
import { StepButtons } from './StepButtons.tsx';
import { unixSecondsAt, wallTimeAt } from './zoned-time.ts';

const HOUR_S = 3600;

/** Now, or at a time in a zone. */
export function TimeStep({ draft, change, next, back }: StepProps) {
  const zone = draft.at?.timeZone ?? readerZone();
  const atS = draft.at === null ? null : unixSecondsAt(draft.at.wallTime, zone);
  const isPast = atS !== null && atS < Date.now() / 1000 - 60;
  const problem =
    draft.at === null ? null : atS === null ? 'Choose a day and a time' : isPast ? 'This time is past' : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack>
        <Radio.Group
          label="When do the calls begin?"
          value={draft.at === null ? 'now' : 'later'}
          onChange={(value) =>
            change({
              at:
                value === 'now'
                  ? null
                  : { wallTime: wallTimeAt(Math.ceil(Date.now() / 1000 / HOUR_S + 1) * HOUR_S, zone), timeZone: zone },
            })
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio value="now" label="Now, as soon as I confirm" />
            <Radio value="later" label="Later" />
          </Stack>
        </Radio.Group>
        {draft.at !== null && (
          <>
            <Group align="start" grow preventGrowOverflow={false} wrap="wrap">
              <TextInput
                type="datetime-local"
                label="Day and time"
                miw={220}
                value={draft.at.wallTime}
                onChange={({ currentTarget }) => change({ at: { timeZone: zone, wallTime: currentTarget.value } })}
                error={problem}
              />
              <ZoneSelect
                label="Time zone"
                value={zone}
                onChange={(value) => value !== null && change({ at: { ...draft.at!, timeZone: value } })}
              />
            </Group>
            <div role="status">{atS !== null && <ShownTime atS={atS} />}</div>
          </>
        )}
        <Text size="sm" c="dimmed">
          People have a right to be called at decent hours: mind where they live.
        </Text>
      </Stack>
      <StepButtons back={back} disabled={problem !== null} />
    </form>
  );
}

/** The same moment for the reader, and for everybody. */
export function ShownTime({ atS }: { atS: number }) {
  const utc = `${new Date(atS * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <Text size="sm">
      For you: <b>{formatTime(atS)}</b> ({readerZone()}) · {utc}
    </Text>
  );
}
