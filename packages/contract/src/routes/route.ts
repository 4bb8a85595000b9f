import { z } from 'zod';
import type { ErrorCode } from '../error.ts';
import type { Permission } from '../permission.ts';

/** Files that endpoints respond with. */
export type FileType = 'application/vnd.tcpdump.pcap';

/** One endpoint: everything that the server, the client and the reference page need to know of it. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, with `{parameters}`. */
  path: string;
  summary: string;
  permission: Permission;
  query?: z.ZodType;
  /** Every endpoint but those of GET has one, if only an empty one: a GET's body says nothing (RFC 9110, 9.3.1). */
  body?: z.ZodType;
  /** Instead of `body`: the body is a file, as it is, of one of these content types. */
  upload?: readonly string[];
  /** A request without a body is as good as one with `{}`. */
  bodyOptional?: boolean;
  /** The largest body in bytes; 1 MiB when left out. */
  bodyLimitBytes?: number;
  /** The field that makes it so large, a list, and how many entries it may have. */
  longList?: { name: string; most: number };
  /** `statusIfPresent`: what was to be created was there already, and is the same body. */
  success: { status: 200 | 201 | 204; statusIfPresent?: 200; body?: z.ZodType };
  /** With `?format=csv` the same comes as CSV; what its columns are. */
  csv?: string;
  /** The response is a file of this type, which is no JSON. */
  file?: { type: FileType; description: string };
  /** The response is a stream of Server-Sent Events, which ends with the connection; `success.body` is one of them. */
  isStream?: true;
  errors: ErrorCode[];
}

export const Empty = z.strictObject({}, 'is not known here: this endpoint takes no fields.');
/** Endpoints without a query accept none: a typing error is an error. */
export const NoQuery = z.strictObject({}, 'is not known here: this endpoint takes no query parameters.');
