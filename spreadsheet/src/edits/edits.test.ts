import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { makeXlsx } from '../../test/make-xlsx.ts'
import { bytesOf } from '../byte-source.ts'
import { cellKey } from '../calculation/computed-cells.ts'
import type { CalculationOutcome } from '../calculation/settle-calculation.ts'
import type { Cell } from '../cell.ts'
import { parseCell } from '../xlsx/cell-reference.ts'
import { openXlsx } from '../xlsx/open-xlsx.ts'
import { draftEdit, type EditDraft } from './draft-edit.ts'
import { editFile } from './edit-file.ts'
import type { EditRefusal, FileEdit, RowEdit } from './file-edit.ts'
import { newFormula } from './new-formula.ts'

const ROWS = `<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*10</f><v>20</v></c><c r="C1"><f>B1+1</f><v>21</v></c><c r="D1"><f>FOO(A1)</f><v>7</v></c><c r="E1"><f>5*2</f><v>10</v></c></row>`
const STYLES =
  '<fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill/></fills><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0"/></cellXfs>'

async function opened(made = makeXlsx({ rows: ROWS, styles: STYLES })) {
  const bytes = bytesOf(made)
  const file = await openXlsx(bytes)
  const { calculation } = file
  if (!calculation) throw new Error('impossible: an xlsx file without calculation')
  let written = Buffer.alloc(0)
  const store = async (chunks: AsyncIterable<Buffer>) => {
    written = await buffer(chunks)
    return bytesOf(written)
  }
  const draft = (edits: readonly FileEdit[], rows: readonly RowEdit[] = []) =>
    draftEdit(file, calculation, { bytes, edits, rows, store })
  return { file, bytes, store, draft, last: () => written }
}

function isDraft(draft: EditDraft | EditRefusal): asserts draft is EditDraft {
  if ('code' in draft) throw new Error(draft.message)
}

const outcomeOf = (cells: Readonly<Record<string, number>>): CalculationOutcome => ({
  values: new Map([
    [
      '表',
      new Map(
        Object.entries(cells).map(([at, value]): [number, Cell] => {
          const { row, column } = parseCell(at) ?? { row: 0, column: 0 }
          return [cellKey(row, column), { kind: 'number', value }]
        }),
      ),
    ],
  ]),
})

test('what follows from an edited cell is written with it, step by step, and what does not is left as it is', async () => {
  const { file, store, draft } = await opened()
  const made = await draft([{ sheet: null, range: 'A1', value: 3 }])
  isDraft(made)
  const outcome = { before: outcomeOf({ B1: 20, C1: 21, E1: 10 }), after: outcomeOf({ B1: 30, C1: 31, E1: 10 }) }

  const { cells, left } = await editFile(file, made, outcome, { store })

  expect(made.workbooks).toHaveLength(2)
  expect(cells.map(({ cell, before, after, from, step }) => [cell, before.value, after.value, from, step])).toEqual([
    ['A1', 2, 3, [], 0],
    ['B1', 20, 30, ['表!A1'], 1],
    ['D1', 7, null, ['表!A1'], 1],
    ['C1', 21, 31, ['表!B1'], 2],
  ])
  expect(left).toEqual([{ sheet: '表', cell: 'D1', reason: 'unknown_function FOO' }])
})

test('a formula is not relied on where the engine gives another value than was saved before any edit', async () => {
  const { file, store, draft, last } = await opened()
  const made = await draft([{ sheet: '表', range: 'A1', value: 3 }])
  isDraft(made)
  const outcome = { before: outcomeOf({ B1: 25, C1: 26, E1: 10 }), after: outcomeOf({ B1: 35, C1: 36, E1: 10 }) }

  const { cells, left } = await editFile(file, made, outcome, { store })

  expect(cells.map(({ cell, after }) => [cell, after.value])).toEqual([
    ['A1', 3],
    ['B1', null],
    ['D1', null],
    ['C1', null],
  ])
  expect(left.map(({ cell, reason }) => [cell, reason])).toEqual([
    ['B1', 'saved_differs'],
    ['C1', 'saved_differs'],
    ['D1', 'unknown_function FOO'],
  ])
  const again = await openXlsx(bytesOf(last()))
  expect(await again.calculation?.census()).toBe('missing')
})

