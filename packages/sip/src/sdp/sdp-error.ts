/** `no_common_encryption`: what one side wants encrypted the other does not. `unreachable`: an address of the other family of IP than ours, or a host name, which would take time to look up. */
export type SdpProblem = 'malformed' | 'no_audio' | 'no_common_codec' | 'no_common_encryption' | 'unreachable';

/** A session description that cannot be used. `status` is how an offer like it is refused. */
export class SdpError extends Error {
  override readonly name = 'SdpError';
  readonly problem: SdpProblem;
  readonly status: 400 | 488;

  constructor(problem: SdpProblem, message: string) {
    super(message);
    this.problem = problem;
    this.status = problem === 'malformed' ? 400 : 488;
  }
}
