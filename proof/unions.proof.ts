import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import { newPerson, type Person } from '../server/test/person.ts'
import { runWithJobs } from '../server/test/run-with-jobs.ts'
import type { RunningService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { withLoaders } from './lib/read-by-loader.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { apartBook } from './unions/apart-books.ts'
import { type Book, bytesOfBook } from './unions/book.ts'
import { type ChangeSpec, judgeBook, type Verdict } from './unions/judge-book.ts'
import { judgeFiles } from './unions/judge-files.ts'
import { keptOutApart, keptOutSplit } from './unions/kept-out-books.ts'
import { moreApart, moreSplit } from './unions/more-books.ts'
import { splitBook } from './unions/split-books.ts'

/** Of 200 workbooks each so many are of shapes that were written after the rules. */
const BOOKS = { seen: 130, keptOut: 70 }
const FOR_CONTROL = { seen: 16, keptOut: 0 }
/** Workbooks that are appended twice over HTTP. */
const REPEATED = 5
const LEAST_RIGHT = 0.95

/** Workbooks split over sheets, and workbooks of tables that only look alike, each judged by what it was made from. */
export const proof: Proof = {
  promise:
    'Sheets and files that are parts of one table become one, others never do, and bringing them again adds no row',
  isQuick: false,
  minutes: 40,
  about: ['spreadsheet/src/structure/unions', 'server/src/engine/loader-program', 'server/src/work/sources/unite'],
  measure: (options) => measure(options, BOOKS),
  // Whatever has as many columns is one table, and where rows came from is forgotten.
  control: (options) => measure(options, FOR_CONTROL, uniteAll, forgetOrigins),
  holds: ({ united_right, united_wrong, files_united_right, files_united_wrong, ...rows }) =>
    Number(united_right) >= LEAST_RIGHT &&
    united_wrong === 0 &&
    Number(files_united_right) >= LEAST_RIGHT &&
    files_united_wrong === 0 &&
    rows.doubled_on_repeat === 0 &&
    Number(rows.rows_appended) > 0 &&
    Number(rows.rows_of_files) > 0,
}

type Counts = typeof BOOKS

async function measure(
  options: ProofOptions,
  counts: Counts,
  change?: ChangeSpec,
  spoil?: (service: RunningService) => Promise<void>,
): Promise<Figures> {
  const { split, apart, splitFiles, apartFiles } = await withLoaders(async (read) => {
    const sheets: JudgeOne = (book) => judgeBook(read, book, change)
    const files: JudgeOne = change ? sheets : (book) => judgeFiles(read, book)
    const judge = (makers: readonly [MakeBook, MakeBook], judgeOne: JudgeOne) =>
      judgeAll({ ...options, isQuiet: change !== undefined }, counts, makers, judgeOne)
    const splitBooks = [inTurns(splitBook, moreSplit), keptOutSplit] as const
    const apartBooks = [inTurns(apartBook, moreApart), keptOutApart] as const
    return {
      split: await judge(splitBooks, sheets),
      apart: await judge(apartBooks, sheets),
      splitFiles: await judge(splitBooks, files),
      apartFiles: await judge(apartBooks, files),
    }
  })
  const share = (right: number, of: number) => (of === 0 ? null : Number((right / of).toFixed(3)))
  return {
    split_books: split.seen.books + split.keptOut.books,
    united_right: share(split.seen.right + split.keptOut.right, split.seen.books + split.keptOut.books),
    kept_out_united_right: share(split.keptOut.right, split.keptOut.books),
    apart_books: apart.seen.books + apart.keptOut.books,
    united_wrong: apart.seen.united + apart.keptOut.united,
    kept_out_united_wrong: apart.keptOut.united,
    asked_of_split: split.seen.asked + split.keptOut.asked,
    asked_of_apart: apart.seen.asked + apart.keptOut.asked,
    files_united_right: share(
      splitFiles.seen.right + splitFiles.keptOut.right,
      splitFiles.seen.books + splitFiles.keptOut.books,
    ),
    files_united_wrong: apartFiles.seen.united + apartFiles.keptOut.united,
    files_asked_of_split: splitFiles.seen.asked + splitFiles.keptOut.asked,
    files_asked_of_apart: apartFiles.seen.asked + apartFiles.keptOut.asked,
    ...(await repeatAppends(options, spoil)),
  }
}

const inTurns =
  (...makers: readonly MakeBook[]): MakeBook =>
  (seed) => {
    const make = makers[seed % makers.length]
    if (!make) throw new Error('impossible: there is no maker of books')
    return make(Math.floor(seed / makers.length))
  }

type Tally = { books: number; right: number; united: number; asked: number }
type MakeBook = (seed: number) => Book
type JudgeOne = (book: Book) => Promise<Verdict>

async function judgeAll(
  { say, isQuiet }: Pick<ProofOptions, 'say'> & { isQuiet: boolean },
  { seen, keptOut }: Counts,
  [makeSeen, makeKeptOut]: readonly [MakeBook, MakeBook],
  judgeOne: JudgeOne,
): Promise<Record<keyof Counts, Tally>> {
  const judge = async (count: number, make: MakeBook): Promise<Tally> => {
    const tally = { books: count, right: 0, united: 0, asked: 0 }
    for (let seed = 0; seed < count; seed++) {
      const book = make(seed)
      const { isRight, isUnited, isAsked, why } = await judgeOne(book)
      tally.right += Number(isRight)
      tally.united += Number(isUnited)
      tally.asked += Number(isAsked)
      if (!isRight && !isQuiet) say(`${book.kind} ${seed} (${book.sheets.map(({ name }) => name).join(', ')}): ${why}`)
    }
    return tally
  }
  return { seen: await judge(seen, makeSeen), keptOut: await judge(keptOut, makeKeptOut) }
}

/** Without judgement: all tables of a file are one. */
function uniteAll(spec: ParseSpec): ParseSpec {
  const data = spec.regions.filter(({ kind }) => kind === 'data')
  const parts = data.map(({ region_id, sheet }) => ({ region_id, value: sheet }))
  const outputs = [{ name: 'all', kind: 'list' as const }]
  const withUnion = (region: Region): Region =>
    region === data[0]
      ? { ...region, union: { outputs, column: 'sheet', parts, evidence: [] } }
      : { ...region, union: null }
  return { ...spec, regions: spec.regions.map(withUnion) }
}

/** Appends workbooks to a table over HTTP, each of them twice, and counts the rows that came twice. */
async function repeatAppends(
  { say }: ProofOptions,
  spoil?: (service: RunningService) => Promise<void>,
): Promise<Figures> {
  const service = await runWithJobs({ checkResponses: false })
  let [appended, doubled, ofFiles] = [0, 0, 0]
  try {
    const url = service.urls[0] ?? ''
    const owner = await newPerson(url)
    for (let seed = 0; seed < REPEATED; seed++) {
      const { first, second } = await appendTwice(url, owner, splitBook(seed), () => spoil?.(service))
      appended += first
      doubled += second - first
      const sent = await sendTwice(url, owner, splitBook(seed))
      ofFiles += sent.first
      doubled += sent.second - sent.first
    }
    say(`${appended} rows appended, ${ofFiles} of files, ${doubled} of them twice`)
  } finally {
    await service.close()
  }
  return { rows_appended: appended, rows_of_files: ofFiles, doubled_on_repeat: doubled }
}

/** How many rows the table has after each time. */
async function appendTwice(
  url: string,
  { call, session }: Person,
  book: Book,
  between: () => Promise<void> | undefined,
) {
  const { body: made } = await call('POST', '/api/v1/workbooks', { title: book.kind })
  const at = `/api/v1/workbooks/${made.workbook_id}`
  const sent = { bytes: bytesOfBook(book), filename: book.filename, fields: { mode: 'staged' } }
  const { body: uploaded } = await uploadTo(url, session, `${at}/sources`, sent)
  const source = `${at}/sources/${encodeURIComponent(uploaded.source.name)}`
  const { body: analyzed } = await call('POST', `${source}/analyze`)
  const spec: ParseSpec = analyzed.parse_spec
  const union = spec.regions.find((region) => region.union)?.union
  if (!union) throw new Error(`${book.kind} was not united`)
  const regions = union.parts.map(({ region_id }) => region_id)
  const parts = spec.regions.filter(({ region_id }) => regions.includes(region_id))
  const names = new Map(
    parts.flatMap(({ columns }) => columns.map(({ name }) => [columnKey(name), name] as const)).reverse(),
  )
  await call('POST', `${at}/tables`, {
    name: 'all',
    columns: [union.column, ...names.values()].map((name) => ({ name })),
  })
  const append = async () => {
    const target = { mode: 'append', table: 'all', expected_version: null }
    const { status, body } = await call('POST', `${source}/materialize`, { regions, target })
    if (status !== 200) throw new Error(`appending answered ${status} ${body.code}`)
    return Number((await call('GET', `${at}/tables/all`)).body.row_count)
  }
  const first = await append()
  await between()
  return { first, second: await append() }
}

/** Sends the sheets of a split table as files of one upload, twice: how many rows their table has after each time. */
async function sendTwice(url: string, { call, session }: Person, book: Book) {
  const { body: made } = await call('POST', '/api/v1/workbooks', { title: book.kind })
  const at = `/api/v1/workbooks/${made.workbook_id}`
  const parts = new Set(book.union?.map(({ sheet }) => sheet))
  const sheets = book.sheets.filter(({ name }) => parts.has(name))
  const send = async () => {
    const form = new FormData()
    for (const sheet of sheets)
      form.append('files[]', new Blob([bytesOfBook({ ...book, sheets: [sheet] })]), `${sheet.name}.xlsx`)
    const headers = { authorization: `Bearer ${session}` }
    const answer = await fetch(`${url}${at}/sources`, { method: 'POST', headers, body: form })
    // Safe: an accepted job names itself.
    const { job_id } = (await answer.json()) as { job_id: string }
    let job = await call('GET', `/api/v1/jobs/${job_id}`)
    while (job.body.status === 'pending' || job.body.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 200))
      job = await call('GET', `/api/v1/jobs/${job_id}`)
    }
    // Safe: what became of files that were sent together.
    const { files } = job.body.result as { files: { tables: string[] }[] }
    const table = files[0]?.tables.find((name) => files.every(({ tables }) => tables.includes(name)))
    if (table === undefined) throw new Error(`files of ${book.kind} are not one table: ${JSON.stringify(files)}`)
    return Number((await call('GET', `${at}/tables/${encodeURIComponent(table)}`)).body.row_count)
  }
  return { first: await send(), second: await send() }
}

const forgetOrigins = async ({ admin }: RunningService) => {
  await admin.query('delete from table_origin')
}
