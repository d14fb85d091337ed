import pg from 'pg'
import { newPerson } from '../server/test/person.ts'
import { connectPg } from '../server/test/pg-clients.ts'
import { pgExpressions } from '../server/test/pg-expressions.ts'
import { runService } from '../server/test/start-service.ts'
import { type Answer, compare } from './pg-differential/compare.ts'
import { type Generated, statement } from './pg-differential/grammar.ts'
import { COLUMNS, rows } from './pg-differential/rows.ts'
import { randomFrom } from './pg-wire/random-messages.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const GENERATED = { short: 2_000, long: 30_000 }
const MOST_REFUSED_SHARE = 0.25
const SHOWN = 30
const CONTROL = 600

type Ask = (generated: Generated) => Promise<Answer>

/** PostgreSQL and the PostgreSQL door are asked the same statements over the same rows, through the same client library. */
export const proof: Proof = {
  promise: 'Whatever SQL a PostgreSQL client sends, the answer is that of PostgreSQL, or a refusal',
  isQuick: false,
  minutes: 5,
  about: ['server/src/doors/pg-wire/sql', 'server/src/engine/duckdb-program/encode'],
  bars: { refused_share: MOST_REFUSED_SHARE },
  measure: (options) => judged(options, false),
  // The SQL is sent as it is to the engine, which reads much of it and answers in its own way.
  control: (options) => judged({ ...options, isLong: false }, true),
  holds: ({ statements, different, refused_share }) =>
    Number(statements) >= 2_000 && different === 0 && Number(refused_share) < MOST_REFUSED_SHARE,
}

async function judged({ isLong, say }: ProofOptions, isUntranslated: boolean): Promise<Figures> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  say(`SEED=${seed}`)
  const random = randomFrom(seed)
  const count = isUntranslated ? CONTROL : isLong ? GENERATED.long : GENERATED.short
  const generated = Array.from({ length: count }, () => statement(random))
  const fixed = (isUntranslated ? [] : pgExpressions()).map(({ sql, values }) => ({
    sql,
    values: values.map((value) => value ?? ''),
  }))
  const postgres = await newPostgres()
  const ours = await newWorkbook(isUntranslated)
  const counts = { equal: 0, refused: 0, different: 0 }
  const codes = new Map<string, number>()
  let answered = 0
  try {
    for (const each of [...generated, ...fixed]) {
      const [right, given] = await Promise.all([postgres.ask(each), ours.ask(each)])
      const verdict = compare(right, given)
      counts[verdict] += 1
      if (!('error' in right) && verdict === 'equal') answered += 1
      if (verdict === 'refused' && 'error' in given)
        codes.set(given.error.message, (codes.get(given.error.message) ?? 0) + 1)
      if (verdict === 'different' && counts.different <= SHOWN && !isUntranslated)
        say(`${each.sql} ${JSON.stringify(each.values)}\n  PostgreSQL ${shown(right)}\n  here       ${shown(given)}`)
    }
  } finally {
    await Promise.all([postgres.close(), ours.close()])
  }
  const frequent = [...codes].toSorted(([, one], [, other]) => other - one).slice(0, 10)
  if (!isUntranslated) for (const [message, count] of frequent) say(`refused ${count}: ${message}`)
  const statements = counts.equal + counts.refused + counts.different
  return {
    statements,
    ...counts,
    answered_equal: answered,
    refused_share: round(counts.refused / statements),
    postgres: postgres.version,
  }
}

const round = (share: number) => Math.round(share * 1_000) / 1_000
const shown = (answer: Answer) => JSON.stringify(answer).slice(0, 700)

async function newPostgres() {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query("SET TimeZone = 'UTC'; SET statement_timeout = '20s'")
  await client.query(
    `CREATE TEMP TABLE kinds (${COLUMNS.map(({ name, postgres }) => `${name} ${postgres}`).join(', ')})`,
  )
  const names = COLUMNS.map(({ name }) => name)
  for (const row of rows())
    await client.query(
      `INSERT INTO kinds VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      names.map((name) => row[name] ?? null),
    )
  const { rows: found } = await client.query('SHOW server_version')
  return { ask: askOf(client), close: () => client.end(), version: String(found[0].server_version) }
}

async function newWorkbook(isUntranslated: boolean) {
  const door = {
    host: '127.0.0.1',
    port: 0,
    tls: null,
    connections: 50,
    connectionsPerCredential: 40,
    messageBytes: 2 ** 26,
  }
  const service = await runService({ settings: { pg: door }, checkResponses: false })
  const owner = await newPerson(service.urls[0] ?? '')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Differential' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, {
    name: 'kinds',
    columns: COLUMNS.map(({ name, type }) => ({ name, type })),
  })
  await owner.call('POST', `${at}/tables/kinds/rows`, { expected_version: null, rows: rows() })
  const token = await owner.call('POST', '/api/v1/me/tokens', {
    name: 'proof',
    scopes: ['*'],
    rate_limit_per_minute: 10_000,
  })
  const password = token.body.token ?? owner.session
  const client = await connectPg({ port: service.apis[0]?.pgPort ?? 0, database: body.workbook_id, password })
  const untranslated: Ask = async ({ sql, values }) => {
    const sent = await owner.call('POST', `${at}/query`, { sql, params: values, shape: 'arrays' })
    if (sent.status !== 200) return { error: { code: '0A000', message: String(sent.body.code) } }
    return { names: [], types: [], rows: sent.body.rows.map((row: unknown[]) => row.map(textOf)) }
  }
  const close = async () => {
    await client.end()
    await service.close()
  }
  return { ask: isUntranslated ? namesFrom(askOf(client), untranslated) : askOf(client), close }
}

/** Only the values are judged: names and types are those of the door. */
const namesFrom =
  (door: Ask, engine: Ask): Ask =>
  async (generated) => {
    const [named, given] = [await door(generated), await engine(generated)]
    return 'error' in named || 'error' in given ? given : { ...given, names: named.names, types: named.types }
  }

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'boolean' ? (value ? 't' : 'f') : String(value)

/** Every value as the text that the server sent. */
function askOf(client: pg.Client): Ask {
  const types = { getTypeParser: () => (text: string) => text }
  return async ({ sql, values }) => {
    try {
      const answer = await client.query({ text: sql, values, rowMode: 'array', types })
      const { fields } = answer
      return {
        names: fields.map(({ name }) => name),
        types: fields.map(({ dataTypeID }) => dataTypeID),
        rows: /ORDER BY/i.test(sql) ? answer.rows : answer.rows.toSorted(),
      }
    } catch (error) {
      // Safe: pg rejects with errors only.
      const { code = '', message } = error as { code?: string; message: string }
      return { error: { code, message } }
    }
  }
}
