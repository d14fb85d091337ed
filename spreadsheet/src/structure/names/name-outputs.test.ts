import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { describeText } from '../describe-text.ts'
import { nameOutputs } from './name-outputs.ts'

const SHEET = sheetOf([['a']])
const BOX = { top: 0, left: 0, bottom: 0, right: 0 }

const region = (kind: Region['kind'], title: string | null = null): Region => ({
  ...describeText(SHEET, { kind, box: BOX, confidence: 1, evidence: [] }, 'r1'),
  title,
  outputs:
    kind === 'data'
      ? [
          { name: '月次', kind: 'list' },
          { name: '月次_計算項目', kind: 'computed' },
        ]
      : [],
})

const namesOf = (regions: readonly Region[]) => regions.map(({ outputs }) => outputs.map(({ name }) => name))

test('tables of one sheet are called after their titles without their marks, and counted where they have none', () => {
  const regions = [region('data', '■在庫'), region('data'), region('data', '【在庫】')]
  const sheets = [{ name: '月次', regions, language: 'ja' as const }]

  const named = nameOutputs(sheets, '報告')

  expect(namesOf(named)).toEqual([
    ['在庫', '在庫_計算項目'],
    ['月次_表2', '月次_表2_計算項目'],
    ['在庫_2', '在庫_2_計算項目'],
  ])
})

test('the only table of a file takes its name, whatever stands around it; the texts are called after their sheet', () => {
  const regions = [region('title'), region('data', '売上'), region('note')]
  const sheets = [{ name: '月次', regions, language: 'en' as const }]

  const named = nameOutputs(sheets, '報告')

  expect(namesOf(named)).toEqual([['月次_notes'], ['報告', '報告_計算項目'], ['月次_notes']])
})

test('sheets of texts alone do not keep the only table from the name of its file', () => {
  const sheets = [
    { name: '表紙', regions: [region('title'), region('note')], language: 'ja' },
    { name: '月次', regions: [region('data', '売上')], language: 'ja' },
  ] as const

  expect(namesOf(nameOutputs(sheets, '報告'))).toEqual([
    ['表紙_補足情報'],
    ['表紙_補足情報'],
    ['報告', '報告_計算項目'],
  ])
})

test('tables of several sheets are called after their sheets', () => {
  const sheets = [
    { name: '月次', regions: [region('title'), region('data')], language: 'ja' },
    { name: '年次', regions: [region('data')], language: 'ja' },
  ] as const

  const named = namesOf(nameOutputs(sheets, '報告'))

  expect([named[1]?.[0], named[2]?.[0]]).toEqual(['月次', '年次'])
})

test('where only the time behind a title tells two tables apart it stays in their names', () => {
  const regions = [region('data', 'Enrolment, 2023'), region('data', 'Enrolment, 2024'), region('data', 'Staff, 2024')]
  const sheets = [{ name: '月次', regions, language: 'en' as const }]

  expect(namesOf(nameOutputs(sheets, 'report')).map(([name]) => name)).toEqual([
    'Enrolment, 2023',
    'Enrolment, 2024',
    'Staff',
  ])
})
