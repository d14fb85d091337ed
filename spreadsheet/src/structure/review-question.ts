import type { Output, Question, Region, SpecWarning } from '../parse-spec/parse-spec.ts'
import { languageOf } from './language-of.ts'
import { type Language, notesOf } from './name-outputs.ts'
import { CLOSE_READING } from './read-as.ts'
import { doubtedRows } from './roles/total-doubts.ts'
import type { Sheet } from './sheet.ts'
import { AS_WRITTEN_IN } from './type-column.ts'

/** So much is left of the confidence in a table when one of these speaks against it. */
const LEFT = { question: 0.7, given_up: 0.8 } as const
/** Of tables that are this sure or less a user is asked whether they are tables at all. */
const UNSURE = 0.6

/**
 * A table with what a person should decide about it: the first of the questions that are open, since one can be answered at a
 * glance and a list of them is not. Its confidence is that of the whole reading: the box and the header, the roles of its rows
 * and the way it is reshaped.
 */
export function withQuestion(
  sheet: Sheet,
  region: Region,
  warnings: readonly SpecWarning[],
  { language, outputsOf }: HowToName,
): Region {
  if (region.kind !== 'data') return region
  const whole = (patch: Partial<Region>): Partial<Region> => ({
    ...patch,
    ...ANSWERED,
    outputs: outputsOf({ ...region, ...patch }),
  })
  const own = warnings.filter(({ region_id }) => region_id === region.region_id)
  const spoken = languageOf(sheet, region, language)
  const words = WORDS[spoken]
  const question =
    (own.some(({ code }) => code === 'possible_totals') ? askTotals(sheet, region, words, whole) : null) ??
    askDates(region, own, words) ??
    askReading(region, words, whole)
  const isGivenUp = own.some(({ code }) => code === 'stepped_down')
  const confidence = region.confidence * (question ? LEFT.question : 1) * (isGivenUp ? LEFT.given_up : 1)
  const notes: Partial<Region> = { ...ANSWERED, kind: 'note', outputs: [notesOf(region.sheet, spoken)] }
  const asked = question ?? (confidence <= UNSURE ? askTable(region, words, notes) : null)
  return { ...region, confidence: Number(confidence.toFixed(3)), needs_review: asked !== null, question: asked }
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

/** A reading that was nearly as good, and makes another table. */
function askReading(region: Region, words: Words, whole: Whole): Question | null {
  const other = region.evidence.includes(CLOSE_READING)
    ? region.alternatives.find(({ patch }) => patch.reshape === null)
    : undefined
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

const askTable = ({ range }: Region, words: Words, notes: Partial<Region>): Question => ({
  code: 'table',
  text: words.isTable(range),
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
}

const WORDS = { en: EN, ja: JA } as const
