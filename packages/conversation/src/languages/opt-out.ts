import { cachedVerdict } from './cached-verdict.ts';
import type { LanguagePack } from './language-pack.ts';
import { Writing } from './writing.ts';

/**
 * Whether the callee asks never to be called again, in any of these languages: the right to it does not depend on the
 * language that the agent speaks.
 */
export function optOutJudge(packs: readonly LanguagePack[]): (text: string) => boolean {
  const judges = packs.map((pack) => {
    const writing = new Writing(pack);
    const matches = writing.matcher(pack.optOut);
    return (text: string): boolean => matches(writing.key(text));
  });
  return cachedVerdict((text) => judges.some((judge) => judge(text)));
}
