import { count, plural, words } from '../../words/words.ts'

export const downloadWords = words(
  {
    download: 'Download',
    xlsx: 'Excel (.xlsx)',
    csv: 'CSV, for Excel and others',
    csvInView: 'CSV of the rows in view, in their order',
    downloadedFirst: (rows: number) => `The first ${plural(rows, 'row')} are downloaded`,
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
    csvInView: '表示中の行のCSV（並び順どおり）',
    downloadedFirst: (rows: number) => `先頭${count(rows)}行をダウンロードしました`,
    markdown: 'Markdownとしてコピー',
    preparing: (table: string) => `${table}のファイルを作成中`,
    downloaded: (table: string) => `${table}をダウンロードしました`,
    copied: (rows: number) => `${count(rows)}行をMarkdownとしてコピーしました`,
    copiedFirst: (rows: number, all: number) =>
      `${count(all)}行のうち先頭${count(rows)}行をMarkdownとしてコピーしました`,
  },
)
