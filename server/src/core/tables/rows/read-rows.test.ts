import { tableFromIPC } from 'apache-arrow'
import { describe, expect, test } from 'vitest'
import { newTable as newTableIn, PRICED_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = (rows: object[] = []) => newTableIn(service, { columns: PRICED_SALES, rows })

describe('reading rows', () => {
  const TEN = Array.from({ length: 10 }, (_, n) => ({ region: n % 2 ? 'odd' : 'even', amount: 10 - n }))

  test('one by its id', async () => {
    const { call, table } = await newTable([{ region: 'east', amount: 1 }])

    expect((await call('GET', `${table}/rows/1`)).body).toEqual({
      row: { region: 'east', amount: 1, price: null, note: null, __svc_row_id: 1 },
      edit_version: 2,
    })
    expect(await call('GET', `${table}/rows/2`)).toMatchObject({
      status: 404,
      body: { code: 'row_not_found', row_ids: [2] },
    })
  })

  test('pages through a cursor without gaps, however it is ordered and filtered, while others write', async () => {
    const { call, table, write } = await newTable(TEN)

    for (const query of [
      '',
      'order_by=-region,amount',
      `filter=${encodeURIComponent('{"column":"amount","op":">","value":3}')}`,
    ]) {
      const whole = (await call('GET', `${table}/rows?${query}&limit=1000`)).body.rows
      const seen: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await call('GET', `${table}/rows?${query}&limit=3${cursor && `&cursor=${cursor}`}`)
        expect(body.row_count).toBe(whole.length)
        seen.push(...body.rows)
        cursor = body.next_cursor
        if (seen.length === 3) await write({ rows: [{ __svc_row_id: 1, price: seen.length }] })
      }
      expect(seen.map((row) => (row as { __svc_row_id: number }).__svc_row_id)).toEqual(
        whole.map((row: { __svc_row_id: number }) => row.__svc_row_id),
      )
    }
  })

  test('a cursor fits its own question only', async () => {
    const { call, table } = await newTable(TEN)
    const { body } = await call('GET', `${table}/rows?limit=3`)

    expect((await call('GET', `${table}/rows?cursor=${body.next_cursor}&order_by=amount`)).body.code).toBe(
      'invalid_cursor',
    )
    expect((await call('GET', `${table}/rows?cursor=${body.next_cursor}&offset=2`)).status).toBe(422)
  })

  test('by offset, chosen columns, order and filter', async () => {
    const { call, table } = await newTable(TEN)
    const filter = encodeURIComponent(
      JSON.stringify({
        and: [
          { column: 'region', op: 'starts_with', value: 'o' },
          { not: { column: 'amount', op: 'in', value: [1, '3'] } },
        ],
      }),
    )

    const page = await call(
      'GET',
      `${table}/rows?offset=1&limit=1&columns=amount&order_by=amount&filter=${filter}&include_row_ids=false`,
    )

    expect(page.body).toMatchObject({ row_count: 3, columns: [{ name: 'amount' }], rows: [{ amount: 7 }] })
  })

  test('columns of any name are chosen and ordered by a JSON list, and a minus in a name does not mean descending', async () => {
    const names = ['a,b', '-n', 'n', '["a"]', '売上 "月"']
    const columns = names.map((name) => ({ name, type: name.endsWith('n') ? 'BIGINT' : 'VARCHAR' }))
    const rows = [1, 2, 3].map((n) => ({
      ...Object.fromEntries(names.map((name) => [name, `${name} ${n}`])),
      n,
      '-n': n % 3,
    }))
    const { call, table } = await newTableIn(service, { columns, rows })
    const ask = async (columns: unknown, order: unknown) => {
      const query = new URLSearchParams({ columns: JSON.stringify(columns), order_by: JSON.stringify(order) })
      return call('GET', `${table}/rows?${query}&include_row_ids=false`)
    }
    const ordered = async (...order: unknown[]) => (await ask(['n'], order)).body.rows.map(({ n }: { n: number }) => n)

    for (const name of names) expect((await ask([name], [name])).body.columns).toMatchObject([{ name }])
    expect(await ordered({ column: 'n', direction: 'desc' })).toEqual([3, 2, 1])
    expect(await ordered({ column: '-n' })).toEqual([3, 1, 2])
    expect(await ordered('-n')).toEqual([3, 1, 2])
    expect(await ordered({ column: '-n', direction: 'desc' })).toEqual([2, 1, 3])
    expect(await ordered('--n')).toEqual([2, 1, 3])
    expect(await ask(['n', 'nothing'], ['n'])).toMatchObject({ status: 400, body: { code: 'unknown_column' } })
    expect((await ask([], ['n'])).status).toBe(422)
  })

  test('refuses what it cannot ask', async () => {
    const { call, table } = await newTable()
    const ask = (query: string) => call('GET', `${table}/rows?${query}`)
    const filtered = (filter: unknown) => ask(`filter=${encodeURIComponent(JSON.stringify(filter))}`)

    expect(await ask('columns=nothing')).toMatchObject({ status: 400, body: { code: 'unknown_column' } })
    expect(await ask('order_by=-nothing')).toMatchObject({ status: 400, body: { code: 'unknown_column' } })
    expect(await filtered({ column: 'nothing', op: 'is_null' })).toMatchObject({
      status: 400,
      body: { code: 'unknown_column' },
    })
    expect(await filtered({ column: 'amount', op: '=', value: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'uncastable_value' },
    })
    for (const query of ['filter=x', 'limit=0', 'limit=10001', 'offset=-1']) expect((await ask(query)).status).toBe(422)
    for (const filter of [
      [],
      { column: 'amount' },
      { column: 'amount', op: 'like', value: '1' },
      { column: 'amount', op: 'contains', value: '1' },
    ])
      expect((await filtered(filter)).status).toBe(422)
  })

  test('as lines of JSON and as CSV', async () => {
    const { call, table } = await newTable([
      { region: 'a,"b"', amount: 1 },
      { region: '=1+1', price: 2 },
      { region: '' },
    ])

    const lines = await call('GET', `${table}/rows?format=ndjson&columns=region,amount`)
    const csv = await call('GET', `${table}/rows?format=csv&columns=region,price`)

    expect(lines.headers.get('content-type')).toBe('application/x-ndjson')
    expect(lines.body.split('\n')[0]).toBe('{"region":"a,\\"b\\"","amount":1,"__svc_row_id":1}')
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(csv.body).toBe('region,price,__svc_row_id\r\n"a,""b""",,1\r\n\'=1+1,2.00,2\r\n"",,3\r\n')
  })

  test('as Arrow, by name or by what the client accepts', async () => {
    const { call, table, owner } = await newTable([{ region: 'east', amount: 1 }, { region: null }])
    const bytes = async (query: string, accept?: string) => {
      const headers = { authorization: `Bearer ${owner.session}`, ...(accept ? { accept } : {}) }
      const response = await fetch(`${service.url()}${table}/rows?${query}`, { headers })
      return { type: response.headers.get('content-type'), body: new Uint8Array(await response.arrayBuffer()) }
    }

    const named = await bytes('format=arrow&columns=region,amount')
    const accepted = await bytes('columns=region,amount', 'application/vnd.apache.arrow.stream')
    const none = await call('GET', `${table}/rows?format=json&limit=1&offset=5`)

    expect(named.type).toBe('application/vnd.apache.arrow.stream')
    expect(accepted).toEqual(named)
    expect(
      tableFromIPC(named.body)
        .toArray()
        .map((row) => ({ ...row.toJSON() })),
    ).toEqual([
      { region: 'east', amount: 1, __svc_row_id: 1n },
      { region: null, amount: null, __svc_row_id: 2n },
    ])
    expect(none.body.rows).toEqual([])
  })
})
