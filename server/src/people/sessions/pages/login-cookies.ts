import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

type Headers = Readonly<Record<string, string | undefined>>

const SHUT = { httpOnly: true, secure: true, sameSite: 'lax' } as const

/** The ticket of a browser. It reaches `/api/auth` only, and no script can read it. */
const TICKET = { name: 'svc_refresh', path: '/api/auth', ...SHUT }
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600

/** Says to scripts of our pages that there is a ticket, which they cannot see: without one they ask for none. It opens nothing. */
const SIGNED_IN = { name: 'svc_signed_in', path: '/', secure: true, sameSite: 'lax' } as const

export const sessionCookies = (ticket: string): readonly string[] => [
  stringifySetCookie({ ...TICKET, value: ticket, maxAge: THIRTY_DAYS_SECONDS }),
  stringifySetCookie({ ...SIGNED_IN, value: '1', maxAge: THIRTY_DAYS_SECONDS }),
]

export const clearedSessionCookies = (): readonly string[] => [
  stringifySetCookie({ ...TICKET, value: '', maxAge: 0 }),
  stringifySetCookie({ ...SIGNED_IN, value: '', maxAge: 0 }),
]

export const ticketInCookie = (headers: Headers) => parseCookie(headers.cookie ?? '')[TICKET.name] || undefined

/** Ties a login at an identity provider to the browser that began it; one secret serves several tabs. */
const BROWSER = { name: 'svc_oidc', path: '/api/auth/oidc', ...SHUT }
const TEN_MINUTES_SECONDS = 600

export const browserCookie = (browser: string) =>
  stringifySetCookie({ ...BROWSER, value: browser, maxAge: TEN_MINUTES_SECONDS })

export const browserInCookie = (headers: Headers) => parseCookie(headers.cookie ?? '')[BROWSER.name] || undefined

export function browserOf(headers: Headers): string {
  const kept = browserInCookie(headers)
  return kept && /^[\w-]{43}$/.test(kept) ? kept : randomBytes(32).toString('base64url')
}
