import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { settleSheet } from '../invariants/settle-sheet.ts'
import { outputsOf } from '../names/outputs-of.ts'
import { structureSheet } from '../structure-sheet.ts'
import { confidenceOf } from './confidence.ts'
import { DOUBT_REASONS, reasonOf } from './doubt-reasons.ts'
import { finishedReadings } from './finished-readings.ts'
import { readingFeatures } from './reading-features.ts'

const MODEL = readFileSync(new URL('confidence.model.json', import.meta.url), 'utf8')

function readingOf(rows: (string | number | null)[][]) {
  const sheet = sheetOf(rows)
  const structure = structureSheet(sheet)
  const named = (region: Region) => outputsOf(region, 'table', 'en')
  const [reading] = finishedReadings(sheet, structure, settleSheet(sheet, structure, named))
  if (!reading) throw new Error('the sheet holds no table')
  return reading
}

const LIST = [
  ['Item', 'City', 'Plan', 'Actual'],
  ['Hall', 'Leeds', 412, 398],
  ['Tents', 'York', 96, 121],
  ['Lunch', 'Hull', 230, 251],
  ['Music', 'Bath', 188, 176],
]

test('a plain list is surer than one with words of its header and remarks among the figures', () => {
  const plain = confidenceOf(readingOf(LIST))
  const mixed = confidenceOf(
    readingOf([...LIST, ['Item', null, 'Plan', 'Actual'], [null, 'about', 'see note', 4], ['total', null, 7, null]]),
  )

  expect(plain.share).toBeGreaterThan(0.85)
  expect(mixed.share).toBeLessThan(plain.share)
  expect(mixed.doubts.length).toBeGreaterThan(0)
  expect(mixed.doubts.length).toBeLessThanOrEqual(3)
})

test('every feature that the model asks for is known of every reading, as a finite number', () => {
  const { features } = JSON.parse(MODEL) as { features: string[] }
  const known = readingFeatures(readingOf(LIST))

  expect(features.filter((name) => !(name in known))).toEqual([])
  expect(Object.values(known).filter((value) => !Number.isFinite(value))).toEqual([])
})

test('a model is small, and every reason is reached by some feature', () => {
  const { features } = JSON.parse(MODEL) as { features: string[] }

  expect(MODEL.length).toBeLessThan(750_000)
  expect(new Set(features.map(reasonOf))).toEqual(new Set(DOUBT_REASONS))
})
