import { describe, expect, it } from 'vitest';
import { linesOf, personaFor } from './personas.ts';

describe('personaFor', () => {
  it.each([
    ['+12025550101', 'talker'],
    ['+12025550102', 'busy'],
    ['+12025550103', 'no-answer'],
    ['+12025550104', 'voicemail'],
    ['+12025550105', 'decliner'],
    ['+12025550106', 'quitter'],
    ['+12025550107', 'interrupter'],
    ['+12025550108', 'menu'],
    ['+12025550109', 'objector'],
    ['+12025550110', 'silent'],
    ['+12025550111', 'noisy'],
    ['+12025550112', 'lossy'],
    ['+12025550113', 'long-ringer'],
    ['+12025550114', 'clinger'],
    ['+12025550115', 'untransferable'],
    ['+12025550116', 'transfer-decliner'],
  ])('%s reaches the %s', (number, name) => expect(personaFor(number).name).toBe(name));

  it.each(['12025550104', '2025550104'])('takes %s without its prefix', (number) =>
    expect(personaFor(number).name).toBe('voicemail'),
  );

  it.each(['+12025550100', '+12025550199', '+4930123456', '', '+120255501040', 'sip-user', '+12025551102'])(
    '%j reaches the talker',
    (number) => expect(personaFor(number).name).toBe('talker'),
  );
});

describe('linesOf', () => {
  it('names each line once, with the prompt', () => {
    const lines = linesOf(personaFor('+12025550101'));
    expect(lines).toContain('hello');
    expect(lines).toContain('hello are you there');
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('knows what follows a menu', () => {
    expect(linesOf(personaFor('+12025550108'))).toContain('hello this is support how can i help you');
  });

  it.each(['+12025550102', '+12025550103', '+12025550105', '+12025550110'])('%s has nothing to say', (number) =>
    expect(linesOf(personaFor(number))).toEqual([]),
  );
});
