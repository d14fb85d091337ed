import { words } from '../../words/words.ts'

export const overviewWords = words(
  {
    tables: 'Tables',
    files: 'Files',
    upload: 'Upload files',
    tableColumns: { name: 'Name', kind: 'Layer', rows: 'Rows', columns: 'Columns', state: 'State' },
    fileColumns: { name: 'Name', size: 'Size', state: 'State', came: 'Received' },
    states: {
      registered: 'not looked at yet',
      analyzed: 'waiting for you',
      materialized: 'made into tables',
      failed: 'cannot be read',
    },
    layers: { raw: 'as in the file', base: 'base', derived: 'derived' },
    emptyTitle: 'Nothing is in here yet',
    emptyText: 'Drop a spreadsheet anywhere on this page. You see what it becomes before a table is made.',
  },
  {
    tables: 'テーブル',
    files: 'ファイル',
    upload: 'ファイルをアップロード',
    tableColumns: { name: '名前', kind: '層', rows: '行数', columns: '列数', state: '状態' },
    fileColumns: { name: '名前', size: 'サイズ', state: '状態', came: '受領' },
    states: { registered: '未解析', analyzed: '確認待ち', materialized: 'テーブル作成済み', failed: '読み取り不可' },
    layers: { raw: 'ファイルのまま', base: '基礎', derived: '派生' },
    emptyTitle: 'まだ何もありません',
    emptyText: 'この画面のどこにでもスプレッドシートをドロップできます。テーブルになる前に内容を確認できます。',
  },
)
