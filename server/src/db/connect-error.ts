export type DatabaseConnectCode =
  | 'bad_address'
  | 'unknown_host'
  | 'wrong_password'
  | 'unknown_database'
  | 'unreachable'
  | 'refused';

/** No connection to the database. `message` says to which one, why, and what to do. Never holds the password. */
export class DatabaseConnectError extends Error {
  override readonly name = 'DatabaseConnectError';
  readonly code: DatabaseConnectCode;

  constructor(code: DatabaseConnectCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Server answers and socket errors that pass by themselves while a server starts, restarts or is busy. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  '57P03', // cannot_connect_now: starting up or shutting down
  '57P01', // admin_shutdown, while it greeted us
  '53300', // too_many_connections
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket file is not there yet
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN', // the name server itself is not there yet
]);

export function isPassing(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  if (code) return PASSING_CODES.has(code);
  return /Connection terminated|timeout expired/i.test(message);
}

/** What pg says when the server asks for a password and it has none. */
const NO_PASSWORD = /password must be a string/;

/** An AggregateError, of a host with several addresses, has a code and no message. */
export function describeReason(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  return message || code || String(error);
}

/** Says in the user's words why `target` ("parley@db.example:5432/parley") cannot be connected to. */
export function explainConnectError(error: unknown, target: string): DatabaseConnectError {
  const message = describeReason(error);
  const cause = { cause: error };
  switch ((error as { code?: string }).code) {
    case '28P01':
    case '28000':
      return new DatabaseConnectError(
        'wrong_password',
        `PostgreSQL at ${target} does not let us in: ${message}. Check user and password in DATABASE_URL.`,
        cause,
      );
    case '3D000':
      return new DatabaseConnectError(
        'unknown_database',
        `PostgreSQL at ${target} has no such database: ${message}. Create it, or correct DATABASE_URL.`,
        cause,
      );
    case 'ENOTFOUND':
      return new DatabaseConnectError(
        'unknown_host',
        `The host of ${target} is unknown: ${message}. Correct DATABASE_URL.`,
        cause,
      );
  }
  if (NO_PASSWORD.test(message)) {
    return new DatabaseConnectError(
      'wrong_password',
      `PostgreSQL at ${target} asks for a password. Put it into DATABASE_URL.`,
      cause,
    );
  }
  if (isPassing(error)) {
    return new DatabaseConnectError(
      'unreachable',
      `PostgreSQL at ${target} cannot be reached: ${message}. Start it, or correct DATABASE_URL.`,
      cause,
    );
  }
  return new DatabaseConnectError(
    'refused',
    `Cannot connect to PostgreSQL at ${target}: ${message}. Check DATABASE_URL.`,
    cause,
  );
}
