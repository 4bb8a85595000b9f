import type { Model, ModelList, Voice, VoiceList } from '@parley/contract';

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);

/** What a provider has, in words, and why its lists could not be read. */
export function offersOf(
  name: string,
  voices: Pick<VoiceList, 'data' | 'failures'>,
  models: Pick<ModelList, 'data' | 'failures'>,
): { words: string; failures: string[] } {
  const isOf = ({ provider }: Voice | Model | { provider: string }) => provider === name;
  const listed = models.data.filter(isOf);
  const ofKind = (kind: Model['kind']) => listed.filter((model) => model.kind === kind).length;
  const failures = [...voices.failures, ...models.failures].filter(isOf).map(({ message }) => message);
  return {
    words: [
      ...counted(ofKind('transcriber'), 'recognizer'),
      ...counted(ofKind('language'), 'language model'),
      ...counted(voices.data.filter(isOf).length, 'voice'),
    ].join(', '),
    failures: [...new Set(failures)],
  };
}
