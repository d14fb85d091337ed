import { words } from '../../words/words.ts'

export const overviewWords = words(
  {
    tables: 'Tables',
    files: 'Files',
    upload: 'Upload files',
    tableColumns: { name: 'Name', kind: 'Kind', rows: 'Rows', columns: 'Columns', state: 'State' },
    fileColumns: { name: 'Name', size: 'Size', state: 'State', came: 'Received' },
    states: {
      registered: 'not looked at yet',
      analyzed: 'waiting for you',
      materialized: 'made into tables',
      failed: 'cannot be read',
    },
    layers: { raw: 'raw table', base: 'table', derived: 'derived table' },
    emptyTitle: 'Nothing is in here yet',
    emptyText: 'Drop a spreadsheet anywhere on this page. You see what it becomes before a table is made.',
  },
  {
    tables: '表',
    files: 'ファイル',
    upload: 'ファイルをアップロード',
    tableColumns: { name: '名前', kind: '種類', rows: '行数', columns: '列数', state: '状態' },
    fileColumns: { name: '名前', size: 'サイズ', state: '状態', came: '受領' },
    states: { registered: '未解析', analyzed: '確認待ち', materialized: '表を作成済み', failed: '読み取り不可' },
    layers: { raw: '元データ', base: '表', derived: '派生表' },
    emptyTitle: 'まだ何もありません',
    emptyText: 'この画面のどこにでもスプレッドシートをドロップできます。表になる前に内容を確認できます。',
  },
)
