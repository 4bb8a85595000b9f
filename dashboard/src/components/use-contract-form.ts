import { useForm } from '@mantine/form';
import type { z } from 'zod';
import { isApiError } from '../api/api-error.ts';
import { typedPhone } from '../format/typed-phone.ts';
import { issueMessage } from './issue-message.ts';

/**
 * A form whose values are a body of the contract, checked by the contract's own schema. `refuse` shows what the
 * service objects to at its field: hand it to the mutation as `onError`. The interface takes phone numbers as + and
 * digits alone; the fields named in `phones` take them as people write them.
 */
export function useContractForm<Values extends Record<string, unknown>>(
  schema: z.ZodType<unknown, Values>,
  initialValues: Values,
  { phones = [] }: { phones?: readonly (keyof Values & string)[] } = {},
) {
  const complete = (values: Values) => withTypedPhones(values, phones);
  const form = useForm<Values>({
    initialValues,
    validate: (values) => problemsOf(schema, complete(values)),
    transformValues: complete,
    validateInputOnBlur: true,
  });
  const refuse = (error: unknown): void => {
    const path = fieldOf(error, form.getValues());
    if (path !== null) form.setFieldError(path, (error as Error).message);
  };
  return { ...form, refuse };
}

function withTypedPhones<Values extends Record<string, unknown>>(
  values: Values,
  phones: readonly (keyof Values & string)[],
): Values {
  const typed = phones.flatMap((field) => {
    const text = values[field];
    return typeof text === 'string' ? [[field, typedPhone(text)]] : [];
  });
  return { ...values, ...Object.fromEntries(typed) };
}

/** By path, `recipients.3.phone`, the first problem of each. */
export function problemsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values, { error: issueMessage });
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    problems[path.join('.')] ??= message.charAt(0).toUpperCase() + message.slice(1);
  }
  return problems;
}

/** The form's field that an error is about: `recipients[3].phone` is `recipients.3.phone` there; null when it has none. */
export function fieldOf(error: unknown, values: Record<string, unknown>): string | null {
  if (!isApiError(error) || error.param === null) return null;
  const path = error.param.replace(/\[(\d+)\]/g, '.$1');
  return path.split('.')[0]! in values ? path : null;
}
