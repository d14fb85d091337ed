import { expect, test } from 'vitest'
import { makeXlsx } from '../../test/make-xlsx.ts'
import { bytesOf } from '../byte-source.ts'
import type { Cell } from '../cell.ts'
import { openFile } from '../open-file.ts'
import { parseCell, spellCell } from '../xlsx/cell-reference.ts'
import { toR1C1 } from '../xlsx/to-r1c1.ts'
import { CellSet } from './cell-set.ts'
import { cellKey, computedRuns } from './computed-cells.ts'
import { readFormula } from './formula-reads.ts'
import { prepareCalculation } from './prepare-calculation.ts'
import { settleCalculation } from './settle-calculation.ts'

const obstacleOf = (a1: string) => readFormula(toR1C1(a1, 9, 9)).obstacle

test('a formula is computed only where every word of it is understood', () => {
  const plain = ['SUM(A1:B3)*1.5E-3', "'a ''b'!C:C", 'IF($A$1<>"x",1%,-2)', 'SUM(1:3)', '_xlfn.LET(_xlpm.x,2,_xlpm.x)', '{1,2;3,4}', '#N/A', 'TRUE', 'Sheet!R', 'INDEX(A:A,2):B7'] // biome-ignore format: a list
  const refused = ['FOO(1)', '_xlfn.FOO.BAR(1)', 'NOW()+1', 'RAND()', 'CELL("filename")', '[1]Sheet1!A1', "'[x.xlsx]Sheet 1'!A1", 'SUM(Jan:Mar!A1)', "SUM('Jan:Mar'!A1)", 'A1*[@b]', 'A1 ¤ 2', 'SUM(A1:A3*B1:B3)'] // biome-ignore format: a list

  expect(plain.filter((formula) => obstacleOf(formula)?.kind === 'not_understood')).toEqual([])
  expect(refused.map(obstacleOf)).toEqual([
    { kind: 'unknown_function', name: 'FOO' },
    { kind: 'unknown_function', name: 'FOO.BAR' },
    { kind: 'changing_function', name: 'NOW' },
    { kind: 'changing_function', name: 'RAND' },
    { kind: 'changing_function', name: 'CELL' },
    { kind: 'other_file' },
    { kind: 'other_file' },
    { kind: 'several_sheets' },
    { kind: 'several_sheets' },
    { kind: 'not_understood' },
    { kind: 'not_understood' },
    { kind: 'array' },
  ])
})

test('functions that compute with ranges may, in array formulas all may', () => {
  const summed = readFormula('SUM(R1C1:R3C1*R1C2:R3C2)', { isArray: true })

  expect([obstacleOf('SUMPRODUCT((A1:A3>2)*B1:B3)'), summed.obstacle]).toEqual([null, null])
})

test('a set of cells knows whether it meets a box', () => {
  const set = new CellSet()
  for (const [row, column] of [[0, 0], [31, 3], [32, 3], [1_048_575, 16_383]] as const) set.add(row, column) // biome-ignore format: a list

  const box = (top: number, left: number, bottom: number, right: number) => set.meets({ top, left, bottom, right })
  expect([box(0, 0, 0, 0), box(31, 0, 31, 9), box(32, 3, 40, 3), box(0, 0, Number.MAX_SAFE_INTEGER, 0)]).toEqual(
    Array(4).fill(true),
  )
  expect([box(1, 0, 30, 9), box(33, 3, 9_999, 9), box(0, 4, 50_000, 16_382)]).toEqual(Array(3).fill(false))
  expect(set.size).toBe(4)
})

test('computed cells are kept as runs down their columns', () => {
  const cells = new Map<number, Cell>()
  for (const [row, column] of [[4, 2], [2, 1], [3, 2], [9, 2]] as const) // biome-ignore format: a list
    cells.set(cellKey(row, column), { kind: 'number', value: 1 })

  expect(computedRuns(cells)).toEqual([1, 2, 2, 2, 3, 4, 2, 9, 9])
})

type Engine = Readonly<Record<string, Cell['value'] | { error: string }>>

