import { Button, TextInput } from '@mantine/core';
import { Whisper } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { FormProblem } from '../../../components/FormProblem.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useContractForm } from '../../../components/use-contract-form.ts';
import classes from './LiveCall.module.css';
import { callEventsQuery } from './page-queries.ts';
import { useWhisper } from './use-whisper.ts';

interface WhisperFormProps {
  callId: string;
  isAnswered: boolean;
}

/** A hint for the agent that the person does not hear; below it those that were given. */
export function WhisperForm({ callId, isAnswered }: WhisperFormProps) {
  const form = useContractForm(Whisper, { text: '' });
  const whisper = useWhisper(callId, { onWhispered: form.reset, onError: form.refuse });
  return (
    <form onSubmit={form.onSubmit((values) => whisper.mutate(values))} className={classes.whisper}>
      <TextInput
        label="Whisper to the agent"
        description={
          isAnswered
            ? 'A hint that the caller does not hear. An agent with a built-in script says the words after “say:”.'
            : 'Available when the call has been answered.'
        }
        placeholder="Offer Friday at ten instead"
        disabled={!isAnswered}
        className={classes.hint}
        {...form.getInputProps('text')}
        onBlur={() => {}}
      />
      <Button type="submit" variant="default" disabled={!isAnswered} loading={whisper.isPending}>
        Whisper
      </Button>
      <FormProblem error={whisper.error} form={form} />
      <Given callId={callId} />
    </form>
  );
}

function Given({ callId }: { callId: string }) {
  const events = useQuery(callEventsQuery(callId)).data?.data ?? [];
  const given = events.flatMap((event) =>
    event.event === 'call.control' && event.data.action === 'whispered' ? [event] : [],
  );
  if (given.length === 0) return null;
  return (
    <ul className={classes.given} aria-label="Hints that were given">
      {given.map(({ id, data }) => (
        <li key={id}>
          <TimeText at={Math.floor(data.at)} style="clock" /> {data.text}
        </li>
      ))}
    </ul>
  );
}