test('a question compares a formula without a saved value with what it gave before; an edit saves its value', async () => {
  const rows = '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*10</f></c><c r="C1"><f>A1*0</f></c></row>'
  const { file, store, draft } = await opened(makeXlsx({ rows, styles: STYLES }))
  const made = await draft([{ sheet: null, range: 'A1', value: 3 }])
  isDraft(made)
  const outcome = { before: outcomeOf({ B1: 20, C1: 0 }), after: outcomeOf({ B1: 30, C1: 0 }) }

  const asked = await editFile(file, made, outcome, { store, isQuestion: true })
  const edited = await editFile(file, made, outcome, { store })

  const values = ({ cells }: typeof asked) => cells.map(({ cell, before, after }) => [cell, before.value, after.value])
  expect(values(asked)).toEqual([
    ['A1', 2, 3],
    ['B1', 20, 30],
  ])
  expect(values(edited)).toEqual([
    ['A1', 2, 3],
    ['B1', null, 30],
    ['C1', null, 0],
  ])
})

test('a formula is filled into a range, and a format changes no value', async () => {
  const { file, store, draft } = await opened()
  const made = await draft([
    { sheet: null, range: 'G1:G2', formula: '=A1*$A$1' },
    { sheet: null, range: 'E1', style: { numberFormat: '0.00', isBold: true } },
  ])
  isDraft(made)
  const values = { B1: 20, C1: 21, E1: 10 }

  const { cells } = await editFile(
    file,
    made,
    { before: outcomeOf(values), after: outcomeOf({ ...values, G1: 4, G2: 0 }) },
    { store },
  )

  expect(cells.map(({ cell, after }) => [cell, after.value, after.formula, after.numberFormat, after.isBold])).toEqual([
    ['G1', 4, 'A1*$A$1', null, false],
    ['G2', 0, 'A2*$A$1', null, false],
    ['E1', 10, '5*2', '0.00', true],
  ])
})

test('an edit that reaches no formula needs no engine', async () => {
  const { draft } = await opened(makeXlsx({ rows: '<row r="1"><c r="A1"><v>2</v></c></row>', styles: STYLES }))

  expect(await draft([{ sheet: null, range: 'B7', value: 'text' }])).toMatchObject({ workbooks: [] })
})

describe('an edit is refused', () => {
  test.each([
    [{ sheet: 'Other', range: 'A1', value: 1 }, 'sheet'],
    [{ sheet: null, range: 'A0', value: 1 }, 'range'],
    [{ sheet: null, range: 'A1:XFD9', value: 1 }, 'too_many'],
    [{ sheet: null, range: 'A1', date: 'soon' }, 'date'],
    [{ sheet: null, range: 'A1', value: 'x'.repeat(32_768) }, 'too_long'],
    [{ sheet: null, range: 'A1', formula: 'WEBSERVICE("http://x")' }, 'function'],
    [{ sheet: null, range: 'A1', formula: 'HYPERLINK("http://x")' }, 'function'],
    [{ sheet: null, range: 'A1', formula: "'[other.xlsx]Sheet'!A1" }, 'other_file'],
    [{ sheet: null, range: 'A1', formula: 'SUM(A1:A3' }, 'formula'],
    [{ sheet: null, range: 'A1', formula: 'rate*2' }, 'name'],
  ] satisfies [FileEdit, string][])('case %#', async (edit, code) => {
    const { draft } = await opened()

    expect(await draft([edit])).toMatchObject({ edit: 0, code })
  })

  test('in a formula that fills several cells', async () => {
    const rows = '<row r="1"><c r="A1"><f t="array" ref="A1:B1">{1,2}</f><v>1</v></c><c r="B1"><v>2</v></c></row>'
    const { draft } = await opened(makeXlsx({ rows, styles: STYLES }))

    expect(await draft([{ sheet: null, range: 'B1', value: 3 }])).toHaveProperty('code', 'array_formula')
  })
})

test('functions younger than the format get the prefix that files give them', () => {
  expect(newFormula('=ifs(A1>1,"IFS(",TRUE,stdev.s(A1:A3))', new Set())).toEqual({
    a1: '_xlfn.IFS(A1>1,"IFS(",TRUE,_xlfn.STDEV.S(A1:A3))',
  })
})

test('a formula that had lost a reference before is not listed when it only moves, and one that loses another is', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row><row r="3"><c r="B3"><f>A2+#REF!</f></c></row>'
  const edit = async (action: 'insert' | 'delete', row: number, range: string) => {
    const { file, store, draft } = await opened(makeXlsx({ rows, styles: STYLES }))
    const made = await draft([{ sheet: null, range, value: 9 }], [{ sheet: null, action, row, count: 1 }])
    isDraft(made)
    return (await editFile(file, made, null, { store })).cells.map(({ cell, after }) => [cell, after.formula])
  }

  const [moved, lost] = [await edit('insert', 1, 'A3'), await edit('delete', 2, 'A1')]

  expect(moved).toEqual([['A3', null]])
  expect(lost).toEqual([
    ['A1', null],
    ['B2', '#REF!+#REF!'],
  ])
})
