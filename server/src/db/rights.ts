import { MigrationError } from './migration-error.ts';
import type { Queryable } from './queryable.ts';

interface Rights {
  user: string;
  database: string;
  /** Null when nothing of the search path exists. */
  schema: string | null;
  creates_tables: boolean | null;
  creates_schemas: boolean;
}

/** Names as SQL has them. The jobs have a schema of their own, which is made once. */
const RIGHTS = `
  select quote_ident(current_user) as user, quote_ident(current_database()) as database,
    quote_ident(current_schema()) as schema, has_schema_privilege(current_schema(), 'create') as creates_tables,
    to_regnamespace('jobs') is not null or has_database_privilege(current_database(), 'create') as creates_schemas`;

/** @throws MigrationError that says what to grant. */
export async function requireRights(db: Queryable): Promise<void> {
  const [rights] = await db.query<Rights>(RIGHTS);
  const { user, database, schema, creates_tables: createsTables, creates_schemas: createsSchemas } = rights!;
  const grants = [
    createsTables ? null : `GRANT CREATE, USAGE ON SCHEMA ${schema ?? 'public'} TO ${user};`,
    createsSchemas ? null : `GRANT CREATE ON DATABASE ${database} TO ${user};`,
  ].filter((grant) => grant !== null);
  if (grants.length === 0) return;
  const lacking = createsTables ? 'a schema' : 'tables';
  throw new MigrationError(
    'no_right',
    `The user of DATABASE_URL, ${user}, may not create ${lacking} in the database ${database}. Name another user, or let its owner say:\n  ${grants.join('\n  ')}`,
  );
}
