import { namedParam } from '../../kernel/param-path.ts';
import { RequestError } from '../../kernel/request-error.ts';

/** A file as it was sent. */
export interface UploadedFile<Type extends string = string> {
  /** Without its parameters: one of those that the endpoint takes. */
  type: Type;
  bytes: Buffer;
}

/** A body that is no JSON, with the type that it says it has. */
export class FileBody {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;

  constructor(bytes: Buffer, contentType: string | undefined) {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}

const PARAM = 'Content-Type';

/** @throws RequestError `invalid_request` */
export function uploadedFile(types: readonly string[], body: unknown): UploadedFile {
  if (!(body instanceof FileBody)) {
    throw new RequestError('invalid_request', 'The body is empty: it must be the file, as it is.');
  }
  const { bytes, contentType = '' } = body;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const known = types.find((one) => one === type.trim());
  if (known === undefined) {
    throw new RequestError('invalid_request', `${namedParam([PARAM])}: must be one of ${types.join(', ')}.`, {
      param: PARAM,
    });
  }
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^";\s]+)/.exec(parameter)?.[1]).find(Boolean);
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/.test(charset)) {
    throw new RequestError('invalid_request', `${namedParam([PARAM])}: texts must be UTF-8, not ${charset}.`, {
      param: PARAM,
    });
  }
  return { type: known, bytes };
}
