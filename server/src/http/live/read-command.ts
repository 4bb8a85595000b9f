import { type LiveCommand, liveCommands } from '@parley/contract';
import { RequestError } from '../../kernel/request-error.ts';
import { validated } from '../../kernel/validation.ts';
import { refuseUnstorableText } from '../body/storable-text.ts';

/** Thrown for what no client of ours sends: the socket closes. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** A text message as a command. A RequestError names what is wrong with its fields. */
export function readCommand(text: string): LiveCommand {
  const value = parsed(text);
  const { type } = value as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(liveCommands, type)) {
    throw new RequestError('invalid_request', `type: must be one of ${Object.keys(liveCommands).join(', ')}`, {
      param: 'type',
    });
  }
  refuseUnstorableText(value);
  return validated(liveCommands[type as LiveCommand['type']], value);
}

function parsed(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedMessage('a text message is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedMessage('a text message is no JSON object');
  }
  return value;
}
