import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ROWS = [
  { region: 'a', amount: 1 },
  { region: 'b', amount: 2 },
  { region: 'c', amount: 3 },
]

async function newTable() {
  const made = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const { call, table } = made
  const annotate = (...annotations: object[]) => call('POST', `${table}/annotations`, { annotations, actor: 'Aiko' })
  const list = async (query = '') => (await call('GET', `${table}/annotations?${query}`)).body.annotations
  return { ...made, annotate, list }
}

const CELL = { kind: 'cell', row_id: 2, column: 'amount' }

describe('an annotation', () => {
  test('is put on a cell and returned with all members of its style; the table stays at its version', async () => {
    const { call, table, at, annotate, list } = await newTable()

    const done = await annotate({
      target: CELL,
      style: { bold: true, font_color: '#C00000', font_size: 11, italic: null },
      note: 'checked',
      label: 'review',
    })

    expect(done).toMatchObject({
      status: 200,
      body: {
        applied: 1,
        annotations: [
          {
            annotation_id: expect.stringMatching(/^ann_/),
            target: { kind: 'cell', row_id: 2, column: 'amount', range: null },
            style: { bold: true, italic: null, font_color: '#C00000', font_size: 11, wrap: null },
            note: 'checked',
            label: 'review',
            actor: { name: 'Aiko', credential: 'session' },
          },
        ],
      },
    })
    expect(await list()).toEqual(done.body.annotations)
    expect((await call('GET', table)).body.edit_version).toBe(2)
    const { entries } = (await call('GET', `${at}/audit-log?limit=1`)).body
    expect(entries).toMatchObject([{ action: 'table.annotate', detail: { annotations: 1 }, actor: { name: 'Aiko' } }])
    expect(JSON.stringify(entries)).not.toContain('checked')
  })

  test('of the same target is merged member by member, and null clears nothing', async () => {
    const { annotate, list } = await newTable()
    const first = await annotate({ target: CELL, style: { bold: true, wrap: true }, note: 'one' })

    const done = await annotate(
      { target: CELL, style: { bold: false, wrap: null }, note: null, label: 'x' },
      { target: CELL, style: { italic: true } },
    )

    expect(done.body).toMatchObject({ applied: 2, annotations: [{ note: 'one', label: 'x' }] })
    const [only, ...others] = await list()
    expect(others).toEqual([])
    expect(only).toMatchObject({
      annotation_id: first.body.annotations[0].annotation_id,
      style: { bold: false, italic: true, wrap: true },
      created_at: first.body.annotations[0].created_at,
    })
  })

  test('of a range is on the rows and columns it had, whatever comes before them later', async () => {
    const { call, table, annotate, list } = await newTable()

    const done = await annotate({ target: { kind: 'range', range: 'A3:B9' }, label: 'tail' })
    await call('DELETE', `${table}/rows/1?expected_version=null`)

    expect(done.body.annotations[0].target).toEqual({
      kind: 'range',
      row_id: null,
      column: null,
      range: 'A3:B4',
      columns: ['region', 'amount'],
      row_ids: [2, 3],
    })
    expect(await list()).toEqual(done.body.annotations)
    for (const query of ['row_id=3', 'column=amount', 'row_id=2&column=region'])
      expect(await list(query)).toHaveLength(1)
  })

  test('follows its column through renames and retypes, and its row through deletion and undo', async () => {
    const { call, table, at, annotate, list } = await newTable()
    await annotate({ target: CELL, note: 'cell' }, { target: { kind: 'column', column: 'amount' }, note: 'column' })

    await call('PATCH', `${table}/columns/amount`, { new_name: 'betrag', expected_version: null })
    await call('PATCH', `${table}/columns/betrag`, { type: 'BIGINT', expected_version: null })
    expect(await list('column=betrag')).toMatchObject([
      { target: { column: 'betrag' } },
      { target: { column: 'betrag' } },
    ])
    const deleted = await call('DELETE', `${table}/rows/2?expected_version=null`)
    expect(await list()).toMatchObject([{ note: 'column' }])
    await call('POST', `${at}/ops/${deleted.body.op_id}/undo`)
    expect(await list()).toMatchObject([{ note: 'cell' }, { note: 'column' }])
    await call('DELETE', `${table}/columns/betrag?expected_version=null`)
    expect(await list()).toEqual([])
  })

  test('is found by its column and its row, and page by page', async () => {
    const { call, table, annotate, list } = await newTable()
    await annotate(
      { target: { kind: 'table' }, label: 't' },
      { target: { kind: 'column', column: 'region' }, label: 'c' },
      { target: { kind: 'row', row_id: 2 }, label: 'r' },
      { target: CELL, label: 'x' },
    )
    const labels = (annotations: { label: string }[]) =>
      annotations
        .map(({ label }) => label)
        .sort()
        .join('')

    expect(labels(await list())).toBe('crtx')
    expect(labels(await list('column=region'))).toBe('c')
    expect(labels(await list('row_id=2'))).toBe('rx')
    expect(labels(await list('row_id=2&column=amount'))).toBe('x')
    const pages = []
    for (let cursor = ''; ; ) {
      const { body } = await call('GET', `${table}/annotations?limit=3${cursor && `&cursor=${cursor}`}`)
      pages.push(body.annotations.length)
      if (!body.next_cursor) break
      cursor = body.next_cursor
    }
    expect(pages).toEqual([3, 1])
    expect(await call('GET', `${table}/annotations?column=none`)).toMatchObject({ status: 404, body: { name: 'none' } })
    expect(await call('GET', `${table}/annotations?row_id=9`)).toMatchObject({ status: 404, body: { row_ids: [9] } })
  })

  test('on nothing, of nothing, or out of bounds is refused, and then nothing is written', async () => {
    const { annotate, list } = await newTable()
    const refused: [object, number, string][] = [
      [{ target: { kind: 'column', column: 'none' }, note: 'n' }, 404, 'not_found'],
      [{ target: { kind: 'row', row_id: 9 }, note: 'n' }, 404, 'row_not_found'],
      [{ target: { kind: 'cell', row_id: 1 }, note: 'n' }, 422, 'validation_error'],
      [{ target: { kind: 'row' }, note: 'n' }, 422, 'validation_error'],
      [{ target: { kind: 'range' }, note: 'n' }, 422, 'validation_error'],
      [{ target: { kind: 'range', range: 'A1:B1' }, note: 'n' }, 400, 'range_out_of_bounds'],
      [{ target: { kind: 'range', range: 'Z1:Z9' }, note: 'n' }, 400, 'range_out_of_bounds'],
      [{ target: { kind: 'table' } }, 422, 'validation_error'],
      [{ target: { kind: 'table' }, style: { font_color: 'red' } }, 422, 'validation_error'],
      [{ target: { kind: 'table' }, style: { font_size: 5 } }, 422, 'validation_error'],
      [{ target: { kind: 'table' }, note: 'x'.repeat(2001) }, 422, 'validation_error'],
    ]

    for (const [annotation, status, code] of refused)
      expect(await annotate({ target: CELL, note: 'first' }, annotation)).toMatchObject({ status, body: { code } })
    expect(await list()).toEqual([])
  })

  test('is taken away by its id or by what it is on; what is not there is counted', async () => {
    const { call, table, annotate, list } = await newTable()
    const targets = [CELL, { kind: 'row', row_id: 1 }, { kind: 'range', range: 'A2:A3' }, { kind: 'table' }]
    const { body } = await annotate(...targets.map((target) => ({ target, note: 'n' })))

    const first = await call('POST', `${table}/annotations/delete`, {
      targets: [{ annotation_id: body.annotations[0].annotation_id }, { kind: 'row', row_id: 2 }],
    })
    const second = await call('DELETE', `${table}/annotations`, {
      targets: [
        { kind: 'row', row_id: 1 },
        { kind: 'range', range: 'A2:A3' },
      ],
    })

    expect(first).toMatchObject({ status: 200, body: { deleted: 1, missing: 1 } })
    expect(second).toMatchObject({ status: 200, body: { deleted: 2, missing: 0 } })
    expect(await list()).toMatchObject([{ target: { kind: 'table' } }])
    expect((await call('POST', `${table}/annotations/delete`, { targets: [{}] })).status).toBe(422)
  })

  test('is written by editors and seen by viewers, under both paths of a table', async () => {
    const { owner, table, at, annotate } = await newTable()
    const viewer = await service.newPerson()
    await owner.call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
    await annotate({ target: CELL, note: 'n' })

    const body = { annotations: [{ target: CELL, note: 'other' }] }
    expect(await viewer.call('POST', `${table}/annotations`, body)).toMatchObject({ status: 403 })
    const seen = await viewer.call('GET', `${table.replace('/tables/', '/artifacts/')}/annotations`)
    expect(seen.body.annotations).toMatchObject([{ note: 'n' }])
  })
})
