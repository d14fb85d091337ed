import { SERVER_VERSION } from '../catalog/catalog-facts.ts'
import { wireError } from '../protocol/wire-error.ts'

/** Settings that are reported to a client, when it connects and whenever they change. The spelling is what drivers look for. */
const REPORTED: ReadonlyMap<string, string> = new Map([
  ['server_version', 'server_version'],
  ['server_encoding', 'server_encoding'],
  ['client_encoding', 'client_encoding'],
  ['application_name', 'application_name'],
  ['default_transaction_read_only', 'default_transaction_read_only'],
  ['in_hot_standby', 'in_hot_standby'],
  ['is_superuser', 'is_superuser'],
  ['session_authorization', 'session_authorization'],
  ['datestyle', 'DateStyle'],
  ['intervalstyle', 'IntervalStyle'],
  ['timezone', 'TimeZone'],
  ['integer_datetimes', 'integer_datetimes'],
  ['standard_conforming_strings', 'standard_conforming_strings'],
])

/** These say how values are written, and no other way is spoken here. */
const FIXED = new Set([
  'server_version',
  'server_version_num',
  'server_encoding',
  'client_encoding',
  'datestyle',
  'intervalstyle',
  'timezone',
  'bytea_output',
  'integer_datetimes',
  'standard_conforming_strings',
  'default_transaction_read_only',
  'transaction_read_only',
  'in_hot_standby',
  'is_superuser',
  'session_authorization',
])

const STANDARD: readonly (readonly [string, string])[] = [
  ['application_name', ''],
  ['bytea_output', 'hex'],
  ['client_encoding', 'UTF8'],
  ['client_min_messages', 'notice'],
  ['datestyle', 'ISO, MDY'],
  ['default_transaction_isolation', 'repeatable read'],
  ['default_transaction_read_only', 'on'],
  ['extra_float_digits', '1'],
  ['idle_in_transaction_session_timeout', '0'],
  ['in_hot_standby', 'off'],
  ['integer_datetimes', 'on'],
  ['intervalstyle', 'postgres'],
  ['is_superuser', 'off'],
  ['lc_collate', 'C'],
  ['lc_ctype', 'C.UTF-8'],
  ['lock_timeout', '0'],
  ['max_identifier_length', '200'],
  ['max_index_keys', '32'],
  ['search_path', '"$user", public'],
  ['server_encoding', 'UTF8'],
  ['server_version', SERVER_VERSION],
  ['server_version_num', '150000'],
  ['session_authorization', ''],
  ['standard_conforming_strings', 'on'],
  ['statement_timeout', '0'],
  ['svc.as_of', ''],
  ['timezone', 'UTC'],
  ['transaction_isolation', 'repeatable read'],
  ['transaction_read_only', 'on'],
]

const MOST_TIMEOUT_MS = 120_000
const MOST_SETTINGS = 100
const MOST_CHARACTERS = 1_000
const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }

/** The settings of one connection. Those that nothing here looks at are kept for the client that set them. */
export class SessionSettings {
  #set = new Map<string, string>()
  readonly #beginning: ReadonlyMap<string, string>

  constructor(user: string, beginning: ReadonlyMap<string, string>) {
    this.#beginning = new Map([...STANDARD, ['session_authorization', user], ...allowed(beginning)])
  }

  get(name: string): string | undefined {
    return this.#set.get(name) ?? this.#beginning.get(name)
  }

  all(): Map<string, string> {
    return new Map([...this.#beginning, ...this.#set].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** Returns what to warn of, where the wish cannot be met. */
  set(name: string, value: string): string | undefined {
    if (value.toLowerCase() === 'default') return this.reset(name)
    if (FIXED.has(name)) return this.#keepFixed(name, value)
    if (name === 'statement_timeout') timeoutMs(value)
    if (name !== 'svc.as_of' && !this.#set.has(name) && this.#set.size >= MOST_SETTINGS)
      throw wireError('53400', 'too many settings')
    if (value.length > MOST_CHARACTERS) throw wireError('22023', `the value of "${name}" is too long`)
    this.#set.set(name, value)
    return undefined
  }

  #keepFixed(name: string, value: string): string | undefined {
    if (isSame(name, value, this.get(name) ?? '')) return undefined
    if (name === 'client_encoding') throw wireError('22023', `client_encoding is always UTF8, not "${value}"`)
    if (name.endsWith('read_only')) throw wireError('25006', 'every transaction here is read-only')
    return `${name} stays ${this.get(name)}`
  }

  reset(name: string): undefined {
    if (name === 'all') this.#set.clear()
    else this.#set.delete(name)
  }

  /** What was set, to come back to when a transaction fails. */
  copy(): ReadonlyMap<string, string> {
    return new Map(this.#set)
  }

  restore(copy: ReadonlyMap<string, string>) {
    this.#set = new Map(copy)
  }

  get statementMs(): number {
    const wanted = timeoutMs(this.get('statement_timeout') ?? '0')
    return wanted === 0 ? MOST_TIMEOUT_MS : Math.min(wanted, MOST_TIMEOUT_MS)
  }

  get asOf(): string | undefined {
    return this.get('svc.as_of') || undefined
  }

  reported(): [name: string, value: string][] {
    return [...REPORTED].map(([name, shown]) => [shown, this.get(name) ?? ''])
  }

  /** The name under which it is reported to a client. */
  static reportedAs = (name: string) => REPORTED.get(name)
}

/** Drivers send their wishes with the first message; those that cannot be met are passed over there. */
const allowed = (wishes: ReadonlyMap<string, string>) =>
  [...wishes].filter(([name, value]) => !FIXED.has(name) && value.length <= MOST_CHARACTERS)

function isSame(name: string, value: string, held: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (name === 'client_encoding') return ['utf8', 'unicode', 'sqlascii'].includes(plain(value))
  if (name === 'timezone') return ['utc', 'gmt', 'etcutc', 'etcgmt', 'zulu', 'local', '0'].includes(plain(value))
  if (name === 'datestyle') return plain(value).startsWith('iso')
  return plain(value) === plain(held) || (['on', 'true', '1', 'yes'].includes(plain(value)) && held === 'on')
}

function timeoutMs(text: string): number {
  const [, digits, unit = ''] = /^\s*(\d+)\s*(ms|s|min|h)?\s*$/i.exec(text) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (digits === undefined || factor === undefined)
    throw wireError('22023', `invalid value for parameter "statement_timeout": "${text}"`)
  return Number(digits) * factor
}
