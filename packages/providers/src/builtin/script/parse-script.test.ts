import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkScript } from './check-script.ts';
import { parseScript } from './parse-script.ts';

const SCRIPT = `You are Ava.
Say: hello is what she likes to write.

## Ask Day
# a comment
say: Which day, {{name}}?
capture new day: monday | tuesday -> done
hear: not sure
hear: what → again
else: Monday or Tuesday? -> done

## done
say: Good.
SAY: Goodbye.
end: success

## Anytime
hear: help -> ask-day
`;

describe('parseScript', () => {
  it('reads sections, branches and their destinations', () => {
    const { script, problems } = parseScript(SCRIPT)!;
    expect(problems).toEqual([]);
    expect(script.sections.map(({ name }) => name)).toEqual(['ask_day', 'done']);
    const [ask, done] = script.sections;
    expect(ask!.say).toEqual(['Which day, {{name}}?']);
    expect(ask!.branches).toEqual([
      {
        line: 7,
        column: 38,
        alternatives: ['monday', 'tuesday'],
        captures: 'new day',
        destination: { type: 'section', name: 'done' },
      },
      { line: 8, column: 1, alternatives: ['not sure'], captures: null, destination: { type: 'following' } },
      { line: 9, column: 14, alternatives: ['what'], captures: null, destination: { type: 'again' } },
    ]);
    expect(ask!.otherwise).toMatchObject({ text: 'Monday or Tuesday?', destination: { name: 'done' } });
    expect(done).toMatchObject({ say: ['Good.', 'Goodbye.'], outcome: 'success', otherwise: null });
    expect(script.anytime).toMatchObject([{ alternatives: ['help'], destination: { name: 'ask_day' } }]);
  });

  it('takes "else" with an arrow alone', () => {
    const { script } = parseScript('## a\nsay: x\nelse -> b\n## b\nend: success')!;
    expect(script.sections[0]!.otherwise).toMatchObject({ text: null, destination: { name: 'b' } });
  });

  it.each([
    '',
    'You are a helpful assistant that books tables.',
    '# Role\n## Personality\nYou are warm.\n## Rules\n- say: nothing rude\nEnd the call politely.',
    'say: this is in no section',
  ])('leaves prose alone: %j', (prose) => {
    expect(parseScript(prose)).toBeNull();
    expect(checkScript(prose)).toEqual([]);
  });

  it('reads anything without throwing, in time that grows with its length only', () => {
    const pieces = fc.constantFrom(
      '## ',
      'say:',
      'hear:',
      'capture x:',
      'else',
      'end:',
      '->',
      '|',
      '*',
      '{{',
      '\n',
      ' a ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
        checkScript(parts.join(''));
      }),
    );
    const started = performance.now();
    for (const hostile of [`## a${' '.repeat(1e5)}x`, '->'.repeat(1e5), `capture ${' '.repeat(1e5)}`, '{{'.repeat(1e5)])
      checkScript(`## s\nsay: ${hostile}\n${hostile}\nhear: ${hostile}\n${hostile}>`);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('checkScript', () => {
  it.each([
    ['## a\nsay: x\nhear: yes -> nowhere\nend: success', 3, 'there is no section "nowhere"'],
    ['## a\nsay: x\nelse: y -> nowhere', 3, 'there is no section "nowhere"'],
    ['## a\nsay: x\nend: success\n## anytime\nhear: help -> gone', 5, 'there is no section "gone"'],
    ['## a\nsay: x\n## A\nend: success', 3, 'there are two sections "a"'],
    ['## a\nsay: x', 1, 'nothing follows "a"'],
    ['## a\nsay: x\nhear: yes', 3, 'nothing follows "a"'],
    ['## a\nsay:\nend: success', 2, '"say" without words'],
    ['## a\nsya: x\nsay: y\nend: success', 2, '"sya: x" is none of say, hear, capture, else, end and press'],
    ['## a\nsay: x\ngoodbye\nend: success', 3, '"goodbye" is none of'],
    ['## a\nsay: x\nhear: yes | | no -> a', 3, 'an alternative without words'],
    ['## a\nsay: x\nhear: yes ->\n## b\nend: success', 3, 'an arrow without a section'],
    ['## a\nsay: x\ncapture: day\n## b\nend: success', 3, 'is none of'],
    ['## a\nsay: x\ncapture day\n## b\nend: success', 3, 'write "capture name'],
    ['## a\nsay: x\nend: It Went Well', 3, 'an outcome is lower case'],
    ['## a\nsay: x\nhear: yes -> a\nend: success', 1, '"a" ends the call, so it hears nothing'],
    ['## a\nhear: yes -> b\n## b\nend: success', 1, '"a" waits for an answer and says nothing'],
    ['## a\nsay: x\nelse: y\nelse: z', 4, 'a second "else"'],
    ['## a\nsay: x\npress: sales\nend: success', 3, '"press" belongs into the section "anytime"'],
    ['## a\nsay: x\nend: success\n## anytime\npress: sales |', 5, 'an alternative without words'],
    ['## a\nsay: On <day>.\nend: success', 1, 'nothing captures <day>'],
    ['## a\nsay: Hi {name}.\nend: success', 1, 'write {{name}} or <name>'],
    ['## a\nsay: x\n## b\nsai: y\nend: success', 4, '"sai: y" is none of'],
    ['## a\nsay: x\nend: success\n## b\nsai: y', 5, '"sai: y" is none of'],
  ])('finds what is wrong in %j', (template, line, message) => {
    const problems = checkScript(template);
    expect(problems).toContainEqual({ line, column: expect.any(Number), message: expect.stringContaining(message) });
  });

  it.each([
    ['## a\nsay: x\n  hear: yes   ->   nowhere\nend: success', 3, 20],
    ['## a\nsay: x\nelse: y → nowhere', 3, 11],
    ['## a\nsay: x\n\tsya: y\nend: success', 3, 2],
    ['## a\nsay: x\nhear: yes ->\n## b\nend: success', 3, 13],
  ])('says where, to the character: %j', (template, line, column) => {
    expect(checkScript(template)).toContainEqual({ line, column, message: expect.any(String) });
  });

  it('takes headings and lists of prose for what they are, before the dialogue and after it', () => {
    const prose = '## Tone\nBe warm: people are ill.\nMood: calm\n## a\nsay: x\nend: success\n## Notes\nNever be rude.';
    expect(checkScript(prose)).toEqual([]);
  });
});
