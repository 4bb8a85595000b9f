export type MigrationErrorCode =
  /** The database has migrations that this version does not know. */
  | 'newer_version'
  /** A migration was edited after it had been applied. */
  | 'changed'
  /** A migration was added before one that had been applied. */
  | 'out_of_order'
  /** A file has a wrong name, or two have one number. */
  | 'invalid'
  /** The user of the database may not make tables, or schemas, in it. */
  | 'no_right'
  /** PostgreSQL refused a statement. */
  | 'failed';

/** The schema cannot be brought up to date. Nothing of the migration that failed was applied. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
