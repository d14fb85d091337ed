import { connectPg } from '../../server/test/pg-clients.ts'
import { isIn } from '../policy-leaks/canaries.ts'
import { unfold } from '../policy-leaks/unfold.ts'
import type { Tables } from './governed-tables.ts'

/** What came of asking: the text of all answers, without what is another one each time anyway. */
export type Said = { text: string; leaked: readonly (string | number)[]; answered: number; failures: number }

/** An endpoint that takes SQL or filters of a client. */
export type Door = {
  name: string
  ask: (tables: Tables, statements: readonly string[]) => Promise<Said>
}

export const queryDoor: Door = {
  name: 'query',
  ask: (tables, statements) => inTurn(tables, statements, (sql) => post(tables, '/query', { sql })),
}

export const validateDoor: Door = {
  name: 'validate',
  ask: (tables, statements) => inTurn(tables, statements, (sql) => post(tables, '/query/validate', { sql })),
}

/** The same statements as a client of PostgreSQL sends them: with a shape first, then rows, and the catalog behind them. */
export const postgresDoor: Door = {
  name: 'postgres',
  ask: (tables, statements) =>
    inTurn(tables, statements, async (sql) => {
      const client = await connectPg({
        port: tables.pgPort,
        database: tables.at.split('/').at(-1) ?? '',
        password: tables.asker,
      })
      try {
        const { rows } = await client.query({ text: sql, name: 'asked', rowMode: 'array' })
        return { status: 200, bytes: Buffer.from(JSON.stringify(rows)) }
      } catch (error) {
        // Safe: pg throws what the server said.
        const { code, message, hint, position } = error as {
          code?: string
          message: string
          hint?: string
          position?: string
        }
        return {
          status: code === 'XX000' ? 500 : 400,
          bytes: Buffer.from(JSON.stringify({ code, message, hint, position })),
        }
      } finally {
        await client.end()
      }
    }),
}

/** The statement becomes a table, which is read and thrown away again. */
export const transformDoor: Door = {
  name: 'transform',
  ask: (tables, statements) =>
    inTurn(tables, statements, async (sql) => {
      const code = sql.replaceAll(/\bpeople\b/g, '{{ people }}').replaceAll(/\bteams\b/g, '{{ teams }}')
      const args = { people: 'people', teams: 'teams' }
      const used = Object.fromEntries(Object.entries(args).filter(([name]) => code.includes(`{{ ${name} }}`)))
      const made = await post(tables, '/transforms', { name: 'peep', code, args: used })
      if (made.status >= 300) return made
      const rows = await get(tables, '/tables/peep/rows')
      await send(tables, 'DELETE', '/transforms/peep')
      return { status: rows.status, bytes: Buffer.concat([made.bytes, rows.bytes]) }
    }),
}

/** What follows `/rows`, and other paths that take a filter, an order or names of columns. */
export const pathDoor: Door = {
  name: 'paths',
  ask: (tables, paths) => inTurn(tables, paths, (path) => get(tables, path)),
}

export function hiddenPaths(column: string): string[] {
  const filter = (condition: object) => encodeURIComponent(JSON.stringify({ column, ...condition }))
  const at = '/tables/people'
  return [
    ...['is_null', 'not_null'].map((op) => `${at}/rows?filter=${filter({ op })}`),
    ...['=', '!=', '<', '<=', '>', '>='].map((op) => `${at}/rows?filter=${filter({ op, value: 700_000_000 })}`),
    ...['contains', 'starts_with'].map((op) => `${at}/rows?filter=${filter({ op, value: 'a' })}`),
    `${at}/rows?filter=${filter({ op: 'in', value: [1, null] })}`,
    `${at}/rows?filter=${encodeURIComponent(JSON.stringify({ not: { column, op: 'is_null' } }))}`,
    `${at}/rows?order_by=${column}&limit=3`,
    `${at}/rows?order_by=-${column}&limit=3`,
    `${at}/rows?order_by=dept,-${column}&format=csv`,
    `${at}/rows?columns=${column},name`,
    `${at}/rows?columns=${column}&format=arrow`,
    `${at}/rows?filter=${filter({ op: 'not_null' })}&limit=1&count=true`,
    `${at}/profile?columns=${column}`,
    `${at}/range?range=A1:H20`,
    `${at}/schema?format=json-schema`,
    `${at}/annotations?column=${column}`,
  ]
}

