/** What a call warns of, beside a host that is too busy for the built-in recognizer while the test runs. */
export function ownWarnings(call: { analysis: { warnings: string[] } }): string[] {
  return call.analysis.warnings.filter((warning) => !warning.startsWith('The built-in recognizer was up to'));
}