/** Settles a file of one sheet `表` with what an engine said of its cells. */
async function settled(cells: Readonly<Record<string, string>>, engine: Engine, names = '') {
  const places = Object.keys(cells).map((at) => ({ at, ...(parseCell(at) ?? { row: 0, column: 0 }) }))
  const rows = [...new Set(places.map(({ row }) => row))].sort((one, other) => one - other)
  const xml = rows.map((row) => {
    const its = places.filter((place) => place.row === row).sort((one, other) => one.column - other.column)
    return `<row r="${row + 1}">${its.map(({ at }) => cells[at]?.replace('<c', `<c r="${at}"`)).join('')}</row>`
  })
  const file = await openFile(bytesOf(makeXlsx({ rows: xml.join(''), names })), 'a.xlsx')
  if (!file.calculation) throw new Error('impossible: an xlsx file without calculation')
  const values = new Map<number, Cell>()
  for (const [at, value] of Object.entries(engine)) {
    const { row, column } = parseCell(at) ?? { row: 0, column: 0 }
    values.set(cellKey(row, column), cellOf(value))
  }
  const prepared = await prepareCalculation(file, file.calculation)
  const calculation = settleCalculation(file, prepared, { values: new Map([['表', values]]) })
  const computed = [...(calculation.computed.get(0) ?? [])].map(([key, { value }]) => [
    spellCell(Math.floor(key / 16_384), key % 16_384),
    value,
  ])
  return { file, prepared, calculation, computed: Object.fromEntries(computed), warnings: calculation.warnings }
}

function cellOf(value: Engine[string]): Cell {
  if (typeof value === 'object') return { kind: 'error', value: value.error }
  if (typeof value === 'number') return { kind: 'number', value }
  return typeof value === 'string' ? { kind: 'text', value } : { kind: 'boolean', value }
}

const formula = (text: string, value = '') => `<c><f>${text}</f>${value}</c>`

test('values that the engine cannot know are not taken, however far they spread', async () => {
  const cells = {
    A1: formula('C1+1'),
    B1: formula('SUM(A1:A9)'),
    C1: formula('FOO()'),
    D1: formula('IFERROR(C1,0)'),
    A3: formula('A4'),
    A4: formula('A5'),
    A5: formula('D1'),
    E1: formula('1+1'),
    F1: formula('OFFSET(E1,0,0)'),
    G1: formula('G1'),
  }
  const { computed } = await settled(cells, { A1: 1, B1: 1, D1: 0, A3: 0, A4: 0, A5: 0, E1: 2, F1: 2, G1: { error: '#CIRC!' } }) // biome-ignore format: a list

  expect(computed).toEqual({ E1: 2 })
})

test('a formula that is not computed stands for its saved value, and what reads it is computed', async () => {
  const cells = { A1: formula('FOO()', '<v>7</v>'), B1: formula('A1*2') }

  const answer = await settled(cells, { B1: 14 })

  expect(engineSheet(answer)).toContain('<c r="A1"><v>7</v></c><c r="B1"><f>A1*2</f><v>0</v></c>')
  expect(answer.computed).toEqual({ B1: 14 })
})

test('names are followed to their cells; a name that is not understood leaves the cell empty', async () => {
  const names = '<definedNames><definedName name="rate">表!$A$1</definedName><definedName name="day">TODAY()</definedName></definedNames>' // biome-ignore format: one line
  const cells = { A1: '<c><v>3</v></c>', B1: formula('rate*2'), C1: formula('day+1'), D1: formula('nothing') }

  const { computed, warnings } = await settled(cells, { B1: 6, C1: 1, D1: 1 }, names)

  expect(computed).toEqual({ B1: 6 })
  expect(warnings[1]?.message).toContain('TODAY changes by itself: 1')
  expect(warnings[1]?.message).toContain('name nothing is not understood: 1')
})

const engineSheet = ({ prepared }: Awaited<ReturnType<typeof settled>>) => {
  const part = prepared.workbook?.find((entry) => 'name' in entry && entry.name === 'xl/worksheets/sheet1.xml')
  return part && 'content' in part ? part.content.toString() : ''
}

test('whole columns end behind the last cell for the engine, but for functions that count empty cells', async () => {
  const answer = await settled({ A9: formula('SUM(B:B)'), C9: formula('ROWS(B:B)'), D9: formula('SUM($2:3)') }, {})

  expect(engineSheet(answer)).toContain('<f>SUM(B$1:B$1008)</f>')
  expect(engineSheet(answer)).toContain('<f>ROWS(B:B)</f>')
  expect(engineSheet(answer)).toContain('<f>SUM($A$2:$CZ3)</f>')
})

