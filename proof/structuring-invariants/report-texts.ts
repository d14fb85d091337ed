import type { SheetDraft } from '../structuring/sheet-draft.ts'
import type { Random } from './random.ts'

const TITLES = ['売上実績表', '月次損益', 'Inventory by site', '■担当者別', '第3四半期 経費一覧', 'Headcount plan 2026']
const UNITS = ['（単位：千円）', '単位:円', '(in thousands)', '(百万円)']
const NOTES = [
  '※ 速報値です。',
  '注1) 四捨五入のため合計は一致しない場合があります。',
  'Source: own books',
  '出典：社内資料',
  '* revised',
]

/** A title, sometimes merged, and sometimes a unit at its right. The row below them. */
export function addTitle(draft: SheetDraft, random: Random, row: number, left: number): number {
  draft.put(row, left, random.one(TITLES), random.chance(0.6) ? { isBold: true, fontSize: 14 } : {})
  if (random.chance(0.3)) draft.merge({ top: row, left, bottom: row, right: left + random.whole(1, 4) })
  if (random.chance(0.3)) draft.put(row + 1, left + random.whole(2, 5), random.one(UNITS))
  return row + random.one([1, 2, 2, 3])
}

export function addNotes(draft: SheetDraft, random: Random, row: number, left: number): number {
  const count = random.whole(1, 3)
  for (let n = 0; n < count; n++) draft.put(row + n, left, random.one(NOTES))
  return row + count + random.whole(1, 2)
}

export function addKeyValues(draft: SheetDraft, random: Random, row: number, left: number): number {
  const count = random.whole(2, 4)
  for (let n = 0; n < count; n++) {
    draft.put(row + n, left, random.one(['作成日', '担当', 'Version', '部署', 'Status']))
    draft.put(row + n, left + 1, random.one(['2026/4/1', '経理部', 3, '確定', 'draft']))
  }
  return row + count + 1
}
