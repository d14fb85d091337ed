import { expect, test } from 'vitest'
import { sheetOf } from '../../test/sheet-of.ts'
import type { Region } from '../parse-spec/parse-spec.ts'
import { describeText } from './describe-text.ts'
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
  const sheets = [{ name: '月次', regions: [region('data', '■在庫'), region('data'), region('data', '【在庫】')] }]

  const named = nameOutputs(sheets, '報告', 'ja')

  expect(namesOf(named)).toEqual([
    ['在庫', '在庫_計算項目'],
    ['月次_表2', '月次_表2_計算項目'],
    ['在庫_2', '在庫_2_計算項目'],
  ])
})

test('a table with texts around it is called after its sheet, and the texts go into one table beside it', () => {
  const sheets = [{ name: '月次', regions: [region('title'), region('data', '売上'), region('note')] }]

  const named = nameOutputs(sheets, '報告', 'en')

  expect(namesOf(named)).toEqual([['月次_notes'], ['月次', '月次_計算項目'], ['月次_notes']])
})
