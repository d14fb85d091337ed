import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeXlsx } from '../../../../../spreadsheet/test/make-xlsx.ts'
import { LoaderWorld } from '../../../../test/loader-world.ts'
import { pythonRuntime } from '../../../../test/python-runtime.ts'
import { createLog } from '../../../platform/log.ts'
import { isComputedAt, originAt } from '../cell-origins.ts'
import type { OpenLoad } from '../create-load.ts'
import { openCalculator } from './calculate-workbook.ts'

// The first sandbox of a node is tried out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let world: LoaderWorld
let loading: OpenLoad
let bare: OpenLoad

beforeAll(async () => {
  world = await LoaderWorld.open()
  const log = createLog('silent')
  loading = world.newLoad({ calculate: openCalculator(pythonRuntime(), async () => true, log) })
  bare = world.newLoad({ calculate: openCalculator(null, async () => true, log) })
})

afterAll(async () => {
  await loading.close()
  await bare.close()
  await world.close()
})

const text = (reference: string, words: string) => `<c r="${reference}" t="inlineStr"><is><t>${words}</t></is></c>`
const number = (reference: string, value: number) => `<c r="${reference}"><v>${value}</v></c>`
/** As openpyxl writes it: with an empty value. */
const formula = (reference: string, body: string, value = '') => `<c r="${reference}"><f>${body}</f><v>${value}</v></c>`

/** A list of orders; `formulas` stand in its last column. */
function orders(formulas: readonly string[]): Buffer {
  const head = `<row r="1">${text('A1', 'item')}${text('B1', 'price')}${text('C1', 'count')}${text('D1', 'total')}</row>`
  const rows = formulas.map((body, n) => {
    const row = n + 2
    return `<row r="${row}">${text(`A${row}`, `item ${n}`)}${number(`B${row}`, 2.5)}${number(`C${row}`, row)}${body}</row>`
  })
  return makeXlsx({ rows: head + rows.join('') })
}

type Read = { spec: ParseSpec; totals: (string | null)[]; computed: boolean[] }

function read(bytes: Buffer, by: OpenLoad = loading): Promise<Read> {
  const work = async (loader: Parameters<Parameters<OpenLoad['load']>[1]>[0]) => {
    const spec = await loader.ask({ kind: 'analyze', sourceName: 'orders.xlsx', sha256: '', language: 'en' })
    const [table] = await loader.ask({ kind: 'stage-sheets' })
    const rows = await loader.ask({ kind: 'first-rows', table: 0, limit: 1_000 })
    const computed = rows.map((_, row) => {
      const at = table && originAt(table.origins, 3, row)
      return table !== undefined && at !== null && at !== undefined && isComputedAt(table.origins, at)
    })
    return { spec, totals: rows.map((row) => row[3] ?? null), computed }
  }
  return world.opened(bytes, 'orders.xlsx', work, by)
}

const warningsOf = ({ spec }: Read) =>
  spec.warnings.filter(({ code }) => code.includes('formula') || code.includes('saved'))

test('formulas that were saved without values are computed, marked as such and counted by sheet', async () => {
  const answer = await read(orders([formula('D2', 'B2*C2'), formula('D3', 'B3*C3'), formula('D4', 'SUM(D2:D3)')]))

  expect(answer.totals).toEqual(['5', '7.5', '12.5'])
  expect(answer.computed).toEqual([true, true, true])
  expect(warningsOf(answer)).toEqual([
    {
      code: 'formulas_computed',
      region_id: null,
      column: null,
      count: 3,
      message: '3 cells with a formula and no saved value were computed (sheet 表: 3).',
    },
  ])
})

test('what needs an unknown or a changing function stays empty, with all that is computed from it', async () => {
  const answer = await read(
    orders([
      formula('D2', 'FOO(B2)'),
      formula('D3', 'IFERROR(D2,1)'),
      formula('D4', 'TODAY()'),
      formula('D5', 'IF(D4&gt;0,1,2)'),
      formula('D6', 'B6*2'),
    ]),
  )

  expect(answer.totals).toEqual([null, null, null, null, '5'])
  expect(answer.computed).toEqual([false, false, false, false, true])
  const [computed, left] = warningsOf(answer)
  expect(computed).toMatchObject({ code: 'formulas_computed', count: 1 })
  expect(left).toMatchObject({ code: 'formulas_without_values', count: 4 })
  expect(left?.message).toContain('unknown function FOO: 1')
  expect(left?.message).toContain('TODAY changes by itself: 1')
  expect(left?.message).toContain('computed from such a cell: 2')
})

test('a saved value that its formula does not give is named with both values, and stays in the table', async () => {
  const answer = await read(orders([formula('D2', 'B2*C2', '5'), formula('D3', 'B3*C3', '99')]))

  expect(answer.totals).toEqual(['5', '99'])
  expect(answer.computed).toEqual([false, false])
  expect(warningsOf(answer)).toMatchObject([
    {
      code: 'saved_values_differ',
      count: 1,
      message:
        '1 of 2 saved value is not what the formula gives: 表!D3 saved 99, computed 7.5. Tables hold the saved values.',
    },
  ])
})

test('without the Python runtime cells stay empty, and a warning says why', async () => {
  const answer = await read(orders([formula('D2', 'B2*C2'), formula('D3', 'B3*C3', '7.5')]), bare)

  expect(answer.totals).toEqual([null, '7.5'])
  expect(warningsOf(answer)).toMatchObject([
    {
      code: 'formulas_without_values',
      count: 1,
      message:
        '1 cell with a formula and no saved value stay empty (sheet 表: 1): this server has no Python runtime to compute them: 1.',
    },
  ])
})

test('a workbook that would fill the memory is given up and read without its values', async () => {
  const doubled = Array.from({ length: 40 }, (_, n) =>
    formula(`D${n + 2}`, n === 0 ? 'REPT("x",32767)' : `D${n + 1}&amp;D${n + 1}`),
  )

  const answer = await read(orders(doubled))

  expect(answer.totals.every((total) => total === null)).toBe(true)
  expect(warningsOf(answer)).toMatchObject([{ code: 'formulas_without_values', count: 40 }])
})

test('a workbook that would compute for hours is given up in time and read without its values', async () => {
  const slow = Array.from({ length: 400 }, (_, n) =>
    formula(`D${n + 2}`, `SUMPRODUCT((A:A=B${n + 2})*(C:C=B${n + 2}))`),
  )
  const log = createLog('silent')
  const calculate = openCalculator(pythonRuntime(), async () => true, log)
  const hasty = world.newLoad({
    calculate: (wish) => calculate({ ...wish, limits: { ...wish.limits, cpuSeconds: 1 } }),
  })

  const answer = await read(orders(slow), hasty)

  expect(answer.totals.every((total) => total === null)).toBe(true)
  expect(warningsOf(answer)).toMatchObject([{ code: 'formulas_without_values', count: 400 }])
  expect(warningsOf(answer)[0]?.message).toContain('takes too long')
  await hasty.close()
})
