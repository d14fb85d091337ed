import type { SheetDraft } from '../structuring/sheet-draft.ts'
import { type PicturedSheet, putRows, putTitle, putTotal } from './pictured-sheet.ts'

/** A name and its values; `depth` moves the name in. */
function putItem(
  draft: SheetDraft,
  row: number,
  depth: number,
  name: string,
  values: readonly number[],
  isBold = false,
): void {
  draft.put(row, 0, name, { indent: depth, isBold })
  for (const [n, value] of values.entries()) draft.put(row, n + 1, value, { isBold })
}

export const REPORTS: readonly PicturedSheet[] = [
  {
    slug: '06-quarters',
    name: '地域別売上',
    shows: 'Quarters across become rows; the sums beside and below them are verified and kept apart.',
    draw: (draft) => {
      putTitle(draft, 0, 0, '2025年度 地域別売上実績')
      draft.put(1, 5, '（単位：千円）')
      putRows(draft, 2, 0, [
        ['地域', '第1四半期', '第2四半期', '第3四半期', '第4四半期', '合計'],
        ['北海道', 120, 135, 128, 161, 544],
        ['関東', 880, 902, 951, 1010, 3743],
        ['九州', 240, 233, 262, 281, 1016],
      ])
      putTotal(draft, 6, 0, ['合計', 1240, 1270, 1341, 1452, 5303])
    },
  },
  {
    slug: '07-income-statement',
    name: '損益計算書',
    shows: 'Accounts under accounts, found by indents and proven by sums, become one table for each level.',
    draw: (draft) => {
      putTitle(draft, 0, 0, '月次損益計算書 2026年度')
      draft.put(1, 3, '（単位：百万円）')
      putRows(draft, 2, 0, [['科目', '4月', '5月', '6月']])
      putItem(draft, 3, 0, '売上高', [300, 320, 310], true)
      putItem(draft, 4, 1, '国内', [180, 200, 190])
      putItem(draft, 5, 1, '海外', [120, 120, 120])
      putItem(draft, 6, 0, '売上原価', [130, 145, 138], true)
      putItem(draft, 7, 1, '材料費', [80, 90, 84])
      putItem(draft, 8, 1, '外注費', [50, 55, 54])
      putItem(draft, 9, 0, '売上総利益', [170, 175, 172], true)
    },
  },
  {
    slug: '08-two-header-rows',
    name: '予実',
    shows: 'A header of two rows is one path for each column: months above, plan and actual below.',
    draw: (draft) => {
      const header = { isBold: true, fill: 'E8EEF4' }
      draft.put(0, 0, '部門', header)
      for (const [n, month] of ['4月', '5月', '6月'].entries()) {
        draft.put(0, 1 + n * 2, month, header)
        draft.merge({ top: 0, left: 1 + n * 2, bottom: 0, right: 2 + n * 2 })
        draft.put(1, 1 + n * 2, '計画', header)
        draft.put(1, 2 + n * 2, '実績', header)
      }
      draft.merge({ top: 0, left: 0, bottom: 1, right: 0 })
      putRows(
        draft,
        2,
        0,
        [
          ['営業', 100, 96, 110, 118, 120, 119],
          ['開発', 60, 61, 60, 58, 65, 70],
          ['管理', 30, 29, 30, 31, 30, 30],
        ],
        0,
      )
    },
  },
  {
    slug: '09-stacked',
    name: '支店別',
    shows: 'Tables below each other are separated by their headers, and each takes the title above it.',
    draw: (draft) => {
      putTitle(draft, 0, 0, '【仙台支店】')
      putRows(draft, 1, 0, [
        ['担当', '件数', '金額'],
        ['青木', 12, 840],
        ['伊藤', 9, 655],
      ])
      putTitle(draft, 5, 0, '【松山支店】')
      putRows(draft, 6, 0, [
        ['担当', '件数', '金額'],
        ['上田', 15, 1020],
        ['江口', 4, 260],
        ['大野', 8, 512],
      ])
      draft.put(11, 0, '注）金額は千円です。')
    },
  },
  {
    slug: '10-repeated-groups',
    name: '注文票',
    shows: 'Columns that repeat under numbered names become rows.',
    draw: (draft) =>
      putRows(draft, 0, 0, [
        ['注文番号', '顧客', '商品1', '数量1', '商品2', '数量2', '商品3', '数量3'],
        ['A-101', '北川商店', '机', 2, '椅子', 8, '棚', 1],
        ['A-102', '南野工業', '棚', 4, '机', 1, '椅子', 2],
        ['A-103', '東山物産', '椅子', 12, '棚', 3, '机', 5],
      ]),
  },
]
