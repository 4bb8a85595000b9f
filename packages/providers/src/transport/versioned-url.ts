/** The base address with its version segment: vendors' own clients are given it without. */
export function versionedUrl(baseUrl: string, version: string): string {
  const url = baseUrl.replace(/\/+$/, '');
  return /\/v\d\w*$/.test(url) ? url : `${url}/${version}`;
}
