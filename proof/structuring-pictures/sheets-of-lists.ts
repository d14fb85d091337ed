import { type PicturedSheet, putRows, putTitle, putTotal } from './pictured-sheet.ts'

export const LISTS: readonly PicturedSheet[] = [
  {
    slug: '01-bare-list',
    name: '入出庫',
    shows: 'A sheet that is one table and nothing else is not split: its table takes the name of the file.',
    draw: (draft) =>
      putRows(draft, 0, 0, [
        ['伝票番号', '日付', '品名', '数量', '金額'],
        ['000412', '2026/4/1', 'りんご箱', 12, '48,000'],
        ['000413', '2026/4/2', 'みかん箱', 3, '▲9,300'],
        ['000414', '2026/4/2', 'なし箱', 7, '30,800'],
        ['000415', '2026/4/5', 'ぶどう箱', 5, '27,500'],
      ]),
  },
  {
    slug: '02-list-with-texts',
    name: '請求明細',
    shows: 'Title, unit and notes go into a table of their own, and the computed rows below a list into another.',
    draw: (draft) => {
      putTitle(draft, 0, 0, '請求明細書')
      draft.put(1, 3, '（単位：円）')
      putRows(draft, 2, 0, [
        ['品名', '数量', '単価', '金額'],
        ['企画', 2, 80000, 160000],
        ['製作', 5, 42000, 210000],
        ['運搬', 1, 15000, 15000],
      ])
      putTotal(draft, 6, 0, ['小計', null, null, 385000])
      putTotal(draft, 7, 0, ['消費税', null, null, 38500])
      putTotal(draft, 8, 0, ['合計', null, null, 423500])
      draft.put(10, 0, '※ お支払期限は翌月末です。')
    },
  },
  {
    slug: '03-sections',
    name: '名簿',
    shows: 'Rows that only head the rows below them become a column.',
    draw: (draft) => {
      putRows(draft, 0, 0, [['社員番号', '氏名', '内線', '在籍年数']])
      draft.put(1, 0, '営業部', { isBold: true })
      putRows(
        draft,
        2,
        0,
        [
          ['0021', '青木', 301, 4],
          ['0022', '伊藤', 302, 11],
          ['0025', '上田', 305, 2],
        ],
        0,
      )
      draft.put(5, 0, '開発部', { isBold: true })
      putRows(
        draft,
        6,
        0,
        [
          ['0031', '遠藤', 411, 7],
          ['0032', '岡田', 412, 1],
        ],
        0,
      )
    },
  },
  {
    slug: '04-side-by-side',
    name: '週報',
    shows: 'Two tables beside each other are two tables, each with its own title.',
    draw: (draft) => {
      putTitle(draft, 0, 0, '■在庫')
      putRows(draft, 1, 0, [
        ['商品', '在庫数', '発注点'],
        ['机', 14, 10],
        ['椅子', 52, 40],
        ['棚', 6, 8],
      ])
      putTitle(draft, 0, 4, '■担当者別実績')
      putRows(draft, 1, 4, [
        ['氏名', '件数', '金額'],
        ['青木', 12, 840],
        ['伊藤', 9, 655],
        ['上田', 15, 1020],
        ['江口', 4, 260],
      ])
    },
  },
  {
    slug: '05-transposed',
    name: '取引先比較',
    shows: 'A table that lies on its side is turned, so that each company is a row.',
    draw: (draft) =>
      putRows(
        draft,
        0,
        0,
        [
          ['会社名', '北川商店', '南野工業', '東山物産'],
          ['設立年', 1954, 1987, 2003],
          ['資本金', 1007, 350, 90],
          ['担当者', '青木', '上田', '伊藤'],
          ['格付', 'A', 'BB', 'A'],
        ],
        0,
      ),
  },
]
