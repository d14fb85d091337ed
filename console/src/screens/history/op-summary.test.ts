import { expect, test } from 'vitest'
import { spellSummary } from './op-summary.ts'

test('what the service says of an operation is said in Japanese, names as they are', () => {
  const said = [
    'Inserted 6, updated 0; 2 of them were set aside',
    'Before: Reverted to version March closing',
    'Renamed column amount to 金額',
    'Merged orders.xlsx: inserted 1, updated 2, deleted 0',
  ].map((summary) => spellSummary(summary, 'ja'))

  expect(said).toEqual([
    '追加 6、更新 0（うち 2 行は保留）',
    'バージョン「March closing」への復帰の前',
    '列「amount」の名前を「金額」に変更',
    '「orders.xlsx」を取り込み：追加 1、更新 2、削除 0',
  ])
})

test('what a user wrote stays, and English stays English', () => {
  expect(spellSummary('as sent to the auditors', 'ja')).toBe('as sent to the auditors')
  expect(spellSummary('Deleted 1', 'en')).toBe('Deleted 1')
})
