import { SaidClauses, type VoiceMemory } from '@parley/conversation';
import { connectionsDigest, type ProviderConnection } from '../../kernel/provider-connection.ts';

/** What the voices of a thread have said lately, over all its calls: of each account for itself. */
export class VoiceMemories {
  readonly #said: SaidClauses;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#said = new SaidClauses({ nowMs });
  }

  /**
   * Another key, or another address, is another voice.
   * @returns the memory of a voice by the name that agents have for it
   */
  of(accountId: string, connections: readonly ProviderConnection[]): (voiceId: string) => VoiceMemory {
    const digest = connectionsDigest(connections);
    return (voiceId) => this.#said.of(JSON.stringify([accountId, digest, voiceId]));
  }
}
