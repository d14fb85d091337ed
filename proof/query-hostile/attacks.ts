import { RESOURCE_ATTACKS } from '../hostile/resource-attacks.ts'
import type { Tenant } from './attacked-node.ts'

/** A request that wants more than its share. */
export type Attack = {
  door: 'query' | 'validate' | 'rows' | 'many at once' | 'gone client'
  name: string
  /** Until then it must be answered. */
  deadlineMs: number
  send: (url: string, attacker: Tenant) => Promise<string>
}

/** What planning and reading rows may take: a request cannot ask for more. */
const VALIDATE_MS = 5_000
const READ_MS = 30_000
const ENDLESS = 'SELECT count(*) FROM range(1000000000000) t(i)'
const STUBBORN = 'SELECT len(range(1000000000))'
const AT_ONCE = 12
const GONE_AFTER_MS = 300

export function listAttacks(timeoutMs: number): Attack[] {
  return [
    ...RESOURCE_ATTACKS.map((sql) => queryAttack(sql, timeoutMs, timeoutMs)),
    ...RESOURCE_ATTACKS.map(validateAttack),
    ...rowAttacks(),
    ...[ENDLESS, STUBBORN].map((sql) => manyAtOnce(sql, timeoutMs)),
    ...[ENDLESS, STUBBORN].map(goneClient),
  ]
}

/** `allowedMs`: the deadline in the request; the service is judged by `deadlineMs`. */
export const queryAttack = (sql: string, deadlineMs: number, allowedMs: number): Attack => ({
  door: 'query',
  name: sql.slice(0, 80),
  deadlineMs,
  send: (url, attacker) => post(url, attacker, '/query', { sql, timeout_ms: allowedMs }),
})

const validateAttack = (sql: string): Attack => ({
  door: 'validate',
  name: sql.slice(0, 80),
  deadlineMs: VALIDATE_MS,
  send: (url, attacker) => post(url, attacker, '/query/validate', { sql }),
})

/** Of one credential, which may have twenty requests under way. */
const manyAtOnce = (sql: string, timeoutMs: number): Attack => ({
  door: 'many at once',
  name: sql,
  deadlineMs: timeoutMs,
  send: async (url, attacker) => {
    const sent = Array.from({ length: AT_ONCE }, () => post(url, attacker, '/query', { sql, timeout_ms: timeoutMs }))
    return (await Promise.all(sent)).join('\n')
  },
})

/** When the client does not wait for the answer, the work must end too. */
const goneClient = (sql: string): Attack => ({
  door: 'gone client',
  name: sql,
  deadlineMs: GONE_AFTER_MS,
  send: (url, attacker) =>
    post(url, attacker, '/query', { sql, timeout_ms: 60_000 }, AbortSignal.timeout(GONE_AFTER_MS)).catch(() => 'gone'),
})

/** Filters and orders as large as a request may be. */
function rowAttacks(): Attack[] {
  const is = (value: string, op = 'contains') => ({ column: 'name', op, value })
  const nested = (levels: number): object => (levels === 0 ? is('a') : { not: nested(levels - 1) })
  const filters: Record<string, object> = {
    'many texts': { or: Array.from({ length: 120 }, (_, n) => is(`${n}`)) },
    'as deep as it goes': nested(19),
    'deeper than that': nested(700),
    'many values': { column: 'name', op: 'in', value: Array.from({ length: 900 }, (_, n) => `n${n}`) },
    'a long text': is('%_\\'.repeat(1_000)),
    'many of many': {
      and: Array.from({ length: 11 }, () => ({ or: Array.from({ length: 12 }, () => is('x', '!=')) })),
    },
    'SQL as a value': is("' OR (SELECT len(range(1000000000))) > 0 --"),
    'SQL as a column': { column: 'name" = (SELECT len(range(1000000000))) --', op: '=', value: '1' },
    'SQL as an operation': { column: 'name', op: '= (SELECT len(range(1000000000))) --', value: '1' },
  }
  const orders = [
    'name,dept,amount,d,note',
    'name;SELECT len(range(1000000000))',
    '(SELECT len(range(1000000000)))',
    '-note,-d,name',
  ]
  return [
    ...Object.entries(filters).map(([name, filter]) => rowAttack(name, { filter: JSON.stringify(filter) })),
    ...orders.map((order) => rowAttack(`order by ${order}`, { order_by: order, limit: '10000' })),
  ]
}

const rowAttack = (name: string, question: Record<string, string>): Attack => ({
  door: 'rows',
  name,
  deadlineMs: READ_MS,
  send: (url, attacker) => get(url, attacker, question),
})

const headersOf = ({ token }: Tenant) => ({
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
})

export async function post(
  url: string,
  tenant: Tenant,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<string> {
  const request = { method: 'POST', ...headersOf(tenant), body: JSON.stringify(body), ...(signal ? { signal } : {}) }
  return read(await fetch(`${url}${tenant.at}${path}`, request))
}

export async function get(url: string, tenant: Tenant, question: Record<string, string>): Promise<string> {
  const query = new URLSearchParams(question)
  return read(await fetch(`${url}${tenant.at}/tables/people/rows?${query}`, headersOf(tenant)))
}

/** The whole answer, with its headers. A connection that breaks under an answer adds nothing more. */
async function read(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return `${response.status}\n${headers}\n${await response.text().catch(() => 'broken off')}`
}
