import { PhoneNumber } from '@parley/contract';
import { typedPhone } from '../../format/typed-phone.ts';

/** The numbers in a text, each once, and anything else with its line. */
export function numbersIn(text: string): { good: string[]; bad: { line: number; text: string }[] } {
  const good = new Set<string>();
  const bad: { line: number; text: string }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of line.split(/[,;\t]/)) {
      const written = part.trim().replace(/^["']+|["']+$/g, '');
      if (written === '') continue;
      const number = typedPhone(written);
      if (PhoneNumber.safeParse(number).success) good.add(number);
      else bad.push({ line: index + 1, text: written });
    }
  }
  return { good: [...good], bad };
}
