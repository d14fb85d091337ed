import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { settleSheet } from '../invariants/settle-sheet.ts'
import { finishedReadings } from '../learned/finished-readings.ts'
import type { FinishedReading } from '../learned/reading-features.ts'
import { outputsOf } from '../names/outputs-of.ts'
import type { Sheet } from '../sheet.ts'
import { structureSheet } from '../structure-sheet.ts'
import { makeTables } from '../tables/make-tables.ts'
import { withQuestion } from './review-question.ts'

const named = (region: Region) => outputsOf(region, 'table', 'en')

function asked(sheet: Sheet) {
  return withQuestion(readingOf(sheet), { language: 'en', outputsOf: named })
}

function readingOf(sheet: Sheet): FinishedReading {
  const structure = structureSheet(sheet, 1, 'en')
  const [reading] = finishedReadings(sheet, structure, settleSheet(sheet, structure, named))
  if (!reading) throw new Error('the sheet holds no table')
  return reading
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

/** Prose beside figures, empty rows, words of a header again, totals that are none: no person could say what it is. */
const MESS = [
  ['Plan', null, 'x', null, 3],
  [null, 'see below', 7, null, null],
  ['Plan', 'total', null, 'Plan', 'n/a'],
  [null, null, 12, 'about 4', 'Plan'],
  ['open', 5, 'total', null, 2],
  [null, 'x', null, 9, 'see above'],
]

test('a table that looks like those that were often wrong is asked about, with what speaks against it', () => {
  const region = asked(sheetOf(MESS))

  expect(region.confidence).toBeLessThan(0.45)
  expect(region.needs_review).toBe(true)
  expect(region.question?.choices).toHaveLength(2)
  expect(region.evidence.filter((code) => code.startsWith('doubt_')).length).toBeGreaterThan(0)
})

test('a region that is no table becomes a note where the answer says so', () => {
  const sheet = sheetOf(MESS)
  const reading = readingOf(sheet)
  const alone = { ...reading, warnings: [], region: { ...reading.region, alternatives: [] } }
  const { question } = withQuestion(alone, { language: 'en', outputsOf: named })

  expect(question?.code).toBe('table')
  expect(question?.text).toMatch(/^Is A1:E6 one table\? \w/)
  expect(question?.choices[1]?.patch).toMatchObject({ kind: 'note', outputs: [{ kind: 'notes' }] })
})
