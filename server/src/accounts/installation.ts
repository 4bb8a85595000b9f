import { randomBytes } from 'node:crypto';
import type { Queryable } from '../db/index.ts';

/** A secret of the whole installation, made when it is first asked for and the same on every node ever after. */
export async function installationSecret(db: Queryable, name: string): Promise<Buffer> {
  const rows = await db.query<{ value: string }>(
    `with made as (insert into installation (name, value) values ($1, $2) on conflict (name) do nothing returning value)
     select value from made union all select value from installation where name = $1 limit 1`,
    [name, randomBytes(32).toString('base64')],
  );
  if (!rows[0]) return installationSecret(db, name);
  return Buffer.from(rows[0].value, 'base64');
}
