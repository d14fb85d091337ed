import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { outputsOf } from '../names/outputs-of.ts'
import { structureSheet } from '../structure-sheet.ts'
import { makeTables } from './make-tables.ts'

const LINES = [
  ['ASSETS', null, null, 'Year N', null, null, 'Year N-1'],
  [null, null, null, 'Gross', 'Written off', 'Net', 'Net'],
  ['Fixed', null, null, null, null, null, null],
  [null, 'Intangible', null, null, null, null, null],
  [null, null, 'Patents', 610, 110, 500, 480],
  [null, null, 'Licences', 340, 40, 300, 260],
  [null, 'Tangible', null, null, null, null, null],
  [null, null, 'Land', 920, 0, 920, 905],
  [null, null, 'Machines', 480, 230, 250, 310],
  ['TOTAL I', null, null, 2350, 380, 1970, 1955],
  ['Current', null, null, null, null, null, null],
  [null, 'Stocks', null, null, null, null, null],
  [null, null, 'Goods', 275, 25, 250, 240],
  [null, null, 'Parts', 130, 10, 120, 115],
  ['TOTAL II', null, null, 405, 35, 370, 355],
  ['GRAND TOTAL', null, null, 2755, 415, 2340, 2310],
]

const balance = () => {
  const bold = { isBold: true }
  const sheet = sheetOf(LINES, {
    merges: ['A1:C2', 'D1:F1'],
    styles: { 'A1:G2': bold, 'A3:A3': bold, 'A10:G10': bold, 'A11:A11': bold, 'A15:G16': bold },
  })
  const [region] = structureSheet(sheet, 1, 'en').regions.filter(({ kind }) => kind === 'data')
  if (!region) throw new Error('the sheet holds no table')
  return { region, tables: makeTables(sheet, { ...region, outputs: outputsOf(region, 'b', 'en') }) }
}

test('a sum over several groups belongs to the group around them, and each row stays under its own group', () => {
  const accounts = balance().tables.find(({ kind }) => kind === 'accounts')
  const parents = Object.fromEntries(accounts?.rows.map(([name, parent]) => [name?.text, parent?.text]) ?? [])

  expect(parents).toMatchObject({
    Patents: 'Intangible',
    Land: 'Tangible',
    Intangible: 'Fixed',
    Tangible: 'Fixed',
    Parts: 'Stocks',
  })
})

test('a column alone under its heading is not computed because it is called like one that is', () => {
  const roles = Object.fromEntries(balance().region.columns.map(({ source_column, role }) => [source_column, role]))

  expect(roles).toMatchObject({ F: 'difference', G: 'measure' })
})
