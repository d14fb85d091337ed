import { createClient, isProblem } from '@bindery-data/sdk'

/**
 * The browser keeps a ticket in a cookie that no script can read and trades it for tokens of some minutes, which live
 * in this page's memory only.
 */
type Token = { text: string; untilMs: number }

const MARGIN_MS = 60_000
const entrance = createClient({ url: location.origin, retries: 1 })

let token: Token | null = null
let under: Promise<Token> | null = null

/** A token that is good for a while; without a session the browser is led to where one begins. */
export async function accessToken(): Promise<string> {
  if (token && token.untilMs > Date.now() + MARGIN_MS) return token.text
  under ??= renew().finally(() => {
    under = null
  })
  token = await under
  return token.text
}

/** A ticket is good once: two pages that showed the same one would end the session. */
function renew(): Promise<Token> {
  if (hasTicket()) return navigator.locks.request('bindery.ticket', () => trade({}))
  leadToLogin()
  return untilThePageIsLeft()
}

/** The service sets this mark beside the ticket, which no script can read. */
const hasTicket = () => /(?:^|; )svc_signed_in=1(?:;|$)/.test(document.cookie)

/** No failure is shown meanwhile. */
const untilThePageIsLeft = () => new Promise<never>(() => undefined)

async function trade(body: { refresh_token?: string }): Promise<Token> {
  try {
    const { access_token, expires_in } = await entrance.api.refreshSession({ body })
    return { text: access_token, untilMs: Date.now() + expires_in * 1000 }
  } catch (error) {
    if (!isProblem(error) || error.status !== 401) throw error
    leadToLogin()
    return untilThePageIsLeft()
  }
}

function leadToLogin() {
  const here = location.pathname + location.search
  location.assign(`/login?return_to=${encodeURIComponent(here)}`)
}

export async function signOut() {
  await entrance.api.logout({ headers: { authorization: `Bearer ${await accessToken()}` } })
  token = null
  location.assign('/login?return_to=%2F')
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** `npm run dev` prints a link that carries a ticket. Elsewhere a link must not decide who the user is. */
export async function enterByLink() {
  const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1]
  if (!ticket || !LOOPBACK.has(location.hostname)) return
  history.replaceState(null, '', location.pathname)
  token = await trade({ refresh_token: ticket })
}
