import type { Database, Subscription } from '../../db/index.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { TrunkProbe } from '../../trunks/probe-trunk.ts';
import { noteTrunkCheck, type TrunkCheck, takeTrunkChecks } from '../../trunks/trunk-checks.ts';
import type { TrunkPasswords } from '../../trunks/trunk-credentials.ts';
import { TRUNKS_CHANNEL } from '../../trunks/trunks.ts';

const LOOK_MS = 5000;
/** Of one trunk, at a time. */
const MOST_SERVERS = 4;

interface TrunkMonitorOptions {
  db: Database;
  log: Logger;
  probe: Pick<TrunkProbe, 'serversOf' | 'options'>;
  passwords: TrunkPasswords;
}

/** Asks each active trunk again and again whether one of its servers is there; one node asks for all. */
export class TrunkMonitor {
  readonly #options: TrunkMonitorOptions;
  readonly #timer: NodeJS.Timeout;
  #subscription: Subscription | null = null;
  #working: Promise<void> | null = null;
  #isClosed = false;

  private constructor(options: TrunkMonitorOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  static async start(options: TrunkMonitorOptions): Promise<TrunkMonitor> {
    const monitor = new TrunkMonitor(options);
    monitor.#subscription = await options.db.listen(TRUNKS_CHANNEL, () => monitor.#look());
    monitor.#look();
    return monitor;
  }

  /** Idempotent. What is being asked is not waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#subscription?.close();
  }

  #look(): void {
    this.#working ??= this.#askAll()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#options.log.error({ err: error }, 'trunks could not be checked; it is tried again');
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async #askAll(): Promise<void> {
    const { db } = this.#options;
    for (
      let checks = await takeTrunkChecks(db);
      checks.length > 0 && !this.#isClosed;
      checks = await takeTrunkChecks(db)
    ) {
      await Promise.all(checks.map((check) => this.#ask(check)));
    }
  }

  async #ask(check: TrunkCheck): Promise<void> {
    const { db, log, probe, passwords } = this.#options;
    const found = await probe.serversOf(check);
    const servers = 'servers' in found ? found.servers.slice(0, MOST_SERVERS) : [];
    const credentials = passwords.open(check);
    const answers = await Promise.all(servers.map((server) => probe.options(check, server, credentials)));
    if (this.#isClosed) return;
    const isThere = answers.some((answer) => answer !== 'timeout' && 'status' in answer);
    const failures = !isThere ? check.failures + 1 : 0;
    if ((failures === 0) !== (check.failures === 0)) {
      log.warn({ trunk_id: check.trunk_id, reachable: failures === 0 }, 'a trunk changed its state');
    }
    await noteTrunkCheck(db, check, failures);
  }
}