/** Addresses of OData that name a column or look at it. */
export const odataDoor: Door = {
  name: 'odata',
  ask: (tables, paths) => {
    const odata = { ...tables, at: tables.at.replace('/api/v1/workbooks/', '/odata/') }
    return inTurn(tables, paths, (path) => get(odata, path))
  },
}

export function hiddenODataPaths(column: string): string[] {
  const at = '/people'
  const option = (name: string, text: string) => `${at}?${name}=${encodeURIComponent(text)}`
  const filters = [
    ...['eq', 'ne'].flatMap((operator) => [`${column} ${operator} null`, `${column} ${operator} ${column}`]),
    ...['eq', 'ne', 'lt', 'le', 'gt', 'ge'].flatMap((operator) => [
      `${column} ${operator} 700000000`,
      `${column} ${operator} 'a'`,
      `not (${column} ${operator} 700000000)`,
      `${column} add 1 ${operator} 1`,
    ]),
    `${column} in (1, null)`,
    `${column} in ('a', null)`,
    ...['contains', 'startswith', 'endswith'].flatMap((name) => [
      `${name}(${column},'a')`,
      `not ${name}(${column},'')`,
    ]),
    `length(${column}) gt 3`,
    `indexof(${column},'a') ge 0`,
    `substring(${column},0,1) eq 'a'`,
    `toupper(concat(${column},name)) ne 'A'`,
    `round(${column}) gt 0`,
    `100 div ${column} gt 0`,
    `${column} eq 1 or name eq 'p1'`,
    `${column} mul 99999999999999999 gt 0`,
    `cast(${column},Edm.String) eq 'a'`,
  ]
  const applied = [
    `groupby((${column}))`,
    `groupby((dept),aggregate(${column} with max as m))`,
    `groupby((dept),aggregate(${column} with countdistinct as m))`,
    `aggregate(${column} with sum as m,$count as n)`,
    `filter(${column} ne null)/aggregate($count as n)`,
    `groupby((dept,${column}),aggregate($count as n))/filter(n gt 1)`,
  ]
  return [
    '',
    '/$metadata',
    '/$metadata?$format=json',
    at,
    ...filters.map((filter) => option('$filter', filter)),
    ...filters.slice(0, 6).map((filter) => `${at}/$count?$filter=${encodeURIComponent(filter)}`),
    ...applied.map((apply) => option('$apply', apply)),
    ...[column, `${column} desc`, `length(${column})`].map((order) => `${option('$orderby', order)}&$top=3`),
    option('$select', column),
    `${at}(1)/${column}`,
    `${at}(2)/${column}/$value`,
    `${at}(3)?$select=${column}`,
  ]
}

type Answered = { status: number; bytes: Buffer }

async function inTurn(tables: Tables, asked: readonly string[], ask: (text: string) => Promise<Answered>) {
  const texts: string[] = []
  const leaked = new Set<string | number>()
  let [answered, failures] = [0, 0]
  for (const text of asked) {
    const { status, bytes } = await ask(text)
    if (status < 300) answered++
    // A timeout or a missing engine is a correct answer; any other 5xx is a fault.
    if (status >= 500 && status !== 503 && status !== 504) failures++
    texts.push(`${status} ${withoutChance(bytes.toString('utf8'))}`)
    for await (const piece of unfold(bytes))
      for (const canary of tables.canaries) if (isIn(canary, piece)) leaked.add(canary.value)
  }
  return { text: texts.join('\n'), leaked: [...leaked], answered, failures }
}

/** Ids, hashes and times are others each time. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/\b[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}\b/g, 'id')
    .replaceAll(/"(?:elapsed_ms|request_id|instance|etag|op_id|edit_seq|next_cursor)":\s*(?:"[^"]*"|[\d.]+)/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/skiptoken=[\w-]+/g, 'skiptoken')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')

const get = (tables: Tables, path: string) => send(tables, 'GET', path)
const post = (tables: Tables, path: string, body: object) => send(tables, 'POST', path, body)

async function send({ url, at, asker }: Tables, method: string, path: string, body?: object): Promise<Answered> {
  const response = await fetch(`${url}${at}${path}`, {
    method,
    headers: { authorization: `Bearer ${asker}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}
