/**
 * The address of a recording on the host that served the page. Links name the host that the service is configured with,
 * which may be another name of the same one; the page's security policy knows its own alone.
 */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
