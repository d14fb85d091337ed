import { API_VERSION, createClient, type Wire } from '@bindery-data/sdk'
import { type Call, type Command, writeJson } from '../command.ts'

type Finding = { what: string; isFine: boolean; detail: string; fix?: string }

const EXPIRES_SOON_MS = 14 * 24 * 3_600_000
/** Signatures of webhooks are refused beyond five minutes. */
const CLOCK_MS = 60_000

export const doctor: Command = {
  name: 'doctor',
  summary: 'whether everything is as it should be, and what to do where it is not',
  args: [],
  options: {},
  run: async (call) => {
    const findings = [await findService(call), await findParts(call), await findCredential(call)].flat()
    if (call.isJson) await writeJson(call, findings)
    else for (const finding of findings) await call.terminal.write(lineOf(finding, call))
    if (findings.some(({ isFine }) => !isFine)) throw new Error('Not everything is as it should be.')
  },
}

const lineOf = ({ what, isFine, detail, fix }: Finding, { terminal: { paint } }: Call) =>
  `${isFine ? paint('green', '✓') : paint('red', '✗')} ${what.padEnd(12)} ${detail}\n${fix && !isFine ? `  ${paint('green', '→')} ${fix}\n` : ''}`

const tried = async <T>(ask: () => Promise<T>): Promise<T | Error> =>
  ask().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))

async function findService({ profile, signal }: Call): Promise<Finding[]> {
  const url = profile.url ?? ''
  const answer = await tried(() => createClient({ url, retries: 0 }).request('health', { signal }))
  if (answer instanceof Error) {
    const fix = 'Is the address right, and does the service run? `bindery serve` starts one.'
    return [{ what: 'service', isFine: false, detail: answer.message, fix }]
  }
  const version = answer.headers.get('x-svc-api-version') ?? 'an unknown version'
  const driftMs = Math.abs(Date.now() - Date.parse(answer.headers.get('date') ?? ''))
  return [
    { what: 'service', isFine: true, detail: url },
    {
      what: 'API',
      isFine: version === API_VERSION,
      detail: version,
      fix: `This program speaks ${API_VERSION}: update it.`,
    },
    {
      what: 'clock',
      isFine: !(driftMs > CLOCK_MS),
      detail: `${Math.round((driftMs || 0) / 1000)} s apart`,
      fix: 'Set the clock of this machine.',
    },
  ]
}

async function findParts({ profile, signal }: Call): Promise<Finding[]> {
  const ready = await tried(() => createClient({ url: profile.url ?? '', retries: 0 }).api.readiness({ signal }))
  if (ready instanceof Error)
    return [{ what: 'parts', isFine: false, detail: ready.message, fix: 'Look into the log of the service.' }]
  return ready.checks.map(({ name, ok, detail = '' }) => ({ what: name, isFine: ok, detail: detail || 'ready' }))
}

async function findCredential(call: Call): Promise<Finding[]> {
  const me = await tried(async () => call.client().me({ signal: call.signal }))
  if (me instanceof Error) return [{ what: 'login', isFine: false, detail: me.message, fix: '`bindery login`' }]
  return [
    { what: 'login', isFine: true, detail: `${me.email}, may ${me.credential.scopes.join(', ')}` },
    ...expiryOf(me),
  ]
}

function expiryOf({ credential }: Wire.Me): Finding[] {
  if (!credential.expires_at) return []
  const isFine = Date.parse(credential.expires_at) - Date.now() > EXPIRES_SOON_MS || credential.kind === 'session'
  return [{ what: 'expires', isFine, detail: credential.expires_at, fix: 'Log in again before that: `bindery login`' }]
}
