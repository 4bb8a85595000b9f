import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sidewaysPx } from './watched-page.ts';

/**
 * What axe finds that is serious. No page has a frame, so that no result has to be put together: a third of the time
 * (`setLegacyMode`). What axe loads ahead of time for a waveform's shadow tree is a style that the page's policy refuses.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.html}`));
}

/** The page has no serious finding, and is no wider than its window. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has no contrast yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  expect(await seriousFindings(page)).toEqual([]);
  expect(await sidewaysPx(page)).toBe(0);
}
