import { expect, test, vi } from 'vitest'
import { bytesOf } from '../../../../../spreadsheet/src/byte-source.ts'
import { packedEntry } from '../../../../../spreadsheet/src/write/edit/packed-entry.ts'
import { readZipDirectory } from '../../../../../spreadsheet/src/zip/zip-directory.ts'
import { makeXlsx } from '../../../../../spreadsheet/test/make-xlsx.ts'
import { newStaff } from '../../../../test/new-staff.ts'
import { pythonSettings } from '../../../../test/python-runtime.ts'
import { startService } from '../../../../test/service.ts'
import { uploadTo } from '../../../../test/upload.ts'

// The first sandbox of a node is tried out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const service = startService({ settings: pythonSettings() })

const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`
const STYLES =
  '<fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill/></fills><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0"/></cellXfs>'

/** Three orders and their sum; the price of the first is in B2. */
function orders(): Buffer {
  const rows = [
    `<row r="1">${text('A1', 'item')}${text('B1', 'price')}${text('C1', 'count')}${text('D1', 'total')}</row>`,
    ...[
      ['Bread', 120, 2],
      ['Milk', 340, 3],
      ['Eggs', 275, 4],
    ].map(
      ([item, price, count], n) =>
        `<row r="${n + 2}">${text(`A${n + 2}`, String(item))}<c r="B${n + 2}"><v>${price}</v></c><c r="C${n + 2}"><v>${count}</v></c><c r="D${n + 2}"><f>B${n + 2}*C${n + 2}</f><v>${Number(price) * Number(count)}</v></c></row>`,
    ),
    '<row r="7"><c r="F7"><f>SUM(D2:D4)</f><v>2360</v></c><c r="G7"><f>F7*1.1</f><v>2596</v></c></row>',
  ]
  return makeXlsx({ rows: rows.join(''), styles: STYLES, parts: { 'xl/media/picture.png': 'not really a picture' } })
}

async function uploaded() {
  const { id, owner } = await service.newWorkbook()
  const sources = `/api/v1/workbooks/${id}/sources`
  const file = new Uint8Array(orders())
  const { body } = await uploadTo(service.url(), owner.session, sources, { bytes: file, filename: 'orders.xlsx' })
  const at = `${sources}/${body.source.source_id}`
  const download = async () => {
    const response = await fetch(`${service.url()}${at}/download`, {
      headers: { authorization: `Bearer ${owner.session}` },
    })
    return Buffer.from(await response.arrayBuffer())
  }
  return { call: owner.call, at, file: Buffer.from(file), download, workbook: `/api/v1/workbooks/${id}`, body }
}

/** Parts as they are packed. */
function partsIn(file: Buffer): Map<string, string> {
  const bytes = bytesOf(file)
  return new Map(
    [...readZipDirectory(bytes).values()].map((entry) => [
      entry.name,
      Buffer.concat([...packedEntry(bytes, entry).bytes()]).toString('base64'),
    ]),
  )
}

const valuesOf = (changes: { cell: string; before: { value: unknown }; after: { value: unknown } }[]) =>
  changes.map(({ cell, before, after }) => [cell, before.value, after.value])

const EDITS = [
  { range: 'B2', value: 200 },
  { range: 'C2', number_format: '0.00', bold: true },
]

test('a dry run reports every cell that would be another and writes nothing; the write does the same', async () => {
  const { call, at, file, download } = await uploaded()

  const tried = await call('POST', `${at}/edit`, { edits: EDITS, dry_run: true })
  const still = await download()
  const done = await call('POST', `${at}/edit`, { edits: EDITS, expected_revision: 1 })

  expect(tried.status).toBe(200)
  expect(valuesOf(tried.body.changes)).toEqual([
    ['B2', 120, 200],
    ['C2', 2, 2],
    ['D2', 240, 400],
    ['F7', 2360, 2520],
    ['G7', 2596, 2772],
  ])
  expect(tried.body.changes[3]).toMatchObject({ computed: true, from: ['表!D2'], step: 2 })
  expect(tried.body.changes[1].after).toMatchObject({ number_format: '0.00', bold: true })
  expect(tried.body).toMatchObject({ revision: 1, not_computed: [], dry_run: true })
  expect(still.equals(file)).toBe(true)
  expect(done.body.changes).toEqual(tried.body.changes)
  expect(done.body).toMatchObject({ revision: 2, dry_run: false, source: { revision: 2 } })
})

test('parts that are not touched keep their bytes, and the tables of the file follow', async () => {
  const { call, at, file, download, workbook, body } = await uploaded()

  const { body: done } = await call('POST', `${at}/edit`, { edits: EDITS })

  const [before, after] = [partsIn(file), partsIn(await download())]
  const changed = [...before.keys()].filter((name) => before.get(name) !== after.get(name))
  expect(changed.sort()).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml'])
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
  expect(done.tables).toContain(body.artifacts[0].name)
  const rows = await call('GET', `${workbook}/tables/${body.artifacts[0].name}/rows?filter=${encodeURIComponent('{"column":"item","op":"=","value":"Bread"}')}`) // biome-ignore format: one line
  expect(rows.body.rows[0]).toMatchObject({ price: 200, total: 400 })
})

test('an older revision comes back byte for byte, and says before which cells that changes', async () => {
  const { call, at, file, download } = await uploaded()
  await call('POST', `${at}/edit`, { edits: EDITS })

  const tried = await call('POST', `${at}/edit`, { restore_revision: 1, dry_run: true })
  const done = await call('POST', `${at}/edit`, { restore_revision: 1, expected_revision: 2 })

  expect(valuesOf(tried.body.changes).sort()).toEqual([
    ['B2', 200, 120],
    ['C2', 2, 2],
    ['D2', 400, 240],
    ['F7', 2520, 2360],
    ['G7', 2772, 2596],
  ])
  expect(done.body).toMatchObject({ revision: 3, change_count: 5 })
  expect((await download()).equals(file)).toBe(true)
})

test('an edit for another revision, or one that cannot be made, is refused and leaves the file alone', async () => {
  const { call, at, file, download } = await uploaded()

  const late = await call('POST', `${at}/edit`, { edits: EDITS, expected_revision: 7 })
  const nowhere = await call('POST', `${at}/edit`, { edits: [{ range: 'A1', sheet: 'Other', value: 1 }] })
  const both = await call('POST', `${at}/edit`, { edits: [{ range: 'A1', value: 1, formula: 'B1' }] })
  const outside = await call('POST', `${at}/edit`, { edits: [{ range: 'A1', formula: 'WEBSERVICE("http://x")' }] })
  const gone = await call('POST', `${at}/edit`, { restore_revision: 9 })

  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 1 } })
  expect(nowhere).toMatchObject({
    status: 422,
    body: { errors: [{ loc: ['body', 'edits', 0, 'sheet'], allowed: ['表'] }] },
  })
  expect(both).toMatchObject({ status: 422, body: { errors: [{ code: 'either' }] } })
  expect(outside).toMatchObject({ status: 422, body: { errors: [{ code: 'function' }] } })
  expect(gone).toMatchObject({ status: 404 })
  expect((await download()).equals(file)).toBe(true)
})

const ROWS = [{ action: 'insert', row: 3, count: 1 }]
const NEW_ORDER = [
  { range: 'A3:C3', values: [['Butter', 50, 10]] },
  { range: 'D3', formula: '=B3*C3' },
]

test('rows come before the cells of the same edit are set: formulas follow, and cells that only move are not listed', async () => {
  const { call, at, file, download } = await uploaded()
  const wish = { rows: ROWS, edits: NEW_ORDER }

  const tried = await call('POST', `${at}/edit`, { ...wish, dry_run: true })
  const still = await download()
  const done = await call('POST', `${at}/edit`, { ...wish, expected_revision: 1 })
  const gone = await call('POST', `${at}/edit`, { rows: [{ action: 'delete', row: 3 }] })

  expect(valuesOf(tried.body.changes)).toEqual([
    ['A3', null, 'Butter'],
    ['B3', null, 50],
    ['C3', null, 10],
    ['D3', null, 500],
    ['F8', 2360, 2860],
    ['G8', 2596, 3146.0000000000005],
  ])
  expect(tried.body.rows).toEqual([{ sheet: '表', action: 'insert', row: 3, count: 1, cell_count: 0 }])
  expect(tried.body.changes[4].after.formula).toBe('SUM(D2:D5)')
  expect(still.equals(file)).toBe(true)
  expect([done.body.revision, done.body.changes]).toEqual([2, tried.body.changes])
  expect(valuesOf(gone.body.changes)).toEqual([
    ['F7', 2860, 2360],
    ['G7', 3146.0000000000005, 2596],
  ])
  expect(gone.body.rows).toEqual([{ sheet: '表', action: 'delete', row: 3, count: 1, cell_count: 4 }])
})

test('rows that cannot come or go without a wrong file are refused with the reason', async () => {
  const { call, at, file, download } = await uploaded()

  const both = await call('POST', `${at}/edit`, { rows: ROWS, restore_revision: 1 })
  const nowhere = await call('POST', `${at}/edit`, { rows: [{ sheet: 'Other', action: 'delete', row: 2 }] })
  const outside = await call('POST', `${at}/edit`, { rows: [{ action: 'insert', row: 1_048_576, count: 2 }] })

  expect(both).toMatchObject({ status: 422, body: { errors: [{ code: 'either' }] } })
  expect(nowhere).toMatchObject({
    status: 422,
    body: { errors: [{ loc: ['body', 'rows', 0, 'sheet'], allowed: ['表'] }] },
  })
  expect(outside).toMatchObject({ status: 422, body: { errors: [{ loc: ['body', 'rows', 0, 'row'] }] } })
  expect((await download()).equals(file)).toBe(true)
})

test('what if: formulas give what they would, with the cells in between, and nothing is written', async () => {
  const { call, at, file, download } = await uploaded()

  const { status, body } = await call('POST', `${at}/what-if`, { set: [{ range: 'B2:B3', value: 100 }] })

  expect(status).toBe(200)
  expect(
    body.changes.map(({ cell, after, from, step }: { cell: string; after: { value: number }; from: string[]; step: number }) => [cell, after.value, from, step]), // biome-ignore format: one line
  ).toEqual([
    ['B2', 100, [], 0],
    ['B3', 100, [], 0],
    ['D2', 200, ['表!B2'], 1],
    ['D3', 300, ['表!B3'], 1],
    ['F7', 1600, ['表!D2', '表!D3'], 2],
    ['G7', 1760.0000000000002, ['表!F7'], 3],
  ])
  expect((await call('GET', at)).body.revision).toBe(1)
  expect((await download()).equals(file)).toBe(true)
})

test('where policies close the original, it can neither be edited nor asked what if', async () => {
  const { editor, hr, at } = await newStaff(service)
  const upload = { bytes: new Uint8Array(orders()), filename: 'orders.xlsx' }
  const { body } = await uploadTo(service.url(), hr.session, `${at}/sources`, upload)
  const source = `${at}/sources/${body.source.source_id}`

  const refused = { status: 403, body: { code: 'governed_workbook' } }
  expect(await editor.call('POST', `${source}/edit`, { edits: EDITS })).toMatchObject(refused)
  expect(await editor.call('POST', `${source}/edit`, { edits: EDITS, dry_run: true })).toMatchObject(refused)
  expect(await editor.call('POST', `${source}/what-if`, { set: [{ range: 'B2', value: 1 }] })).toMatchObject(refused)
})
