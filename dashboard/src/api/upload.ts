import type { Route } from '@parley/contract';
import { ApiError } from './api-error.ts';
import { type RequestOf, type ResponseOf, refusal, urlOf } from './request.ts';

interface Sent {
  bytes: Blob;
  contentType: string;
  /** How much is sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** A route of the public interface that takes bytes. Only XMLHttpRequest tells how far it has come. */
export function upload<R extends Route>(route: R, request: RequestOf<R>, sent: Sent): Promise<ResponseOf<R>> {
  return new Promise((resolve, reject) => {
    const exchange = new XMLHttpRequest();
    exchange.open(route.method, urlOf('/v1', route, request));
    exchange.setRequestHeader('accept', 'application/json');
    exchange.setRequestHeader('content-type', sent.contentType);
    exchange.upload.onprogress = ({ loaded, total }) => sent.onProgress(total === 0 ? 0 : loaded / total);
    exchange.onerror = () =>
      reject(
        new ApiError('offline', 'The upload was interrupted. Check your connection and that the service is running.', {
          status: null,
        }),
      );
    exchange.onload = () => {
      const { status, responseText } = exchange;
      if (status >= 200 && status < 300) return resolve(JSON.parse(responseText));
      const headers = { 'x-request-id': exchange.getResponseHeader('x-request-id') ?? '' };
      refusal(new Response(responseText, { status, headers })).then(reject, reject);
    };
    exchange.send(sent.bytes);
  });
}
