import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../src/platform/settings.ts'

/** A file or folder of the fake drive. */
export type DriveItem = {
  id: string
  name: string
  parent: string
  bytes: Buffer | null
  mimeType: string
  version: number
}

type Account = 'google' | 'microsoft'
type Reply = { status: number; body?: unknown; bytes?: Buffer; headers?: Record<string, string> }

/** Google Drive v3 and Microsoft Graph v1.0 with their OAuth 2, as far as they document what is asked of them, on loopback. */
export type DriveServer = Awaited<ReturnType<typeof startDriveServer>>

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FOLDER = 'application/vnd.google-apps.folder'
const PAGE = 2

export async function startDriveServer() {
  const items = new Map<string, DriveItem>()
  const requests: { method: string; url: string; authorization: string | undefined; form: URLSearchParams }[] = []
  const tokens = new Set<string>()
  const tickets = new Set<string>()
  const challenges = new Map<string, string>()
  /** The next answers of the API, before it answers as it should. */
  const scripted: Reply[] = []
  let onRead: ((item: DriveItem) => void) | undefined

  const server = createServer((request, response) => {
    void formOf(request).then((form) => {
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        authorization: request.headers.authorization,
        form,
      })
      send(response, answer(new URL(request.url ?? '', 'http://drive'), request.headers.authorization, form))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function answer(asked: URL, authorization: string | undefined, form: URLSearchParams): Reply {
    const [, account = '', kind = '', ...rest] = asked.pathname.split('/')
    if (kind === 'authorize') return authorize(asked)
    if (kind === 'token') return token(account === 'microsoft' ? 'microsoft' : 'google', form)
    if (kind === 'revoke') return revoke(form)
    if (kind === 'open') return content(items.get(decodeURIComponent(rest[0] ?? '')))
    const next = scripted.shift()
    if (next) return next
    if (!tokens.has((authorization ?? '').replace('Bearer ', ''))) return { status: 401, body: { error: 'invalid' } }
    return account === 'google' ? google(asked, rest) : graph(asked, rest)
  }

  /** Every visitor allows it. */
  function authorize({ searchParams: asked }: URL): Reply {
    const code = randomUUID()
    challenges.set(code, asked.get('code_challenge') ?? '')
    const location = `${asked.get('redirect_uri')}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`
    return { status: 302, headers: { location } }
  }

  function token(account: Account, form: URLSearchParams): Reply {
    const code = form.get('code') ?? ''
    const ticket = form.get('refresh_token') ?? ''
    const isCode = form.get('grant_type') === 'authorization_code'
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (isCode ? challenges.get(code) !== verifier : !tickets.has(ticket))
      return { status: 400, body: { error: 'invalid_grant' } }
    challenges.delete(code)
    // One of them gives a new ticket each time, and takes the old one no more.
    if (account === 'microsoft') tickets.delete(ticket)
    return { status: 200, body: newTokens(isCode || account === 'microsoft') }
  }

  function newTokens(hasTicket: boolean) {
    const accessToken = randomUUID()
    const ticket = randomUUID()
    tokens.add(accessToken)
    if (hasTicket) tickets.add(ticket)
    return {
      access_token: accessToken,
      expires_in: 3600,
      token_type: 'Bearer',
      ...(hasTicket ? { refresh_token: ticket } : {}),
    }
  }

  function revoke(form: URLSearchParams): Reply {
    tickets.delete(form.get('token') ?? '')
    tokens.clear()
    return { status: 200, body: {} }
  }

  function content(item: DriveItem | undefined): Reply {
    if (!item?.bytes) return { status: 404 }
    const { bytes } = item
    onRead?.(item)
    return { status: 200, bytes, headers: { 'content-type': item.mimeType } }
  }

  const childrenOf = (parent: string) => [...items.values()].filter((item) => item.parent === parent)

  function google({ searchParams: asked }: URL, [, , id, action]: string[]): Reply {
    if (id === undefined) {
      const [, parent = ''] = /'([^']*)' in parents/.exec(asked.get('q') ?? '') ?? []
      const [, name] = /name contains '([^']*)'/.exec(asked.get('q') ?? '') ?? []
      const found =
        name === undefined ? childrenOf(parent) : [...items.values()].filter((item) => item.name.includes(name))
      const from = Number(asked.get('pageToken') ?? 0)
      const nextPageToken = found.length > from + PAGE ? { nextPageToken: String(from + PAGE) } : {}
      return { status: 200, body: { files: found.slice(from, from + PAGE).map(asGoogle), ...nextPageToken } }
    }
    const item = items.get(decodeURIComponent(id))
    if (!item) return { status: 404, body: { error: { code: 404 } } }
    return action === 'export' || asked.get('alt') === 'media' ? content(item) : { status: 200, body: asGoogle(item) }
  }

  function graph({ searchParams: asked, pathname }: URL, rest: string[]): Reply {
    const [, , , place, ...more] = rest
    const [id = '', action] = place === 'root' ? ['root', more[0]] : more
    const found = /search\(q='([^']*)'\)/.exec(decodeURIComponent(pathname))
    if (found || action === 'children') {
      const list = found ? [...items.values()] : childrenOf(decodeURIComponent(id))
      const from = Number(asked.get('$skiptoken') ?? 0)
      const link = `${url}${pathname}?$skiptoken=${from + PAGE}`
      const next = list.length > from + PAGE ? { '@odata.nextLink': link } : {}
      return { status: 200, body: { value: list.slice(from, from + PAGE).map(asGraph), ...next } }
    }
    const item = items.get(decodeURIComponent(id))
    return item ? { status: 200, body: asGraph(item) } : { status: 404, body: { error: { code: 'itemNotFound' } } }
  }

  const asGraph = (item: DriveItem) => ({
    id: item.id,
    name: item.name,
    ...(item.bytes ? { file: { mimeType: item.mimeType }, size: item.bytes.length } : { folder: {} }),
    cTag: `c${item.version}`,
    lastModifiedDateTime: '2026-05-31T08:00:00Z',
    lastModifiedBy: { user: { displayName: 'Aiko' } },
    '@microsoft.graph.downloadUrl': `${url}/microsoft/open/${encodeURIComponent(item.id)}`,
  })

  return {
    items,
    requests,
    scripted,
    /** Tokens that were given out are good no more; tickets are. */
    expire: () => tokens.clear(),
    /** Neither are. */
    forget: () => {
      tokens.clear()
      tickets.clear()
    },
    /** Where anybody can read a file. */
    addressOf: (id: string) => `${url}/google/open/${encodeURIComponent(id)}`,
    /** Called each time a file is read. */
    whenRead: (listener: typeof onRead) => {
      onRead = listener
    },
    put: (id: string, item: Partial<DriveItem>) => {
      const version = (items.get(id)?.version ?? 0) + 1
      items.set(id, {
        id,
        name: id,
        parent: 'root',
        bytes: null,
        mimeType: item.bytes ? XLSX : FOLDER,
        version,
        ...item,
      })
    },
    settings: (): Settings['drives'] => {
      const client = (account: Account) => ({
        clientId: 'bindery',
        clientSecret: 'secret',
        urls: {
          authorize: `${url}/${account}/authorize`,
          token: `${url}/${account}/token`,
          revoke: account === 'google' ? `${url}/google/revoke` : null,
          api: `${url}/${account}/api/v1`,
        },
      })
      return { google: client('google'), microsoft: client('microsoft') }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const asGoogle = (item: DriveItem) => ({
  id: item.id,
  name: item.name,
  mimeType: item.mimeType,
  ...(item.bytes ? { size: String(item.bytes.length) } : {}),
  modifiedTime: '2026-05-31T08:00:00.000Z',
  headRevisionId: `r${item.version}`,
  lastModifyingUser: { displayName: 'Aiko' },
})

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function send(response: ServerResponse, { status, body, bytes, headers = {} }: Reply) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(bytes ?? (body === undefined ? undefined : JSON.stringify(body)))
}
