import type { Random } from '../structuring-invariants/random.ts'
import type { Field, FormKind, Row, Value } from './form.ts'

const from = (list: string) => list.split(' ')
const one =
  (list: string) =>
  (random: Random): Value =>
    random.one(from(list))
const day = (random: Random): Value => new Date(Date.UTC(2026, random.whole(0, 11), random.whole(1, 28)))
const code = (prefix: string) => (random: Random) => `${prefix}-${random.whole(1000, 9999)}`
const phone = (random: Random) => `0${random.whole(3, 9)}-${random.whole(1000, 9999)}-${random.whole(1000, 9999)}`
const whole =
  (least: number, most: number) =>
  (random: Random): Value =>
    random.whole(least, most)
const counted = (least: number, most: number) => (random: Random) => random.whole(least, most)

const field = (label: string, other: string, value: Field['value'], isNumber = false): Field => ({
  label,
  other,
  value,
  isNumber,
})

const sumOf = (place: number) => (lines: readonly Row[]) => lines.reduce((sum, row) => sum + Number(row[place] ?? 0), 0)

const PEOPLE_JA = '佐藤健一 鈴木花子 高橋誠 田中美咲 伊藤大輔 渡辺直子'
const PEOPLE_EN = 'Adams Baker Clark Davis Evans Foster'
const mail = (random: Random) =>
  `${String(random.one(from(PEOPLE_EN))).toLowerCase()}${random.whole(1, 99)}@example.com`

/** The same questions on every sheet: they are printed, and the answers are filled in. */
const QUESTIONS = {
  ja: from('受付の対応 会場の広さ 説明の分かりやすさ 資料の内容 全体の満足度'),
  en: ['Welcome', 'Size of the room', 'Clarity of the talk', 'Handouts', 'Overall'],
}
const CHECKS = {
  ja: from('外観 油量 異音 ベルト張り 非常停止 清掃'),
  en: ['Casing', 'Oil level', 'Noise', 'Belt tension', 'Emergency stop', 'Cleanliness'],
}

const printed = (texts: readonly string[]) => (_: Random, n: number) => texts[n % texts.length] ?? ''
const numbered = (_: Random, n: number) => n + 1

