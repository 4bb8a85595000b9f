import type { ErrorBody, ErrorCode } from '@parley/contract';

/** What the operator did wrong, in words that say what to do. It needs nothing of what a service needs. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly body: ErrorBody;

  /** @param param the word, option or variable that is wrong. */
  constructor(code: ErrorCode, message: string, param?: string) {
    super(message);
    this.body = { error: { code, message, ...(param === undefined ? {} : { param }) } };
  }
}
