import { expect, test, vi } from 'vitest'
import { makeXlsx } from '../../../../../spreadsheet/test/make-xlsx.ts'
import { pythonSettings } from '../../../../test/python-runtime.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService({ settings: pythonSettings() })

const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`

/** A price list as openpyxl writes it: the last column has formulas and no values. */
const PRICES = Buffer.from(
  makeXlsx({
    rows: [
      `<row r="1">${text('A1', 'item')}${text('B1', 'price')}${text('C1', 'count')}${text('D1', 'total')}</row>`,
      ...[2, 3, 4].map(
        (row) =>
          `<row r="${row}">${text(`A${row}`, `item ${row}`)}<c r="B${row}"><v>2.5</v></c><c r="C${row}"><v>${row}</v></c><c r="D${row}"><f>${row === 4 ? 'FOO(B4)' : `B${row}*C${row}`}</f><v></v></c></row>`,
      ),
    ].join(''),
  }),
)

test('a file without saved values fills its table; origins say which cells were computed, warnings how many', async () => {
  const { call, upload, rows } = await newSourcePlace(service)

  const { status, body } = await upload({ bytes: PRICES, filename: 'prices.xlsx' })

  expect(status).toBe(201)
  const [table] = body.source.artifacts
  expect((await rows(table)).map(({ total }: { total: number | null }) => total)).toEqual([5, 7.5, null])
  const { columns } = (await call('GET', `/tables/${table}/rows/1/origin`)).body
  expect(columns.map(({ cell, computed }: { cell: string; computed: boolean }) => [cell, computed])).toEqual([
    ['A2', false],
    ['B2', false],
    ['C2', false],
    ['D2', true],
  ])
  const { warnings } = body.source.parse_spec
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'formulas_computed', count: 2 }))
  const left = expect.objectContaining({ code: 'formulas_without_values', count: 1 })
  expect(warnings).toContainEqual(left)
  expect(warnings.find(({ code }: { code: string }) => code === 'formulas_without_values').message).toContain('FOO')
})

test('a preview shows computed values beside their formulas', async () => {
  const { call, upload } = await newSourcePlace(service)
  await upload({ bytes: PRICES, filename: 'prices.xlsx' })

  const { body } = await call('GET', '/sources/prices.xlsx/preview?range=D2:D4')

  expect(body.cells.map(([cell]: { v: unknown }[]) => cell?.v)).toEqual([5, 7.5, null])
})