export const KINDS: readonly FormKind[] = [
  {
    kind: 'invoice',
    language: 'ja',
    title: '請求書',
    otherTitle: '見積書',
    note: '下記のとおりご請求申し上げます。',
    head: [
      field('請求番号', '伝票番号', code('INV')),
      field('請求日', '発行日', day),
      field('取引先名', 'お客様名', one('青葉商事 若草工業 港物産 桜電機')),
      field('支払期限', 'お支払期日', day),
    ],
    beside: 2,
    lines: {
      columns: [
        { label: '品名', value: one('用紙 インク 封筒 ファイル 電池') },
        { label: '数量', value: whole(1, 40) },
        { label: '単価', value: whole(80, 9000) },
        { label: '金額', value: () => null },
      ],
      count: counted(2, 9),
    },
    totals: [
      { label: '小計', of: sumOf(3) },
      { label: '消費税', of: (lines) => Math.floor(sumOf(3)(lines) / 10) },
      { label: '合計金額', of: (lines) => sumOf(3)(lines) + Math.floor(sumOf(3)(lines) / 10) },
    ],
    foot: [field('振込先', '入金先', one('みどり銀行本店 あさひ銀行駅前支店'))],
  },
  {
    kind: 'invoice',
    language: 'en',
    title: 'INVOICE',
    otherTitle: 'QUOTATION',
    note: 'Thank you for your business.',
    head: [
      field('Invoice no.', 'Document no.', code('A')),
      field('Invoice date', 'Issued', day),
      field('Customer', 'Bill to', one('Northgate Harbour Oakfield Millbrook')),
      field('Due date', 'Payable by', day),
    ],
    beside: 2,
    lines: {
      columns: [
        { label: 'Item', value: one('paper ink envelopes folders batteries') },
        { label: 'Quantity', value: whole(1, 40) },
        { label: 'Unit price', value: (random) => random.whole(100, 90_000) / 100 },
        { label: 'Amount', value: () => null },
      ],
      count: counted(2, 9),
    },
    totals: [{ label: 'Total', of: sumOf(3) }],
    foot: [field('Payment terms', 'Conditions', one('prepaid thirty-days on-receipt'))],
  },
  {
    kind: 'application',
    language: 'ja',
    title: '入会申込書',
    otherTitle: '退会届',
    note: '太枠内をご記入ください。',
    head: [
      field('氏名', 'お名前', one(PEOPLE_JA)),
      field('生年月日', '誕生日', day),
      field('住所', '所在地', one('東京都港区1-2 大阪市北区3-4 仙台市青葉区5-6')),
      field('電話番号', '連絡先', phone),
      field('メールアドレス', '電子メール', mail),
      field('会員種別', 'コース', one('正会員 準会員 学生会員')),
      field('入会希望日', '開始希望日', day),
      field('口数', '申込口数', whole(1, 9), true),
    ],
    beside: 1,
    lines: null,
    totals: [],
    foot: [field('備考', '特記事項', one('紹介あり 家族割引 特になし'))],
  },
  {
    kind: 'application',
    language: 'en',
    title: 'Membership application',
    otherTitle: 'Cancellation of membership',
    note: 'Please complete all sections.',
    head: [
      field('Full name', 'Applicant', one(PEOPLE_EN)),
      field('Date of birth', 'Birthday', day),
      field('Address', 'Where you live', one('12-High-Street 7-Mill-Lane 3-Station-Road')),
      field('Phone number', 'Telephone', phone),
      field('E-mail', 'Mail', mail),
      field('Membership type', 'Plan', one('full junior student')),
      field('Start date', 'Begins on', day),
      field('Number of shares', 'Shares', whole(1, 9), true),
    ],
    beside: 1,
    lines: null,
    totals: [],
    foot: [field('Reference', 'Recommended by', one('friend family none'))],
  },
  {
    kind: 'expense claim',
    language: 'ja',
    title: '交通費精算書',
    otherTitle: '出張旅費精算書',
    note: null,
    head: [
      field('氏名', '申請者', one(PEOPLE_JA)),
      field('所属', '部署', one('営業部 総務部 開発部')),
      field('提出日', '申請日', day),
      field('社員番号', '職員番号', code('S')),
    ],
    beside: 2,
    lines: {
      columns: [
        { label: '日付', value: day },
        { label: '訪問先', value: one('青葉商事 若草工業 港物産 市役所') },
        { label: '経路', value: one('品川-新宿 上野-大宮 梅田-京都') },
        { label: '運賃', value: whole(150, 5000) },
      ],
      count: counted(2, 12),
    },
    totals: [{ label: '合計', of: sumOf(3) }],
    foot: [field('承認者', '決裁者', one(PEOPLE_JA))],
  },
  {
    kind: 'expense claim',
    language: 'en',
    title: 'Expense claim',
    otherTitle: 'Mileage claim',
    note: 'Attach all receipts.',
    head: [
      field('Employee name', 'Claimant', one(PEOPLE_EN)),
      field('Department', 'Team', one('Sales Finance Support')),
      field('Submission date', 'Handed in', day),
      field('Employee no.', 'Staff number', code('E')),
    ],
    beside: 2,
    lines: {
      columns: [
        { label: 'Date', value: day },
        { label: 'Purpose', value: one('visit training conference audit') },
        { label: 'Category', value: one('train hotel meals taxi') },
        { label: 'Amount', value: (random) => random.whole(300, 40_000) / 100 },
      ],
      count: counted(2, 12),
    },
    totals: [{ label: 'Total', of: sumOf(3) }],
    foot: [field('Approved by', 'Signed off', one(PEOPLE_EN))],
  },
  {
    kind: 'inspection sheet',
    language: 'ja',
    title: '設備点検表',
    otherTitle: '車両点検表',
    note: '異常があれば所見に記入すること。',
    head: [
      field('設備番号', '機械番号', code('M')),
      field('点検日', '実施日', day),
      field('点検者', '担当', one(PEOPLE_JA)),
      field('設置場所', '所在', one('第一工場 第二工場 倉庫')),
    ],
    beside: 2,
    lines: {
      columns: [
        { label: '番号', value: numbered },
        { label: '点検項目', value: printed(CHECKS.ja) },
        { label: '判定', value: one('良 良 良 不良') },
        { label: '所見', value: (random) => (random.chance(0.3) ? '要確認' : null) },
      ],
      count: () => CHECKS.ja.length,
    },
    totals: [],
    foot: [field('総合判定', '結果', one('合格 不合格'))],
  },
  {
    kind: 'inspection sheet',
    language: 'en',
    title: 'Machine inspection',
    otherTitle: 'Vehicle inspection',
    note: null,
    head: [
      field('Machine no.', 'Unit', code('M')),
      field('Inspection date', 'Done on', day),
      field('Inspected by', 'Inspector', one(PEOPLE_EN)),
      field('Location', 'Where', one('hall yard store')),
    ],
    beside: 2,
    lines: {
      columns: [
        { label: 'No.', value: numbered },
        { label: 'Check item', value: printed(CHECKS.en) },
        { label: 'Result', value: one('ok ok ok fail') },
        { label: 'Remarks', value: (random) => (random.chance(0.3) ? 'repair' : null) },
      ],
      count: () => CHECKS.en.length,
    },
    totals: [],
    foot: [field('Operating hours', 'Hours run', whole(100, 9000), true)],
  },
  {
    kind: 'survey',
    language: 'ja',
    title: 'セミナーアンケート',
    otherTitle: '職場アンケート',
    note: '五段階でお答えください。',
    head: [
      field('回答者名', 'ご記入者', one(PEOPLE_JA)),
      field('会社名', 'ご所属', one('青葉商事 若草工業 港物産')),
      field('回答日', '記入日', day),
    ],
    beside: 1,
    lines: {
      columns: [
        { label: '番号', value: numbered },
        { label: '設問', value: printed(QUESTIONS.ja) },
        { label: '回答', value: whole(1, 5) },
      ],
      count: () => QUESTIONS.ja.length,
    },
    totals: [],
    foot: [field('ご意見', 'ご感想', one('時間が短い とても良い 特になし'))],
  },
  {
    kind: 'survey',
    language: 'en',
    title: 'Seminar survey',
    otherTitle: 'Workplace survey',
    note: 'Please rate from 1 to 5.',
    head: [
      field('Your name', 'Filled in by', one(PEOPLE_EN)),
      field('Company', 'Firm', one('Northgate Harbour Oakfield')),
      field('Date', 'Answered on', day),
    ],
    beside: 1,
    lines: {
      columns: [
        { label: 'No.', value: numbered },
        { label: 'Question', value: printed(QUESTIONS.en) },
        { label: 'Rating', value: whole(1, 5) },
      ],
      count: () => QUESTIONS.en.length,
    },
    totals: [],
    foot: [field('Comments', 'Anything else', one('too-short excellent none'))],
  },
]
