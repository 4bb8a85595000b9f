import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface ToolForm<Values> {
  values: Values;
  set: (change: Partial<Values>) => void;
  /** What is wrong at a path; nothing before the form was to be kept for the first time. */
  errorAt: (path: string) => string | undefined;
  problems: Readonly<Record<string, string>>;
  /** For the form's element: keeps what is right, else shows what is wrong and goes there. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form that is looked at as a whole: whatever is typed changes what is wrong elsewhere. */
export function useToolForm<Values>(
  initial: Values,
  problemsOf: (values: Values) => Record<string, string>,
  onKeep: (values: Values) => void,
): ToolForm<Values> {
  const [values, setValues] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const latest = useRef(values);
  const problems = problemsOf(values);
  return {
    values,
    problems,
    set: (change) => {
      latest.current = { ...latest.current, ...change };
      setValues(latest.current);
    },
    errorAt: (path) => (isSubmitted ? problems[path] : undefined),
    submit: (event) => {
      event.preventDefault();
      if (Object.keys(problems).length === 0) return onKeep(values);
      const form = event.currentTarget;
      flushSync(() => setSubmitted(true));
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    },
  };
}
