import { describe, expect, test } from 'vitest';
import { isUnavailable } from './unavailable.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('as the server or the socket says'), { code });
}

describe('isUnavailable', () => {
  test.each([
    ['08000', 'connection_exception'],
    ['08006', 'connection_failure'],
    ['25006', 'read_only_sql_transaction: not promoted yet'],
    ['25P03', 'idle_in_transaction_session_timeout'],
    ['40001', 'serialization_failure'],
    ['40P01', 'deadlock_detected'],
    ['53100', 'disk_full'],
    ['53200', 'out_of_memory'],
    ['53300', 'too_many_connections'],
    ['57014', 'query_canceled'],
    ['57P01', 'admin_shutdown'],
    ['57P02', 'crash_shutdown'],
    ['57P03', 'cannot_connect_now'],
    ['ECONNREFUSED', 'no server'],
    ['ECONNRESET', 'the server is gone'],
    ['EPIPE', 'the server is gone'],
    ['ENOENT', 'no socket file'],
    ['ETIMEDOUT', 'no route back'],
    ['EHOSTUNREACH', 'no route'],
    ['ENETUNREACH', 'no network'],
    ['EAI_AGAIN', 'no name server'],
    ['ENOTFOUND', 'no such name at the moment'],
    ['EMFILE', 'too many open files of this process'],
    ['ENFILE', 'too many open files of this host'],
  ])('counts %s (%s)', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
  });

  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
  ])('counts pg\'s "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  test('counts a host none of whose addresses accepts', () => {
    const refusals = [withCode('ECONNREFUSED'), withCode('ECONNREFUSED')];
    expect(isUnavailable(Object.assign(new AggregateError(refusals), { code: 'ECONNREFUSED' }))).toBe(true);
  });

  test.each([
    ['23505', 'unique_violation'],
    ['22P02', 'invalid_text_representation'],
    ['25P02', 'in_failed_sql_transaction'],
    ['28P01', 'invalid_password'],
    ['3D000', 'invalid_catalog_name'],
    ['42601', 'syntax_error'],
    ['EACCES', 'a socket that is not ours'],
  ])('does not count %s (%s)', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });

  test.each([
    ['a TypeError', new TypeError("Cannot read properties of undefined (reading 'rows')")],
    ['a pool that was closed', new Error('Cannot use a pool after calling end on the pool')],
    ['a row that quotes our words', Object.assign(new Error('"connection terminated" exists'), { code: '23505' })],
    ['what is no error', 'Connection terminated'],
    ['nothing', undefined],
  ])('does not count %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
