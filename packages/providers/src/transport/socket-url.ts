/**
 * @param baseUrl `http:`, `https:`, `ws:` or `wss:`, without a slash at the end
 * @param path begins with a slash
 */
export function socketUrl(baseUrl: string, path: string, parameters: [name: string, value: string][] = []): string {
  const query = new URLSearchParams(parameters).toString();
  return `${baseUrl.replace(/^http/, 'ws')}${path}${query === '' ? '' : `?${query}`}`;
}
