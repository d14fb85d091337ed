import { describe, expect, test } from 'vitest'
import { newTable } from '../new-table.ts'
import { startService } from '../service.ts'
import { expectBounds, expectRequired, text } from './body-limits.ts'

/** Bodies that change tables, snapshots and versions: what is required, what may be null, every limit. */
const service = startService()

const newSales = () =>
  newTable(service, { columns: [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }], rows: [{ region: 'east' }] })

describe('the body that creates a table', () => {
  test('needs a name of 1 to 200 characters and 1 to 200 columns, of type VARCHAR when nothing is said', async () => {
    const { call, at } = await newSales()
    const request = { call, method: 'POST', path: `${at}/tables`, body: { name: 'other', columns: [{ name: 'a' }] } }
    const columns = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `c${n}` }))

    await expectRequired(request, ['name', 'columns'])
    await expectBounds(request, [
      { field: 'name', accepted: ['x', text(200)], refused: ['', text(201)] },
      { field: 'columns', refused: [[], columns(201), [{}], [{ name: '' }], [{ name: text(201) }]] },
    ])
    const widest = await call('POST', `${at}/tables`, { name: 'widest', columns: columns(200) })
    const longest = await call('POST', `${at}/tables`, { name: 'longest', columns: [{ name: text(200) }] })

    expect([widest.status, longest.status]).toEqual([201, 201])
    expect((await call('GET', `${at}/tables/longest/columns`)).body.columns).toMatchObject([
      { name: text(200), type: 'VARCHAR' },
    ])
  })
})

describe('the body that adds a column', () => {
  test('needs a name of 1 to 200 characters and a version; the type is VARCHAR and the default null unless said', async () => {
    const { call, table } = await newSales()
    const body = { column: 'plain', expected_version: null }
    const request = { call, method: 'POST', path: `${table}/columns`, body }

    await expectRequired(request, ['column', 'expected_version'])
    await expectBounds(request, [
      { field: 'column', accepted: ['x', text(200)], refused: ['', text(201)] },
      { field: 'actor', refused: [text(201)] },
    ])
    const named = { ...body, column: 'named', actor: text(200), default: null }

    expect((await call('POST', `${table}/columns`, body)).status).toBe(201)
    expect((await call('POST', `${table}/columns`, named)).status).toBe(201)
    expect((await call('POST', `${table}/columns`, { ...body, column: 'none', actor: null })).status).toBe(201)
    const { columns } = (await call('GET', `${table}/columns`)).body
    expect(columns.slice(-3)).toMatchObject([{ name: 'plain', type: 'VARCHAR' }, { name: 'named' }, { name: 'none' }])
    expect((await call('GET', `${table}/rows`)).body.rows).toMatchObject([{ plain: null, named: null }])
  })
})

describe('the body that changes a column', () => {
  test('needs a version, and a name of at most 200 characters or a type of at most 50', async () => {
    const { call, table } = await newSales()
    const path = `${table}/columns/amount`
    const alter = (body: object) => call('PATCH', path, { expected_version: null, ...body })

    await expectRequired({ call, method: 'PATCH', path, body: { expected_version: null, type: 'BIGINT' } }, [
      'expected_version',
    ])
    for (const body of [{ new_name: text(201) }, { type: 'BIGINT'.padEnd(51) }, { type: 'BIGINT', actor: text(201) }])
      expect((await alter(body)).status).toBe(422)

    expect((await alter({ type: 'BIGINT'.padEnd(50), new_name: null, actor: text(200) })).status).toBe(200)
    expect((await alter({ new_name: text(200), type: null, actor: null })).status).toBe(200)
  })
})

