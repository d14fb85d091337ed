import pg from 'pg'
import { expect, test } from 'vitest'
import { newSales } from '../../../test/new-sales.ts'
import { connectPg } from '../../../test/pg-clients.ts'
import { type PgExpression, pgExpressions } from '../../../test/pg-expressions.ts'
import { startService } from '../../../test/service.ts'

const service = startService({
  settings: {
    pg: { host: '127.0.0.1', port: 0, tls: null, connections: 50, connectionsPerCredential: 40, messageBytes: 2 ** 26 },
  },
})

async function newClient() {
  const { owner, at } = await newSales(service)
  const password = await service.newToken(owner, { rate_limit_per_minute: 10_000 })
  return connectPg({ port: service.running.apis[0]?.pgPort ?? 0, database: at.split('/').at(-1) ?? '', password })
}

async function newPostgres() {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query("SET TimeZone = 'UTC'")
  return client
}

/** Every value as the text that the server sent. */
async function answerOf(client: pg.Client, { sql, values }: PgExpression) {
  try {
    const types = { getTypeParser: () => (text: string) => text }
    const { rows } = await client.query({ text: sql, values: [...values], rowMode: 'array', types })
    return { rows: rows.map((row: (string | null)[]) => row.map(canonical)) }
  } catch (error) {
    // Safe: pg rejects with errors only.
    return { error: (error as { code?: string }).code ?? String(error) }
  }
}

/** A number is compared by its value to 12 digits: how many zeros follow it depends on the type that holds it. */
function canonical(text: string | null): string | null {
  if (text === null) return null
  if (!/^-?\d+\.?\d*(?:e[-+]?\d+)?$/i.test(text) || text.length > 30) return text
  return /^-?[1-9]\d{0,17}$/.test(text) ? text : String(Number(Number(text).toPrecision(12)) + 0)
}

test('every expression is answered as PostgreSQL answers it, or refused', { timeout: 120_000 }, async () => {
  const [postgres, client] = await Promise.all([newPostgres(), newClient()])
  const different: string[] = []
  let same = 0
  for (const expression of pgExpressions()) {
    const [right, given] = await Promise.all([answerOf(postgres, expression), answerOf(client, expression)])
    if (given.error !== undefined) continue
    if (JSON.stringify(right) === JSON.stringify(given)) same += 1
    else
      different.push(
        `${expression.sql} ${expression.values} -> ${JSON.stringify(given)}; PostgreSQL ${JSON.stringify(right)}`,
      )
  }
  await Promise.all([postgres.end(), client.end()])

  expect(different).toEqual([])
  expect(same).toBeGreaterThan(1_500)
})
