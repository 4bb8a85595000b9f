import { RequestError } from '../kernel/request-error.ts';

/** A mistake in a script; lines and columns count from 1. */
interface Mistake {
  line: number;
  column: number;
  message: string;
}

/** Lists the mistakes of the script in a prompt: none for prose, which is no script. */
export type CheckScript = (prompt: string) => Mistake[];

/** The brain that reads scripts. Every other model takes the same words for prose. */
const SCRIPTED_MODEL = 'builtin/script';

/** A wrong script is an error when it is saved, not in the call. Only what is being set is checked. */
export function refuseBrokenScript(
  given: { model?: string | undefined; prompt?: string | undefined },
  stored: { model: string; prompt: string } | null,
  check: CheckScript,
): void {
  const [first, ...others] = scriptMistakes(given, stored, check);
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const message = `The script has a mistake in line ${first.line}, column ${first.column}: ${first.message}${more}.`;
  throw new RequestError('unprocessable', message, { param: 'prompt' });
}

/** What is wrong with the script that is being set; nothing where another model reads the prompt. */
export function scriptMistakes(
  given: { model?: string | undefined; prompt?: string | undefined },
  stored: { model: string; prompt: string } | null,
  check: CheckScript,
): Mistake[] {
  if (given.model === undefined && given.prompt === undefined) return [];
  const model = given.model ?? stored?.model ?? SCRIPTED_MODEL;
  return model === SCRIPTED_MODEL ? check(given.prompt ?? stored?.prompt ?? '') : [];
}