describe('the body that writes a range', () => {
  test('needs a range of 2 to 30 characters, 1 to 1000 rows of at most 1000 values, and a version', async () => {
    const { call, table } = await newSales()
    const rows = (count: number) => Array.from({ length: count }, (_, n) => [`r${n}`])
    const body = { range: 'A2', values: [['x']], expected_version: null }
    const request = { call, method: 'PUT', path: `${table}/a1`, body }

    await expectRequired(request, ['range', 'values', 'expected_version'])
    await expectBounds(request, [
      { field: 'range', accepted: ['A2', 'A2:A2'], refused: ['A'] },
      { field: 'values', accepted: [rows(1000)], refused: [[], rows(1001), [Array(1001).fill('x')], ['x']] },
      { field: 'actor', accepted: [null, text(200)], refused: [text(201)] },
    ])
    // Longer ones are no ranges either, so the reason tells whether the limit holds.
    const mistakes = async (range: string) => {
      const { errors } = (await call('PUT', `${table}/a1`, { ...body, range })).body
      return errors.map(({ code }: { code: string }) => code)
    }
    expect(await mistakes(text(31))).toContain('maxLength')
    expect(await mistakes(text(30))).not.toContain('maxLength')
  })

  test('takes a row of 1000 values, and refuses it only where the table has fewer columns', async () => {
    const { call, table } = await newSales()

    const wide = await call('PUT', `${table}/a1`, { range: 'A2', values: [Array(1000).fill('x')], expected_version: 2 })

    expect(wide).toMatchObject({ status: 400, body: { code: 'range_out_of_bounds' } })
  })
})

describe('the bodies that annotate', () => {
  test('set and take away 1 to 500 at once, with an actor of at most 200 characters', async () => {
    const { call, table } = await newSales()
    const path = `${table}/annotations`
    const annotation = { target: { kind: 'column', column: 'region' }, style: { bold: true } }
    const many = (count: number, one: object) => Array.from({ length: count }, () => one)
    const annotate = { call, method: 'POST', path, body: { annotations: [annotation] } }
    const remove = { call, method: 'POST', path: `${path}/delete`, body: { targets: [annotation.target] } }

    await expectRequired(annotate, ['annotations'])
    await expectBounds(annotate, [
      { field: 'annotations', accepted: [many(500, annotation)], refused: [[], many(501, annotation)] },
      { field: 'actor', accepted: [null, text(200)], refused: [text(201)] },
    ])
    await expectRequired(remove, ['targets'])
    await expectBounds(remove, [
      {
        field: 'targets',
        accepted: [many(500, annotation.target)],
        refused: [[], many(501, annotation.target), ['region']],
      },
    ])
  })
})

describe('the bodies that describe a table and a column', () => {
  test('take a text or null', async () => {
    const { call, table } = await newSales()

    for (const path of [`${table}/description`, `${table}/columns/region/description`])
      await expectBounds({ call, method: 'PUT', path, body: {} }, [
        { field: 'description', accepted: ['What we sold', null], refused: [7] },
      ])
  })
})

describe('the body that commits a snapshot', () => {
  test('needs a summary, and is of the type transform unless another is said', async () => {
    const { call, at, write } = await newSales()
    const request = { call, method: 'POST', path: `${at}/snapshots`, body: { summary: 'month end' } }

    await expectRequired(request, ['summary'])
    const usual = await call('POST', `${at}/snapshots`, { summary: 'month end' })
    await write({ rows: [{ region: 'west' }] })
    const other = await call('POST', `${at}/snapshots`, { summary: 'by hand', event_type: 'manual' })

    expect([usual.body.event_type, other.body.event_type]).toEqual(['transform', 'manual'])
  })
})

describe('the body that commits a version', () => {
  test('needs a label of 1 to 120 characters, and takes a summary of at most 500', async () => {
    const { call, at } = await newSales()
    const request = { call, method: 'POST', path: `${at}/versions`, body: { label: 'first' } }
    const commit = (body: object) => call('POST', `${at}/versions`, body)

    await expectRequired(request, ['label'])
    await expectBounds(request, [{ field: 'label', accepted: ['x', text(120)], refused: ['', text(121)] }])

    expect((await commit({ label: 'short', summary: null })).status).toBe(201)
    expect((await commit({ label: 'long', summary: text(500) })).status).toBe(201)
    expect((await commit({ label: 'longer', summary: text(501) })).status).toBe(422)
  })
})
