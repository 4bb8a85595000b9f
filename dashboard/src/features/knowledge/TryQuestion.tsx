import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type DocumentPassage, type DocumentSearch, SearchDocuments } from '@parley/contract';
import type { FormEvent } from 'react';
import { FormProblem } from '../../components/FormProblem.tsx';
import { TextLink } from '../../components/links.ts';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { useContractForm } from '../../components/use-contract-form.ts';
import { formatShare } from '../../format/number.ts';
import classes from './TryQuestion.module.css';
import { useSearchDocuments } from './use-search-documents.ts';

interface TryQuestionProps {
  /** Look in these alone; left out: in all. */
  documentIds?: string[];
}

/** What an agent would be given when a caller asks this. */
export function TryQuestion({ documentIds }: TryQuestionProps) {
  const form = useContractForm<SearchDocuments>(SearchDocuments, { query: '' });
  const search = useSearchDocuments(form.refuse);
  const submit = form.onSubmit((body) =>
    search.mutate({ ...body, ...(documentIds !== undefined && { document_ids: documentIds }) }),
  );
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.stopPropagation();
        submit(event);
      }}
    >
      <Stack gap="sm">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label="Question"
            placeholder="What does a caller ask?"
            {...form.getInputProps('query')}
          />
          <Button type="submit" variant="default" loading={search.isPending}>
            Ask
          </Button>
        </Group>
        <FormProblem error={search.error} form={form} />
        {search.data && <Found found={search.data} />}
      </Stack>
    </form>
  );
}

function Found({ found: { data, method } }: { found: DocumentSearch }) {
  if (data.length === 0) {
    return (
      <Text size="sm" role="status">
        Nothing matches. The agent would say that it does not know.
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {data.length === 1 ? 'This passage is' : `These ${data.length} passages are`} found{' '}
        {method === 'text' ? 'by their words' : 'by their words and by their meaning'}, the best first.
      </Text>
      <ol className={classes.passages} aria-label="Passages that were found">
        {data.map((passage) => (
          <Passage key={`${passage.document_id} ${passage.passage}`} passage={passage} />
        ))}
      </ol>
    </>
  );
}

function Passage({ passage: { document_id: id, name, heading, text, score, passage } }: { passage: DocumentPassage }) {
  return (
    <li className={classes.passage}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }} miw={0}>
          <TextLink to="/knowledge" search={{ document: id }} fw={500} fz="sm" underline="always">
            {name}
          </TextLink>
          <Text span c="dimmed" size="sm">
            {heading === null ? ` · passage ${passage}` : ` · ${heading}`}
          </Text>
        </Text>
        <StatusBadge tone={toneOf(score)}>{formatShare(Math.round(100 * score) / 100)} fits</StatusBadge>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={`Passage ${passage} of ${name}`}>
        {text}
      </section>
    </li>
  );
}

const toneOf = (score: number): Tone => (score >= 0.5 ? 'good' : score >= 0.2 ? 'warning' : 'neutral');
