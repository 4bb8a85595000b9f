import { PhoneNumber } from '@parley/contract';
import { CommandError } from './command-error.ts';

/** A number that was typed; nothing of it is normalised. */
export function phoneNamed(text: string): string {
  const phone = PhoneNumber.safeParse(text);
  if (phone.success) return phone.data;
  throw new CommandError('invalid_request', `${text}: ${phone.error.issues[0]!.message}`, 'number');
}
