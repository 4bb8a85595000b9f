/** How often a line is written where the output is not a terminal. */
const EVERY_MS = 5000;

/** Reports progress on standard error: one line that changes on a terminal, a line now and then elsewhere. */
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
