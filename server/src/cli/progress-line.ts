/** Where nobody can watch a line change, it is told so often. */
const EVERY_MS = 5000;

/** Tells on standard error how far something is: one line that changes on a terminal, and now and then a line elsewhere. */
export function progressLine(): (text: string, isFinal?: boolean) => void {
  const { stderr } = process;
  let lastMs = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  return (text, isFinal = false) => {
    if (stderr.isTTY) {
      stderr.write(`${isOpen ? '\r\u001b[2K' : ''}${text}${isFinal ? '\n' : ''}`);
      isOpen = !isFinal;
      return;
    }
    const nowMs = performance.now();
    if (!isFinal && nowMs - lastMs < EVERY_MS) return;
    lastMs = nowMs;
    stderr.write(`${text}\n`);
  };
}
