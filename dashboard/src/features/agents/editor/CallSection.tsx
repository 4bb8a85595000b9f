import { SegmentedControl, Stack, Switch, TagsInput, Text, Textarea } from '@mantine/core';
import { ExtractionField } from './ExtractionField.tsx';
import { partsOf, useEditorForm } from './editor-context.ts';
import { Section } from './Section.tsx';

/** What surrounds the conversation: voicemail, recording, results, and whether the agent is on. */
export function CallSection() {
  const { settings, set, problemAt } = useEditorForm();
  const voicemail = partsOf(settings, 'voicemail');
  const recording = partsOf(settings, 'recording');
  const leavesMessage = voicemail.action === 'message';
  const outcomes = Array.isArray(settings.outcomes) ? settings.outcomes.map(String) : [];
  const message = typeof voicemail.message === 'string' ? voicemail.message : '';
  return (
    <Section title="Calls">
      <Stack gap={4} align="flex-start">
        <Text size="sm" fw={500} id="voicemail-label">
          When a voicemail answers
        </Text>
        <SegmentedControl
          aria-labelledby="voicemail-label"
          data={[
            { value: 'hangup', label: 'Hang up' },
            { value: 'message', label: 'Leave a message' },
          ]}
          value={leavesMessage ? 'message' : 'hangup'}
          onChange={(action) => set('voicemail', { ...voicemail, action })}
        />
      </Stack>
      {leavesMessage && (
        <Textarea
          label="Message"
          description="Said after the beep."
          autosize
          minRows={2}
          maxRows={8}
          value={message}
          error={message === '' ? 'Write what shall be left.' : problemAt('voicemail.message')}
          onChange={({ currentTarget: { value } }) =>
            set('voicemail', { ...voicemail, message: value === '' ? null : value })
          }
        />
      )}
      <TagsInput
        label="Outcomes"
        description="Your own labels for the result of a call, such as booked. Press Enter after each."
        value={outcomes}
        error={problemAt('outcomes') ?? outcomeProblem(outcomes, problemAt)}
        onChange={(value) => set('outcomes', value)}
      />
      <ExtractionField />
      <Switch
        label="Record the calls"
        checked={recording.enabled === true}
        onChange={(event) => set('recording', { enabled: event.currentTarget.checked })}
      />
      <Switch
        label="Active"
        description="When off, the agent places and answers no calls. You can still test it here."
        checked={settings.status === 'active'}
        onChange={(event) => set('status', event.currentTarget.checked ? 'active' : 'inactive')}
      />
    </Section>
  );
}

function outcomeProblem(outcomes: string[], problemAt: (path: string) => string | undefined): string | undefined {
  const index = outcomes.findIndex((_, at) => problemAt(`outcomes.${at}`) !== undefined);
  return index < 0 ? undefined : `${outcomes[index]}: ${problemAt(`outcomes.${index}`)}`;
}
