import fc from 'fast-check'
import type { Cell } from '../../spreadsheet/src/cell.ts'
import type { CellToWrite, RichCell, WorkbookToWrite } from '../../spreadsheet/src/write/workbook-to-write.ts'
import { serialOf } from '../../spreadsheet/src/write/xlsx/excel-serial.ts'

/** What a cell must be found to hold: a number, a text, a boolean or an error, and the formula it has. */
export type FoundCell = {
  type: 'number' | 'text' | 'boolean' | 'error'
  value: string | number | boolean
  formula: string | null
}

/** Cells that are found in a file, by sheet (from 0), row and column (from 1): `0 3 2`. */
export type FoundCells = ReadonlyMap<string, FoundCell>

export type ModelWorkbook = { workbook: WorkbookToWrite; cells: FoundCells }

const kanji = fc.stringMatching(/^[一-龥ぁ-んァ-ヶｦ-ﾟ０-９Ａ-ｚ〜①㈱髙﨑▲△ー・々〆〇]{1,12}$/)
const nasty = fc.constantFrom(
  ' before and behind ',
  '\ttab',
  'two\nlines',
  'two\r\nlines',
  'return\ralone',
  '_x000D_',
  '_x0041_x0042_',
  '=1+1',
  '+81-3-1234-5678',
  "'quoted",
  '00123',
  '1234567890123456789',
  '令和8年11月15日',
  '&lt;<![CDATA[x]]>&amp;',
  '\u0001\u001f',
  '😀𠮷👨‍👩‍👧',
  'é\u0301 ﬁ',
  '\u00a0\u2003\u3000',
  'x'.repeat(32_767),
)
const text = fc.oneof(
  { weight: 6, arbitrary: kanji },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
  { weight: 1, arbitrary: nasty },
)
const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })
    .map((value) => (Math.abs(value) < 1e-300 ? 0 : value)),
)
const date = fc
  .date({ min: new Date('1850-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .chain((moment) => {
    const iso = moment.toISOString()
    return fc.constantFrom(iso.slice(0, 10), iso.slice(0, 19), iso.slice(11, 19), iso)
  })

const plain = fc.oneof(
  { weight: 2, arbitrary: fc.constant<CellToWrite>(null) },
  { weight: 5, arbitrary: text },
  { weight: 5, arbitrary: number },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }) },
  { weight: 2, arbitrary: date.map((value): RichCell => ({ cell: { kind: 'date', value } })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('#N/A', '#DIV/0!', '#REF!')
      .map((value): RichCell => ({ cell: { kind: 'error', value } })),
  },
)
/** Formulas with what they really come to, since some readers compute them. */
const formula = fc.oneof(
  fc
    .tuple(fc.nat(1_000), fc.nat(1_000))
    .map(([a, b]): RichCell => ({ cell: { kind: 'number', value: a + b }, formula: `${a}+${b}` })),
  kanji.map((value): RichCell => ({ cell: { kind: 'text', value: ` ${value}` }, formula: `" "&"${value}"` })),
  fc.nat(9).map((n): RichCell => ({ cell: { kind: 'boolean', value: n < 5 }, formula: `${n}<5` })),
  fc.nat(9).map((n): RichCell => ({ cell: { kind: 'error', value: '#DIV/0!' }, formula: `${n}/0` })),
)
const cell = fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: formula })
const sheet = fc.record({
  name: fc.oneof(kanji, fc.string({ maxLength: 40 })),
  rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 8 }), { minLength: 60, maxLength: 200 }),
})

/** Workbooks of values that are easily changed on the way; `spoil` breaks each text before it is written. */
export function modelWorkbooks(count: number, seed: number, spoil = (text: string) => text): ModelWorkbook[] {
  const drawn = fc.sample(fc.array(sheet, { minLength: 1, maxLength: 3 }), { numRuns: count, seed })
  return drawn.map((sheets) => ({
    workbook: {
      sheets: sheets.map(({ name, rows }) => ({
        name,
        rows: [rows.map((row) => row.map((value) => (typeof value === 'string' ? spoil(value) : value)))],
      })),
    },
    cells: new Map(sheets.flatMap(({ rows }, n) => expectedCells(rows, n))),
  }))
}

function expectedCells(rows: readonly (readonly CellToWrite[])[], sheet: number): [string, FoundCell][] {
  return rows.flatMap((row, r) =>
    row.flatMap((written, c): [string, FoundCell][] => {
      const expected = expectedCell(written)
      return expected ? [[`${sheet} ${r + 1} ${c + 1}`, expected]] : []
    }),
  )
}

function expectedCell(written: CellToWrite): FoundCell | null {
  if (written === null) return null
  if (typeof written === 'string') return { type: 'text', value: written, formula: null }
  if (typeof written === 'number') return { type: 'number', value: written, formula: null }
  if (typeof written === 'boolean') return { type: 'boolean', value: written, formula: null }
  if (typeof written === 'bigint') {
    const isExact = Number.isSafeInteger(Number(written))
    return isExact
      ? { type: 'number', value: Number(written), formula: null }
      : { type: 'text', value: String(written), formula: null }
  }
  return written.cell ? { ...expectedValue(written.cell), formula: written.formula ?? null } : null
}

function expectedValue(cell: Cell): Pick<FoundCell, 'type' | 'value'> {
  if (cell.kind !== 'date') return { type: cell.kind, value: cell.value }
  const date = serialOf(cell.value)
  return date ? { type: 'number', value: date.serial } : { type: 'text', value: cell.value }
}
