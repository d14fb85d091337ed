/** The words that offices put around figures, by language. */
export type OfficeWords = {
  totals: readonly string[]
  subtotal: readonly string[]
  average: readonly string[]
  highest: string
  lowest: string
  share: string
  cumulative: string
  difference: readonly string[]
  ratio: readonly string[]
  plan: readonly [string, string]
  lastYear: readonly [string, string]
  opening: readonly [string, string, string, string]
  number: readonly string[]
  code: readonly string[]
  day: readonly string[]
  remark: readonly string[]
  item: readonly string[]
  unit: (unit: string) => readonly string[]
  notes: readonly string[]
  strays: readonly string[]
  absent: readonly string[]
  sexes: readonly [string, string]
  scale: readonly string[]
  yes: readonly string[]
}

const JAPANESE: OfficeWords = {
  totals: ['合計', '計', '総計', '総合計', '合　計'],
  subtotal: ['小計', '計', '小　計'],
  average: ['平均', '平均値'],
  highest: '最大',
  lowest: '最小',
  share: '構成比',
  cumulative: '累計',
  difference: ['差異', '増減', '差額', '増減額'],
  ratio: ['達成率', '前年比', '増減率', '対比'],
  plan: ['予算', '実績'],
  lastYear: ['前年', '当年'],
  opening: ['期首残高', '増加', '減少', '期末残高'],
  number: ['No.', '番号', 'No', '連番'],
  code: ['コード', '管理番号', '品番', '伝票番号'],
  day: ['日付', '年月日', '登録日', '納期'],
  remark: ['備考', '摘要', 'メモ'],
  item: ['項目', '区分', '科目', '名称', '内訳'],
  unit: (unit) => [`（単位：${unit}）`, `単位:${unit}`, `(${unit})`],
  notes: [
    '※ 速報値です。後日修正する場合があります。',
    '注1) 端数処理のため合計と内訳が一致しないことがあります。',
    '出典：社内資料より作成',
    '（注）返品分は含まない。',
  ],
  strays: ['確認済', '要修正', '前回と同じ？', '担当：総務'],
  absent: ['-', '－', '…', 'n/a', '―'],
  sexes: ['男', '女'],
  scale: ['とても良い', '良い', 'ふつう', '悪い', 'とても悪い'],
  yes: ['○', '×', '△'],
}

const ENGLISH: OfficeWords = {
  totals: ['Total', 'TOTAL', 'Grand total', 'Sum'],
  subtotal: ['Subtotal', 'Sub-total', 'Total'],
  average: ['Average', 'Mean'],
  highest: 'Max',
  lowest: 'Min',
  share: 'Share',
  cumulative: 'Cumulative',
  difference: ['Variance', 'Difference', 'Change'],
  ratio: ['% of plan', 'Change %', 'Growth', 'Ratio'],
  plan: ['Budget', 'Actual'],
  lastYear: ['Last year', 'This year'],
  opening: ['Opening', 'Additions', 'Disposals', 'Closing'],
  number: ['No.', '#', 'Nr', 'Line'],
  code: ['Code', 'ID', 'Ref', 'Order no.'],
  day: ['Date', 'Posted', 'Due date', 'Start'],
  remark: ['Remarks', 'Notes', 'Comment'],
  item: ['Item', 'Category', 'Line item', 'Description'],
  unit: (unit) => [`(in ${unit})`, `Unit: ${unit}`, `(${unit})`],
  notes: [
    'Note: figures are provisional and may be revised.',
    'Source: own books.',
    '* excludes returns',
    '1) Totals may not add up because of rounding.',
  ],
  strays: ['ok', 'check again', 'same as before?', 'JM'],
  absent: ['-', 'n/a', '--', 'N/A', '…'],
  sexes: ['Male', 'Female'],
  scale: ['Strongly agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree'],
  yes: ['Y', 'N', 'x'],
}

export const wordsOf = (language: 'ja' | 'en'): OfficeWords => (language === 'ja' ? JAPANESE : ENGLISH)
