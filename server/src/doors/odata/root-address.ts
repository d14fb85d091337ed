const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\]|[^:]*\.localhost)(?::\d+)?$/i

/**
 * The address under which a client reached the service, for links that it follows with its credential: the official one, or the
 * further name it used. The Host header was compared with the known names before.
 */
export function rootAddress(baseUrl: string, host: string | undefined): string {
  const own = new URL(baseUrl)
  if (host === undefined || host === own.host || host === own.hostname) return baseUrl.replace(/\/$/, '')
  return `${LOOPBACK.test(host) ? 'http:' : own.protocol}//${host}`
}
