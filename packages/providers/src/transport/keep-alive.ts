/** A message that keeps a connection open over which nothing else is said. */
export interface KeepAlive {
  message: object;
  everyMs: number;
}