test('a lookup in sorted cells is relied on where none of them is empty, an exact one everywhere', async () => {
  const numbers = Object.fromEntries([1, 2, 3].map((row) => [`A${row}`, `<c><v>${row}</v></c>`]))
  const cells = {
    ...numbers,
    C1: formula('VLOOKUP(2,A1:B3,1)'),
    C2: formula('VLOOKUP(2,A1:B4,1,TRUE)'),
    C3: formula('VLOOKUP(2,A1:B4,1,FALSE)'),
    C4: formula('MATCH(2,A:A)'),
    C5: formula('MATCH(2,A:A,0)'),
    C6: formula('LOOKUP(2,1/(A1:A3=2),A1:A3)'),
  }

  const { computed, warnings } = await settled(cells, { C1: 2, C2: 0, C3: 2, C4: 9, C5: 2, C6: 2 })

  expect(computed).toEqual({ C1: 2, C3: 2, C5: 2 })
  expect(warnings[1]?.message).toContain('VLOOKUP looks in sorted cells: 1')
})

test('an array formula over several cells blocks all of them', async () => {
  const cells = { A1: '<c><f t="array" ref="A1:A3">B1:B3*2</f></c>', C1: formula('A3+1'), D1: formula('B1+1') }

  const { computed } = await settled(cells, { A1: 2, C1: 1, D1: 1 })

  expect(computed).toEqual({ D1: 1 })
})

test('saved values are compared with some tolerance, and those that only spell differently are not', async () => {
  const cells = {
    A1: formula('1/3', '<v>0.3333333333</v>'),
    A2: formula('1+1', '<v>3</v>'),
    A3: '<c t="str"><f>TEXT(1,"0.0")</f><v>1,0</v></c>',
    A4: '<c t="str"><f>A3&amp;"x"</f><v>1,0x</v></c>',
    A5: '<c t="str"><f>IF(1,"yes","no")</f><v>no</v></c>',
  }

  const { warnings } = await settled(cells, { A1: 1 / 3, A2: 2, A3: '1.0', A4: '1.0x', A5: 'yes' })

  expect(warnings).toMatchObject([
    {
      code: 'saved_values_differ',
      count: 2,
      message:
        '2 of 3 saved values are not what the formula gives: 表!A2 saved 3, computed 2; 表!A5 saved no, computed yes. Tables hold the saved values.',
    },
  ])
})

test('the file gives computed values wherever it has none, to every reader', async () => {
  const { file, calculation } = await settled({ A1: '<c><v>3</v></c>', B1: formula('A1*2', '<v></v>') }, { B1: 6 })
  const filled = file.calculation?.withComputed(calculation.computed)

  const grid = await filled?.readGrid(0, { rows: 10, cells: 10 })

  expect(grid?.cells.map(({ cell }) => cell?.value)).toEqual([3, 6])
})

test('a census finds formulas without values in every spelling', async () => {
  const census = async (cell: string) => {
    const file = await openFile(bytesOf(makeXlsx({ rows: `<row r="1">${cell}</row>` })), 'a.xlsx')
    return file.calculation?.census()
  }

  const missing = ['<c r="A1"><f>1</f></c>', '<c r="A1"><f>1</f><v></v></c>', '<c r="A1"><f>1</f><v/></c>', '<c r="A1"><f t="shared" si="0"/><v/></c>', '<c r="A1"><f>1</f> <v /> </c>'] // biome-ignore format: a list
  expect(new Set(await Promise.all(missing.map(census)))).toEqual(new Set(['missing']))
  const saved = ['<c r="A1"><f>1</f><v>1</v></c>', '<c r="A1"><f t="shared" si="0"/><v>1</v></c>', '<c r="A1" t="str"><f>"a"</f><v xml:space="preserve"> </v></c>'] // biome-ignore format: a list
  expect(new Set(await Promise.all(saved.map(census)))).toEqual(new Set(['saved']))
  expect(await census('<c r="A1"><v>1</v></c>')).toBe('none')
})
