/** Where a program may have its answer brought: judged when it registers, and again each time it asks. */

/** Installed agents that many people have, by the scheme their system knows them under. */
const KNOWN_APPS = ['claude', 'cursor', 'goose', 'raycast', 'vscode', 'vscode-insiders', 'windsurf', 'zed']

/** A private scheme in the form of a domain its maker owns, turned around (RFC 8252, 7.1): no system has one of its own like it. */
const DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Letters that browsers, proxies and people read differently; `*` names many hosts, `#` would swallow the answer. */
const AMBIGUOUS = /[^\x21-\x7e]|[\\*#"<>^`{|}]/

/**
 * A web page under TLS, a port of the user's own machine, or the scheme of an installed program. `appSchemes`: further
 * schemes that the operator allows.
 */
export function isRedirectAddress(text: string, appSchemes: readonly string[]): boolean {
  if (AMBIGUOUS.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https' || scheme === 'http') {
    // As it is written: `https:host` and `https:/host` lead somewhere too.
    if (!text.toLowerCase().startsWith(`${scheme}://`) || authorityOf(text).includes('@')) return false
    return scheme === 'https' || isLoopback(url)
  }
  return KNOWN_APPS.includes(scheme) || appSchemes.includes(scheme) || DOMAIN_SCHEME.test(scheme)
}

export const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.includes(hostname)

const authorityOf = (text: string) => text.split('/')[2] ?? ''
