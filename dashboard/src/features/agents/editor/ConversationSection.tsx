import { Input, NumberInput, SegmentedControl, SimpleGrid } from '@mantine/core';
import { partsOf, useEditorForm } from './editor-context.ts';
import { Section } from './Section.tsx';

const turnTaking = [
  [
    'endpointing_ms',
    'Silence that ends a turn',
    'A shorter time gives faster answers, but interrupts callers more often.',
    50,
  ],
  ['interruption_ms', 'Speech that interrupts', 'How long the caller has to speak before the agent stops talking.', 50],
  ['reminder_ms', 'Silence before a reminder', 'Then the agent asks whether the caller is still there.', 500],
  ['end_ms', 'Silence that ends the call', 'After the last reminder.', 500],
] as const;

const waitings = [
  { value: 'phrases', label: 'More words' },
  { value: 'silence', label: 'Silence' },
  { value: 'music', label: 'Music' },
];

/** Manners: whose turn it is, and how long. */
export function ConversationSection() {
  const { settings, set, problemAt } = useEditorForm();
  const turns = partsOf(settings, 'turn_taking');
  const numberOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : '');
  return (
    <Section title="Conversation">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {turnTaking.map(([part, label, description, step]) => (
          <NumberInput
            key={part}
            label={label}
            description={description}
            suffix=" ms"
            step={step}
            thousandSeparator=","
            value={numberOf(turns[part])}
            error={problemAt(`turn_taking.${part}`)}
            onChange={(value) => set('turn_taking', { ...turns, [part]: value })}
          />
        ))}
        <NumberInput
          label="Longest call"
          description="Then the agent says goodbye."
          suffix=" s"
          step={60}
          thousandSeparator=","
          value={numberOf(settings.max_duration)}
          error={problemAt('max_duration')}
          onChange={(value) => set('max_duration', value)}
        />
        <NumberInput
          label="Ring time"
          description="After this time an unanswered call ends."
          suffix=" s"
          step={5}
          value={numberOf(settings.ring_timeout)}
          error={problemAt('ring_timeout')}
          onChange={(value) => set('ring_timeout', value)}
        />
      </SimpleGrid>
      <Input.Wrapper
        label="While the caller waits"
        labelElement="div"
        labelProps={{ id: 'waiting-label' }}
        description="If an answer takes long, the agent says “One moment, please.” Choose the background sound."
        error={problemAt('waiting')}
      >
        <SegmentedControl
          mt={6}
          aria-labelledby="waiting-label"
          data={waitings}
          value={waitings.some(({ value }) => value === settings.waiting) ? String(settings.waiting) : 'phrases'}
          onChange={(value) => set('waiting', value)}
        />
      </Input.Wrapper>
    </Section>
  );
}
