import { count, plural, words } from '../../words/words.ts'

export const downloadWords = words(
  {
    download: 'Download',
    xlsx: 'Excel (.xlsx)',
    csv: 'CSV, for Excel and others',
    parquet: 'Parquet, for data tools',
    whole: 'The whole table as Excel',
    markdown: 'Copy as Markdown',
    preparing: (table: string) => `Making a file of ${table}`,
    downloaded: (table: string) => `${table} is downloaded`,
    copied: (rows: number) => `${plural(rows, 'row')} copied as Markdown`,
    copiedFirst: (rows: number, all: number) => `The first ${count(rows)} of ${plural(all, 'row')} copied as Markdown`,
  },
  {
    download: 'ダウンロード',
    xlsx: 'Excel（.xlsx）',
    csv: 'CSV（Excelなど）',
    parquet: 'Parquet（データ分析ツール）',
    whole: '表全体（Excel）',
    markdown: 'Markdownとしてコピー',
    preparing: (table: string) => `${table}のファイルを作成中`,
    downloaded: (table: string) => `${table}をダウンロードしました`,
    copied: (rows: number) => `${count(rows)}行をMarkdownとしてコピーしました`,
    copiedFirst: (rows: number, all: number) =>
      `${count(all)}行のうち先頭${count(rows)}行をMarkdownとしてコピーしました`,
  },
)
