import type { Softphone } from '@parley/contract';
import type { Database, Queryable } from '../db/index.ts';

/** Where a message goes, and by what. */
interface Hop {
  protocol: 'udp' | 'tcp' | 'tls';
  host: string;
  port: number;
}

interface Binding {
  uri: string;
  expiresS: number;
}

/** What a REGISTER asks for; 0 seconds: that contact is gone. */
interface BindingChange {
  contacts: readonly (Readonly<Binding> & { hop: Readonly<Hop>; userAgent: string | null })[] | 'all';
  /** Orders the requests of one telephone. */
  callId: string;
  sequence: number;
}

/** A person has no more telephones; the oldest registrations go. */
const MOST_CONTACTS = 10;

/** As RFC 7616 names them. */
export const digestAlgorithms = { md5: 'MD5', 'sha-256': 'SHA-256' } as const satisfies Record<
  Softphone['digest'],
  string
>;

/** By the algorithm that it is asked for. Null: no softphone registers as this. */
export async function secretsOf(
  db: Queryable,
  username: string,
): Promise<Partial<Record<(typeof digestAlgorithms)[Softphone['digest']], string>> | null> {
  const [row] = await db.query<{ digest: Softphone['digest']; secret_md5: string; secret_sha256: string }>({
    name: 'softphone-secrets',
    text: 'select digest, secret_md5, secret_sha256 from softphones where username = $1',
    values: [username],
  });
  if (!row) return null;
  const secrets = { md5: row.secret_md5, 'sha-256': row.secret_sha256 };
  return { [digestAlgorithms[row.digest]]: secrets[row.digest] };
}

/** Keeps what a softphone asks for: RFC 3261, section 10.3, step 7. The same request twice is as once. Returns all that is kept. */
export async function bindSoftphone(
  db: Database,
  username: string,
  { contacts, callId, sequence }: Readonly<BindingChange>,
): Promise<readonly Binding[] | 'out_of_order'> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ softphone_id: string }>(
      'select softphone_id from softphones where username = $1 for update',
      [username],
    );
    // It was deleted a moment ago.
    if (!row) return [];
    const { softphone_id: softphoneId } = row;
    const later = await tx.query(
      'select from softphone_contacts where softphone_id = $1 and call_id = $2 and sequence > $3',
      [softphoneId, callId, sequence],
    );
    if (later.length > 0) return 'out_of_order';
    const gone = contacts === 'all' ? null : contacts.filter(({ expiresS }) => expiresS === 0).map(({ uri }) => uri);
    await tx.query(
      `delete from softphone_contacts
       where softphone_id = $1 and ($2::text[] is null or uri = any($2) or expires_at <= clock_timestamp())`,
      [softphoneId, gone],
    );
    for (const { uri, expiresS, hop, userAgent } of contacts === 'all' ? [] : contacts) {
      if (expiresS === 0) continue;
      await tx.query(
        `insert into softphone_contacts
           (softphone_id, uri, protocol, host, port, user_agent, call_id, sequence, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9))
         on conflict (softphone_id, uri) do update set protocol = $3, host = $4, port = $5, user_agent = $6, call_id = $7,
           sequence = $8, registered_at = clock_timestamp(), expires_at = excluded.expires_at`,
        [softphoneId, uri, hop.protocol, hop.host, hop.port, userAgent, callId, sequence, expiresS],
      );
    }
    await tx.query(
      `delete from softphone_contacts where softphone_id = $1 and uri not in (
         select uri from softphone_contacts where softphone_id = $1 order by registered_at desc limit ${MOST_CONTACTS})`,
      [softphoneId],
    );
    return tx.query<Binding>(
      `select uri, greatest(1, round(extract(epoch from expires_at - clock_timestamp())))::int as "expiresS"
       from softphone_contacts where softphone_id = $1 order by registered_at desc`,
      [softphoneId],
    );
  });
}

/** Where one telephone of a softphone is called. */
export interface SoftphonePlace {
  username: string;
  uri: string;
  hop: Hop;
  srtp: Softphone['srtp'];
}

/** All registrations of each, the latest first; those that have none are left out. */
export async function placesOf(
  db: Queryable,
  softphoneIds: readonly string[],
): Promise<ReadonlyMap<string, readonly SoftphonePlace[]>> {
  const rows = await db.query<{ softphone_id: string } & Pick<SoftphonePlace, 'username' | 'uri' | 'srtp'> & Hop>(
    `select softphone_id, username, uri, protocol, host, port, srtp from softphone_contacts join softphones using (softphone_id)
     where softphone_id = any($1) and expires_at > clock_timestamp() order by registered_at desc`,
    [softphoneIds],
  );
  const places = Map.groupBy(rows, ({ softphone_id }) => softphone_id);
  return new Map(
    [...places].map(([softphoneId, contacts]) => [
      softphoneId,
      contacts.map(({ username, uri, srtp, protocol, host, port }) => ({
        username,
        uri,
        srtp,
        hop: { protocol, host, port },
      })),
    ]),
  );
}
