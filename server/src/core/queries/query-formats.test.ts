import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { manifestIn, newSales } from '../../../test/new-sales.ts'
import { startService } from '../../../test/service.ts'

const service = startService({ patience: { stalledMs: 4_000 } })

const NDJSON = 'application/x-ndjson'
const ARROW = 'application/vnd.apache.arrow.stream'

/** Asks as a program that wants bytes. */
async function newAsker() {
  const made = await newSales(service)
  const ask = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url()}${made.at}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.owner.session}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { response, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { ...made, ask }
}

type FormatClient = Awaited<ReturnType<typeof newAsker>>

test('NDJSON is the rows, a line each, with the manifest in a header', async () => {
  const { ask, query } = await newAsker()
  const sql = 'SELECT region, amount FROM sales ORDER BY amount'

  const named = await ask({ sql, format: 'ndjson', limit: 2 })
  const accepted = await ask({ sql, limit: 2 }, { accept: `text/html, ${NDJSON};q=0.9, */*;q=0.1` })
  const arrays = await ask({ sql, format: 'ndjson', shape: 'arrays' })

  expect(named.headers.get('content-type')).toBe(NDJSON)
  expect(named.bytes.toString()).toBe('{"region":"east","amount":"1.00"}\n{"region":"west","amount":"3.25"}\n')
  expect(accepted.bytes).toEqual(named.bytes)
  expect(arrays.bytes.toString().split('\n')[0]).toBe('["east","1.00"]')
  const { rows: _, ...manifest } = (await query(sql, { limit: 2 })).body
  expect(manifestIn(named.headers)).toEqual({
    ...manifest,
    id: named.headers.get('x-svc-result-id'),
    format: 'ndjson',
    next_offset: 2,
    elapsed_ms: expect.any(Number),
    created_at: expect.any(String),
    expires_at: expect.any(String),
  })
})

test('Arrow is a stream of its own kind, also for no rows at all', async () => {
  const { ask } = await newAsker()

  const named = await ask({ sql: 'SELECT * FROM sales', format: 'arrow' })
  const accepted = await ask({ sql: 'SELECT * FROM sales WHERE false' }, { accept: ARROW })

  for (const { headers, bytes } of [named, accepted]) {
    expect(headers.get('content-type')).toBe(ARROW)
    // The continuation marker before a message, and the marker of the end.
    expect(bytes.readInt32LE(0)).toBe(-1)
    expect(bytes.subarray(-8)).toEqual(Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]))
  }
  expect(manifestIn(accepted.headers)).toMatchObject({ format: 'arrow', row_count: 0, next_offset: null })
})

test('what the body names wins over what the client accepts', async () => {
  const { ask } = await newAsker()

  const { headers } = await ask({ sql: 'SELECT 1', format: 'json' }, { accept: ARROW })

  expect(headers.get('content-type')).toContain('application/json')
})

test.each(['ndjson', 'arrow'])(
  'a large page as %s comes while the query runs; the whole manifest is kept with its result',
  async (format) => {
    const { ask, call } = await newAsker()
    const sql = "SELECT i, repeat('x', 50) AS text FROM range(100000) r(i) ORDER BY i"

    const { response, headers, bytes } = await ask({ sql, format, limit: 80_000 })

    expect(response.status).toBe(200)
    expect(bytes.length).toBeGreaterThan(4_000_000)
    expect(manifestIn(headers)).toMatchObject({
      format,
      columns: [{ name: 'i' }, { name: 'text' }],
      limit: 80_000,
      row_count: null,
      truncated: null,
      next_offset: null,
      elapsed_ms: null,
    })
    if (format === 'ndjson') expect(bytes.toString().trimEnd().split('\n').length).toBe(80_000)
    const kept = await call('GET', `/api/v1/results/${headers.get('x-svc-result-id')}?format=json&offset=99999`)
    expect(kept.body).toMatchObject({
      row_count: 100_000,
      truncated: false,
      elapsed_ms: expect.any(Number),
      rows: [{ i: 99_999 }],
    })
  },
)

/** Asks for lines and does something with the answer as soon as it has begun; tells how it ended. */
function askAndThen({ owner, at }: FormatClient, body: object, then: (response: IncomingMessage) => void) {
  return new Promise<{ status: number | undefined; bytes: number; isWhole: boolean }>((resolve) => {
    const asking = request(`${service.url()}${at}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
    })
    asking.on('error', () => {})
    asking.on('response', (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      response.once('data', () => then(response))
      response.on('error', () => {})
      response.on('close', () => resolve({ status: response.statusCode, bytes, isWhole: response.complete }))
    })
    asking.end(JSON.stringify({ format: 'ndjson', limit: 1_000_000, timeout_ms: 120_000, ...body }))
  })
}

const ENDLESS = "SELECT i, repeat('x', 1000) AS text FROM range(100000000) r(i)"

test('a query that fails after its first rows breaks the connection, and keeps nothing', async () => {
  const asker = await newAsker()
  const sql = "SELECT i, CASE WHEN i < 90000 THEN repeat('x', 100) ELSE error('late') END AS t FROM range(100000) r(i)"

  const answer = await askAndThen(asker, { sql }, () => {})

  expect(answer.status).toBe(200)
  expect(answer.bytes).toBeGreaterThan(1_000_000)
  expect(answer.isWhole).toBe(false)
  const { rowCount } = await service.running.admin.query('select from result where workbook_id = $1', [
    asker.workbookId,
  ])
  expect(rowCount).toBe(0)
})

test('clients that go away in the middle of a page end their queries, and make room for others', async () => {
  const asker = await newAsker()

  // More than an engine runs at once: were they still running, the next one would wait for them.
  await Promise.all(
    Array.from({ length: 6 }, () => askAndThen(asker, { sql: ENDLESS }, (response) => response.destroy())),
  )

  expect(await asker.rowsOf('SELECT count(*) AS n FROM sales', { timeout_ms: 5_000 })).toEqual([{ n: 3 }])
})

test('a client that stops reading is not waited for for ever', async () => {
  const asker = await newAsker()
  const begun = performance.now()

  const answer = await askAndThen(asker, { sql: ENDLESS }, (response) => {
    response.pause()
    setTimeout(() => response.resume(), 12_000)
  })

  expect(answer.isWhole).toBe(false)
  expect(performance.now() - begun).toBeLessThan(60_000)
})

test('the manifest of a very wide result fits into a header, without its lists', async () => {
  const { ask } = await newAsker()
  const columns = Array.from({ length: 500 }, (_, n) => `${n} AS "a rather long name of column ${n}"`)

  const { headers, bytes } = await ask({ sql: `SELECT ${columns.join(', ')}`, format: 'ndjson' })

  expect(manifestIn(headers)).toMatchObject({ columns: null, tables: null, row_count: 1 })
  expect(Object.keys(JSON.parse(bytes.toString())).length).toBe(500)
})
