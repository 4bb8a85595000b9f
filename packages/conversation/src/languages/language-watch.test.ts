import { describe, expect, it } from 'vitest';
import { LanguageWatch } from './language-watch.ts';

/** A turn: pieces of text, each with the language that is reported before it. */
function turn(watch: LanguageWatch, current: string, ...pieces: [language: string | null, text: string][]) {
  for (const [language, text] of pieces) {
    if (language !== null) watch.noteLanguage(language);
    watch.noteFinal(text);
  }
  return watch.judge(pieces.map(([, text]) => text).join(' '), current);
}

describe('the language of a caller', () => {
  it('changes with a whole turn in another one', () => {
    const watch = new LanguageWatch();
    expect(turn(watch, 'en-US', ['en', 'I would like a table'])).toEqual({ spoken: 'en', next: null });
    expect(turn(watch, 'en-US', ['es', 'quisiera una mesa'])).toEqual({ spoken: 'es', next: 'es' });
  });

  it('does not change with a word, nor with two', () => {
    const watch = new LanguageWatch();
    expect(turn(watch, 'en', ['es', 'hola'])).toEqual({ spoken: 'es', next: null });
    expect(turn(watch, 'en', ['en', 'I would like a table'])).toEqual({ spoken: 'en', next: null });
    expect(turn(watch, 'en', ['es', 'muchas gracias'])).toEqual({ spoken: 'es', next: null });
  });

  it('changes with short turns one behind the other', () => {
    const watch = new LanguageWatch();
    expect(turn(watch, 'en', ['es', 'hola']).next).toBeNull();
    expect(turn(watch, 'en', [null, 'sí']).next).toBe('es');
  });

  it('does not change with words of another one in a sentence', () => {
    const watch = new LanguageWatch();
    const heard = turn(watch, 'en', ['en', 'can I have the'], ['es', 'arroz con pollo please']);
    expect(heard.next).toBeNull();
  });

  it('goes by the primary subtag', () => {
    const watch = new LanguageWatch();
    expect(turn(watch, 'es-ES', ['es-MX', 'quisiera una mesa para hoy'])).toEqual({ spoken: 'es-MX', next: null });
  });

  it('is judged by what was heard last of a text whose final is still to come', () => {
    const watch = new LanguageWatch();
    watch.noteLanguage('ja');
    expect(watch.judge('明日の予約をお願いします', 'en')).toEqual({ spoken: 'ja', next: 'ja' });
  });

  it('is unknown where none is reported', () => {
    const watch = new LanguageWatch();
    expect(turn(watch, 'en', [null, 'quisiera una mesa'])).toEqual({ spoken: null, next: null });
  });
});
