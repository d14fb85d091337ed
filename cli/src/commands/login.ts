import { hostname } from 'node:os'
import { type Client, createClient, isProblem } from '@bindery-data/sdk'
import { type Call, type Command, listOption, UsageError, writeJson } from '../command.ts'

/** What `bindery login` asks for; other scopes, workbooks:propose and workbooks:read among them, are asked for by name. */
const SCOPES = ['workbooks:write', 'workbooks:share', 'workbooks:delete', 'governance:configure'] as const

/** RFC 8628: what to do when asked too often. */
const SLOWER_BY_MS = 5_000

export const login: Command = {
  name: 'login',
  summary: 'log in with a browser, or with a token from stdin',
  args: ['[url]'],
  options: {
    'token-stdin': { summary: 'read a personal access token from stdin' },
    scope: {
      value: 'scope',
      isList: true,
      summary: `what the token may do, workbooks:propose for proposals only; ${SCOPES.join(', ')} when left out`,
    },
  },
  run: async (call) => {
    const url = call.args[0] ?? call.profile.url ?? ''
    const token = (await tokenFromStdin(call)) ?? (await tokenByDevice(url, call))
    const me = await createClient({ url, token }).me({ signal: call.signal })
    await call.profile.keep({ url, token })
    if (call.isJson) return writeJson(call, { url, email: me.email })
    call.terminal.report(
      `${call.terminal.paintStderr('green', '✓')} ${me.email} at ${url}. Kept in ${call.profile.file}.`,
    )
  },
}

/** How long a pipe may take to bring its token before a browser is asked. */
const PIPE_MS = 500

/** A token that was piped in is used, also where the option was forgotten. Without a terminal no user sees the code for the browser. */
async function tokenFromStdin(call: Call): Promise<string | null> {
  if (call.options['token-stdin']) return (await call.readStdin()).trim()
  if (call.isPiped) {
    const nothing = new Promise<string>((resolve) => setTimeout(resolve, PIPE_MS, '').unref())
    const piped = (await Promise.race([call.readStdin(), nothing])).trim()
    if (piped !== '') return piped
    if (!call.terminal.isWatched)
      throw new UsageError(
        'There is no terminal to show the code of a browser login. Pipe a token in with --token-stdin.',
      )
  }
  return null
}

/** A browser approves; then the short session is exchanged for a token that lasts. */
async function tokenByDevice(url: string, call: Call): Promise<string> {
  const { api } = createClient({ url })
  const name = `bindery on ${hostname()}`.slice(0, 100)
  const device = await api.startDeviceLogin({ body: { client_name: name }, signal: call.signal })
  call.terminal.report(`Open ${call.terminal.paintStderr('underline', device.verification_uri_complete)}`)
  call.terminal.report(`and compare the code ${call.terminal.paintStderr('bold', device.user_code)}.`)
  const session = await approved(api, device.device_code, device.interval * 1000, call)
  const { api: mine } = createClient({ url, token: session.access_token })
  // Safe: what no scope is called, the service refuses in words.
  const wanted = listOption(call.options, 'scope') as (typeof SCOPES)[number][]
  const { token } = await mine.createToken({ body: { name, scopes: wanted.length > 0 ? wanted : [...SCOPES] } })
  await mine.logout({ body: { refresh_token: session.refresh_token } })
  return token
}

async function approved(api: Client['api'], device_code: string, intervalMs: number, { terminal, signal }: Call) {
  for (let waitMs = intervalMs; ; ) {
    terminal.show('Waiting for the browser …')
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    signal.throwIfAborted()
    try {
      const session = await api.exchangeDeviceCode({ body: { device_code }, signal })
      terminal.show('')
      return session
    } catch (error) {
      if (isProblem(error, 'slow_down')) waitMs += SLOWER_BY_MS
      else if (!isProblem(error, 'authorization_pending')) throw error
    }
  }
}

export const logout: Command = {
  name: 'logout',
  summary: 'forget the token, and revoke it',
  args: [],
  options: {},
  run: async (call) => {
    if (!call.profile.token) throw new UsageError('You are not logged in.')
    const { api } = call.client()
    const { credential } = await api.getMe({ signal: call.signal })
    if (credential.kind === 'pat') await api.revokeToken({ token_id: credential.id })
    await call.profile.forget()
  },
}

export const whoami: Command = {
  name: 'whoami',
  summary: 'who you are, and what the token may do',
  args: [],
  options: {},
  run: async (call) => {
    const me = await call.client().me({ signal: call.signal })
    if (call.isJson) return writeJson(call, me)
    const { kind, scopes, resource, expires_at } = me.credential
    await call.terminal.write(
      `${me.name} <${me.email}> at ${call.profile.url}\n${kind}, reaches ${resource}, may ${scopes.join(', ')}` +
        `${expires_at ? `, until ${expires_at.slice(0, 10)}` : ''}\n`,
    )
  },
}
