import type { Output, Question, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import { confidenceOf } from '../learned/confidence.ts'
import type { DoubtReason } from '../learned/doubt-reasons.ts'
import type { FinishedReading } from '../learned/reading-features.ts'
import { languageOf } from '../names/language-of.ts'
import { type Language, notesOf } from '../names/name-outputs.ts'
import { CLOSE_READING } from '../read-as.ts'
import { doubtedRows } from '../roles/total-doubts.ts'
import type { Sheet } from '../sheet.ts'
import { AS_WRITTEN_IN } from '../type-column.ts'

/**
 * Tables that are less sure ask a person to look. Chosen on files that the model had not seen: docs/structuring.md has what a higher and
 * a lower one would ask and miss.
 */
export const REVIEW_BELOW = 0.53
/** Where another reading is close, so sure a table need not ask: out of fold 0.86 of such tables are right. */
const SURE_ENOUGH = 0.8
/** Reasons are given for a table that is less sure. */
const SURE = 0.9

/**
 * A table with what a person should decide about it: the first of the questions that are open, since one can be answered at a
 * glance and a list of them is not. Its confidence is that of the whole reading: how often tables like this one were right.
 */
export function withQuestion(reading: FinishedReading, { language, outputsOf }: HowToName): Region {
  const { sheet, region, warnings } = reading
  const { share, doubts } = confidenceOf(reading)
  const whole = (patch: Partial<Region>): Partial<Region> => ({
    ...patch,
    ...ANSWERED,
    outputs: outputsOf({ ...region, ...patch }),
  })
  const own = warnings.filter(({ region_id }) => region_id === region.region_id)
  const spoken = languageOf(sheet, region, language)
  const words = WORDS[spoken]
  const isClose = region.evidence.includes(CLOSE_READING) && share < SURE_ENOUGH
  const isUnsure = share < REVIEW_BELOW
  const notes: Partial<Region> = { ...ANSWERED, kind: 'note', outputs: [notesOf(region.sheet, spoken)] }
  const question =
    (own.some(({ code }) => code === 'possible_totals') ? askTotals(sheet, region, words, whole) : null) ??
    askDates(region, own, words) ??
    (isClose || (isUnsure && doubts[0] === 'doubt_reading') ? askReading(region, words, whole) : null) ??
    (isUnsure ? askTable(region, doubts[0], words, notes) : null)
  return {
    ...region,
    confidence: Number(share.toFixed(3)),
    evidence: share < SURE ? [...region.evidence, ...doubts] : region.evidence,
    needs_review: question !== null,
    question,
  }
}

/** Outputs as they are called before the whole file is known. */
type HowToName = { language: Language | null; outputsOf: (region: Region) => readonly Output[] }

/** A change of a region with the tables that it becomes then. */
type Whole = (patch: Partial<Region>) => Partial<Region>

/** Whatever the answer is, the question is answered. */
const ANSWERED: Partial<Region> = { needs_review: false, question: null }

function askTotals(sheet: Sheet, region: Region, words: Words, whole: Whole): Question | null {
  const rows = doubtedRows(sheet, region)
  if (rows.length === 0) return null
  const apart = whole({ computed_rows: 'apart', row_roles: [...region.row_roles, { rows, role: 'total' }] })
  return {
    code: 'totals',
    text: (rows.length === 1 ? words.isTotal : words.areTotals)(rows.slice(0, MOST_NAMED).join(', ')),
    choices: [
      { text: rows.length === 1 ? words.isData : words.areData, patch: ANSWERED },
      { text: words.keepApart, patch: apart },
    ],
  }
}

/** So many rows a question names. */
const MOST_NAMED = 10

function askDates(region: Region, warnings: readonly SpecWarning[], words: Words): Question | null {
  const names = new Set(warnings.filter(({ code }) => code === 'ambiguous_dates').map(({ column }) => column))
  if (names.size === 0) return null
  const as = (order: keyof typeof AS_WRITTEN_IN): Partial<Region> => ({
    ...ANSWERED,
    columns: region.columns.map((column) =>
      names.has(column.name) ? { ...column, type: 'DATE', format: AS_WRITTEN_IN[order] } : column,
    ),
  })
  return {
    code: 'date_order',
    text: words.dateOrder([...names].join(', ')),
    choices: [
      { text: words.dayFirst, patch: as('day_first') },
      { text: words.monthFirst, patch: as('month_first') },
    ],
  }
}

/** The rows as they stand where something was done to them, else the best of the other readings. */
function askReading({ reshape, alternatives }: Region, words: Words, whole: Whole): Question | null {
  const standing = alternatives.find(({ patch }) => patch.reshape === null)
  const other = reshape === null ? alternatives[0] : standing
  if (!other) return null
  return {
    code: 'reading',
    text: words.reading,
    choices: [
      { text: words.asItIs, patch: ANSWERED },
      { text: other.summary, patch: whole(other.patch) },
    ],
  }
}

const askTable = (
  { range }: Region,
  reason: DoubtReason | undefined,
  words: Words,
  notes: Partial<Region>,
): Question => ({
  code: 'table',
  text: reason ? `${words.isTable(range)} ${words.because[reason]}` : words.isTable(range),
  choices: [
    { text: words.yes, patch: ANSWERED },
    { text: words.noTable, patch: notes },
  ],
})

type Words = (typeof WORDS)['en']

const EN = {
  isTotal: (row: string) => `Row ${row} is called a total, but nothing adds up to it. Is it one?`,
  areTotals: (rows: string) => `Rows ${rows} are called totals, but nothing adds up to them. Are they totals?`,
  keepApart: 'Yes, keep apart',
  isData: 'No, it is data',
  areData: 'No, they are data',
  dateOrder: (columns: string) => `Do the dates in ${columns} start with the day or with the month?`,
  dayFirst: 'With the day',
  monthFirst: 'With the month',
  reading: 'This table can be read in two ways. Is it right as it is?',
  asItIs: 'Yes, as it is',
  isTable: (range: string) => `Is ${range} one table?`,
  yes: 'Yes',
  noTable: 'No, it is no table',
  because: {
    doubt_edges: 'It is not clear where it begins and ends.',
    doubt_header: 'It is not clear which rows name its columns.',
    doubt_reading: 'There is another way to read it.',
    doubt_totals: 'Some of its rows may be totals.',
    doubt_kinds: 'Some columns hold values of different kinds.',
    doubt_gaps: 'Many of its cells are empty.',
    doubt_groups: 'Some of its rows may be headings.',
    doubt_merges: 'Merged cells divide it.',
    doubt_neighbours: 'Other tables or notes stand close to it.',
    doubt_repeats: 'Some of its rows repeat.',
    doubt_given_up: 'A reading was given up because it would have lost cells.',
    doubt_unusual: 'Few tables look like this one.',
  } satisfies Record<DoubtReason, string>,
}

const JA: typeof EN = {
  isTotal: (row) => `${row}行目は合計と書かれていますが、計算が合いません。合計の行ですか？`,
  areTotals: (rows) => `${rows}行目は合計と書かれていますが、計算が合いません。合計の行ですか？`,
  keepApart: 'はい、データから分けます',
  isData: 'いいえ、データの行です',
  areData: 'いいえ、データの行です',
  dateOrder: (columns) => `「${columns}」の日付は、日と月のどちらが先ですか？`,
  dayFirst: '日が先',
  monthFirst: '月が先',
  reading: 'この表には読み方が二つあります。今のままで正しいですか？',
  asItIs: 'はい、このまま',
  isTable: (range) => `${range} は一つの表ですか？`,
  yes: 'はい',
  noTable: 'いいえ、表ではありません',
  because: {
    doubt_edges: '表の範囲がはっきりしません。',
    doubt_header: 'どの行が見出しか、はっきりしません。',
    doubt_reading: 'ほかの読み方もあります。',
    doubt_totals: '合計の行が含まれている可能性があります。',
    doubt_kinds: '種類の異なる値が混ざった列があります。',
    doubt_gaps: '空のセルが多くあります。',
    doubt_groups: '小見出しの行が含まれている可能性があります。',
    doubt_merges: '結合されたセルで区切られています。',
    doubt_neighbours: 'すぐ近くに、ほかの表や注記があります。',
    doubt_repeats: '同じ内容の行があります。',
    doubt_given_up: '失われるセルが出るため、取りやめた読み方があります。',
    doubt_unusual: 'あまり例のない形の表です。',
  },
}

const WORDS = { en: EN, ja: JA } as const
