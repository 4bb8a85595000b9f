import { WebSocket } from 'ws';
import type { TestStep } from '../account-test.ts';
import { unreached } from './unreached.ts';
import { WAY_PATH, type WayProof } from './way-proof.ts';

const TIMEOUT_MS = 5000;
/** Signatures are made over path and query: a proxy that decodes or sorts them makes each one wrong. */
const DELICATE = '/a%2Fb?z=%2B1%20415&a=1';
const LONGEST_ANSWER_BYTES = 4096;

interface TestedWay {
  /** The carrier in words. */
  carrier: string;
  publicUrl: string;
  proof: WayProof;
}

/** Whether what goes to PUBLIC_URL comes to this service as it was sent: requests, and WebSockets. */
export async function testWay(way: TestedWay): Promise<TestStep[]> {
  const requests = await testRequests(way);
  return requests.ok ? [requests, await testWebSocket(way)] : [requests];
}

async function testRequests({ carrier, publicUrl, proof }: TestedWay): Promise<TestStep> {
  const path = `${WAY_PATH}/${proof.newToken()}${DELICATE}`;
  const failed = (detail: string, remedy: string): TestStep => ({ name: 'public_url', ok: false, detail, remedy });
  try {
    const response = await fetch(`${publicUrl}${path}`, {
      ...{ redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'text/plain' } },
    });
    const came = await beginningOf(response);
    if (response.ok && came === path) {
      const detail = `${carrier} reports calls to ${publicUrl}, which leads to this service.`;
      return { name: 'public_url', ok: true, detail, remedy: null };
    }
    if (response.ok && came.startsWith(`${WAY_PATH}/`)) {
      const detail = `A proxy before this service changes addresses: ${DELICATE} came as ${came.slice(came.indexOf('/', WAY_PATH.length + 1))}.`;
      return failed(detail, `It has to pass on path and query unchanged: ${carrier} signs them.`);
    }
    return failed(...misled(publicUrl, response, carrier));
  } catch (error) {
    return failed(...unreached(publicUrl, error, carrier));
  }
}

/** It answers, and it is not this service that does. */
function misled(publicUrl: string, { status, headers }: Response, carrier: string): [detail: string, remedy: string] {
  if (status >= 300 && status < 400) {
    const detail = `${publicUrl} answers ${status}: it redirects to ${headers.get('location') ?? 'another address'}.`;
    return [detail, 'Set PUBLIC_URL to the address that needs no redirection.'];
  }
  if (status === 401 || status === 403) {
    return [
      `${publicUrl} answers ${status}: something before this service refuses who has no permission.`,
      `Let paths below /carriers/ through without a password: ${carrier} signs what it sends, and this service checks that.`,
    ];
  }
  if (status >= 502 && status <= 504) {
    return [
      `${publicUrl} answers ${status}: the proxy there does not reach this service.`,
      'Check where the proxy passes requests on to: the address and port that a start of this service prints.',
    ];
  }
  return [
    `${publicUrl} answers ${status}, but it is not this service that answers there.`,
    'Check PUBLIC_URL, and where the proxy there passes requests on to.',
  ];
}

/** As far as it can be ours. */
async function beginningOf(response: Response): Promise<string> {
  const pieces: Buffer[] = [];
  let lengthBytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(Buffer.from(piece));
    lengthBytes += piece.length;
    if (lengthBytes > LONGEST_ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function testWebSocket({ carrier, publicUrl, proof }: TestedWay): Promise<TestStep> {
  const token = proof.newToken();
  const url = `${publicUrl}${WAY_PATH}/${token}`.replace(/^http/, 'ws');
  const why = await new Promise<string | null>((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: TIMEOUT_MS });
    const end = (result: string | null) => {
      clearTimeout(timer);
      socket.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => end('nothing came over it within 5 s'), TIMEOUT_MS);
    socket.on('message', (data) => end(String(data) === token ? null : 'another program answers'));
    socket.on('unexpected-response', (_, { statusCode }) => end(`the request for one was answered ${statusCode}`));
    socket.on('close', () => end('it was closed at once'));
    socket.on('error', ({ message }) => end(message));
  });
  if (why === null) {
    const detail = `WebSockets come through; ${carrier} brings the audio over them.`;
    return { name: 'websocket', ok: true, detail, remedy: null };
  }
  return {
    ...{ name: 'websocket', ok: false, detail: `WebSockets to ${publicUrl} do not come through: ${why}.` },
    remedy: `Without them calls have no audio. Let the proxy pass on the headers Upgrade and Connection, in nginx by proxy_http_version 1.1 and proxy_set_header for both.`,
  };
}
