import { parseSetCookie } from 'cookie'

/** A browser without scripts: keeps cookies by host and path, and says of a form which page it came from. */
export type Browser = ReturnType<typeof newBrowser>

export type Page = { status: number; url: URL; text: string; headers: Headers; location: string | null }

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

type Cookie = { host: string; path: string; name: string; value: string }

/** `known`: addresses that lead to this machine under another name. */
export function newBrowser(known: Record<string, string> = {}, language = 'en') {
  const cookies: Cookie[] = []

  const cookiesFor = (url: URL) =>
    cookies.filter(
      ({ host, path }) =>
        host === url.host && (url.pathname === path || url.pathname.startsWith(`${path.replace(/\/$/, '')}/`)),
    )

  async function send(address: string, init: Sent = {}): Promise<Page> {
    const url = new URL(address)
    const real = new URL(known[url.origin] ? `${known[url.origin]}${url.pathname}${url.search}` : url)
    const cookie = cookiesFor(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(real, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'accept-language': language,
        ...(cookie ? { cookie } : {}),
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) keep(url, line)
    return {
      status: response.status,
      url,
      text: await response.text(),
      headers: response.headers,
      location: response.headers.get('location'),
    }
  }

  function keep(url: URL, line: string) {
    const { name, value = '', path = '/', maxAge } = parseSetCookie(line)
    const at = cookies.findIndex((cookie) => cookie.host === url.host && cookie.name === name && cookie.path === path)
    if (at >= 0) cookies.splice(at, 1)
    if (maxAge !== 0 && value !== '') cookies.push({ host: url.host, path, name, value })
  }

  const post = (
    address: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: new URL(address).origin },
  ) =>
    send(address, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  /** Goes where it is sent, until a page is shown. */
  async function follow(page: Page): Promise<Page> {
    let shown = page
    for (let hops = 0; shown.location && hops < 20; hops++) shown = await send(new URL(shown.location, shown.url).href)
    return shown
  }

  return {
    get: (address: string) => send(address),
    post,
    follow,
    cookie: (name: string) => cookies.find((cookie) => cookie.name === name)?.value,
    cookies,
  }
}
