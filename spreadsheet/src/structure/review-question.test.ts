import { expect, test } from 'vitest'
import { sheetOf } from '../../test/sheet-of.ts'
import type { Region, SpecWarning } from '../parse-spec/parse-spec.ts'
import { settleSheet } from './invariants/settle-sheet.ts'
import { outputsOf } from './outputs-of.ts'
import { withQuestion } from './review-question.ts'
import type { Sheet } from './sheet.ts'
import { structureSheet } from './structure-sheet.ts'
import { makeTables } from './tables/make-tables.ts'

const named = (region: Region) => outputsOf(region, 'table', 'en')

function asked(sheet: Sheet) {
  const { regions, warnings } = settleSheet(sheet, structureSheet(sheet, 1, 'en'), named)
  const region = regions.find(({ kind }) => kind === 'data')
  if (!region) throw new Error('the sheet holds no table')
  return withQuestion(sheet, region, warnings, { language: 'en', outputsOf: named })
}

const chosen = (region: Region, n: number): Region => ({ ...region, ...region.question?.choices[n]?.patch })

const LIST = [
  ['Item', 'Plan', 'Actual'],
  ['Hall', 412, 398],
  ['Tents', 96, 121],
  ['Lunch', 230, 251],
  ['Music', 188, 176],
]

test('a table that is sure asks nothing', () => {
  expect(asked(sheetOf(LIST))).toMatchObject({ needs_review: false, question: null })
})

test('rows that are called totals and do not add up are asked about, and kept apart where the answer is yes', () => {
  const sheet = sheetOf([...LIST.slice(0, 3), ['Events total', 999, 777], ...LIST.slice(3)])
  const region = asked(sheet)

  expect(region).toMatchObject({ needs_review: true, question: { code: 'totals' } })
  expect(region.confidence).toBeLessThan(asked(sheetOf(LIST)).confidence)
  expect(makeTables(sheet, chosen(region, 0))[0]?.rows).toHaveLength(5)
  expect(makeTables(sheet, chosen(region, 1)).map(({ name, rows }) => [name, rows.length])).toEqual([
    ['table', 4],
    ['table_computed', 1],
  ])
  expect(chosen(region, 1)).toMatchObject({ needs_review: false, question: null })
})

test('dates that can be read in two ways are asked about, and read as the answer says', () => {
  const sheet = sheetOf([
    ['Day', 'Item', 'Amount'],
    ['03/04/2025', 'Hall', 412],
    ['05/04/2025', 'Tents', 96],
    ['07/05/2025', 'Lunch', 230],
    ['08/05/2025', 'Music', 188],
  ])
  const region = asked(sheet)

  expect(region.question?.code).toBe('date_order')
  const formats = [0, 1].map((n) => chosen(region, n).columns[0]?.format)
  expect(formats).toEqual(['as_written_day_first', 'as_written_month_first'])
})

test('a reading that was given up, where the table was hardly sure, is asked about', () => {
  const sheet = sheetOf(LIST)
  const unsure: Region = { ...asked(sheet), confidence: 0.69 }
  const givenUp: SpecWarning = {
    code: 'stepped_down',
    region_id: unsure.region_id,
    column: null,
    count: 1,
    message: '',
  }

  const how = { language: 'en', outputsOf: named } as const

  expect(withQuestion(sheet, unsure, [], how).question).toBeNull()
  const { question } = withQuestion(sheet, unsure, [givenUp], how)
  expect(question?.code).toBe('table')
  expect(question?.choices[1]?.patch).toMatchObject({ kind: 'note', outputs: [{ kind: 'notes' }] })
})
