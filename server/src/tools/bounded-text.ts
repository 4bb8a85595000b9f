import { storable } from '../kernel/storable-text.ts';

/** The length of a result that the model gets; a transcript keeps the same. */
const MOST_RESULT_BYTES = 16 * 1024;

/** A text with at most so many bytes; one that is cut says so. */
export function boundedText(text: string, mostBytes = MOST_RESULT_BYTES): string {
  const whole = storable(text.toWellFormed());
  const bytes = Buffer.from(whole);
  if (bytes.length <= mostBytes) return whole;
  const note = `\n[Cut: this was ${Math.ceil(bytes.length / 1024)} KiB.]`;
  // A character that is cut in two is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, mostBytes - Buffer.byteLength(note)), { stream: true });
  return `${kept}${note}`;
}
