import { words } from '../../words/words.ts'

export const connectWords = words(
  {
    title: 'Connect',
    lead: 'This workbook from elsewhere, with its own address and ids filled in. Put a token in the place of <token>.',
    makeToken: 'All tokens',
    table: 'Table',
    ways: {
      agent: 'Agent (MCP)',
      curl: 'curl',
      typescript: 'TypeScript',
      python: 'Python',
      cli: 'Command line',
    },
    about: {
      agent: 'Goes into the configuration of whatever speaks the Model Context Protocol over HTTP.',
      curl: 'The first rows of a table, and a query.',
      typescript: 'Typed, with retries that have one effect.',
      python: 'Rows as frames of pandas or polars.',
      cli: 'A browser approves the login; the workbook is used from then on.',
    },
    noTable: 'There is no table yet: the examples name one that you will have.',
  },
  {
    title: '接続',
    lead: 'このワークブックをほかの道具から使うための例です。アドレスと ID は記入済みです。<token> の部分をトークンに置き換えてください。',
    makeToken: 'トークンの一覧',
    table: '表',
    ways: {
      agent: 'エージェント（MCP）',
      curl: 'curl',
      typescript: 'TypeScript',
      python: 'Python',
      cli: 'コマンドライン',
    },
    about: {
      agent: 'HTTP で Model Context Protocol を話す道具の設定に書きます。',
      curl: '表の最初の行と、問い合わせの例です。',
      typescript: '型付きで、再試行しても効果は一度だけです。',
      python: '行を pandas や polars のデータフレームとして扱えます。',
      cli: 'ログインはブラウザーで承認します。以後はこのワークブックが対象になります。',
    },
    noTable: '表はまだありません。例の表名は仮のものです。',
  },
)
