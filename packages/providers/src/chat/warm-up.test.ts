import { expect, test } from 'vitest';
import { warmUpLanguageModels } from './warm-up.ts';

test('warming up needs no server, and fails when the SDK does not understand the answer', async () => {
  await expect(warmUpLanguageModels()).resolves.toBeUndefined();
});
