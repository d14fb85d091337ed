import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseRange } from '../server/src/core/tables/ranges/a1-range.ts'
import { callAs } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { columnLetters } from '../spreadsheet/src/xlsx/cell-reference.ts'
import { isHeld, numberIn, type ReadCell } from './cite/cell-value.ts'
import { generatedBook } from './inspect/generated-books.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/**
 * npm run -s proof cite
 * Answers about workbooks, each with its citations: rows one by one, rows together, sums and groups of SQL, before and after edits. Every
 * cell that is cited is looked up in the file by another reader.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACK = resolve(ROOT, '../shared/bench/realistic')
const ANSWERS = 5_000
const GENERATED = 24
/** Of a call that a busy machine does not answer. */
const MOST_TRIES = 5

export const proof: Proof = {
  promise: 'Every cell that is cited for a value holds it, or is part of the sum it is cited for',
  isQuick: false,
  minutes: 8,
  about: ['server/src/work/citations', 'server/src/core/queries'],
  measure: (options) => measure(options, ANSWERS, (range) => range),
  // Origins that are one row off.
  control: (options) => measure(options, 200, shifted),
  holds: ({ answers, wrong }) => Number(answers) > 0 && Number(wrong) === 0,
}

const shifted = (range: string) => range.replace(/\d+/g, (row) => String(Number(row) + 1))

type Sheets = Readonly<Record<string, Readonly<Record<string, ReadCell>>>>
type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>
// biome-ignore lint/suspicious/noExplicitAny: answers of the API, whose form its own tests hold.
type Body = any

type Tally = { answers: number; citations: number; wrong: number; edited: number; kinds: Record<string, number> }
type CitedWorkbook = {
  call: Call
  at: string
  sheets: Sheets
  spoil: (range: string) => string
  tally: Tally
  say: (line: string) => void
}

async function measure({ say }: ProofOptions, wanted: number, spoil: (range: string) => string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-cite-'))
  const books = booksFor(folder)
  const read = readByOthers(folder)
  const service = await runService()
  const [url = ''] = service.urls
  const person = await newPerson(url)
  // It lasts longer than a session.
  const token = await mintToken(person.call)
  const asked = callAs(url, token)
  const call: Call = (method, path, body) => patiently(() => asked(method, path, body))
  const tally: Tally = { answers: 0, citations: 0, wrong: 0, edited: 0, kinds: {} }
  const most = Math.ceil(wanted / books.length) + 20
  try {
    for (const { name, bytes } of books) {
      const sheets = read.get(name)
      if (!sheets || tally.answers >= wanted) continue
      const made = await call('POST', '/api/v1/workbooks', { title: name })
      const at = `/api/v1/workbooks/${made.body.workbook_id}`
      const file = { bytes: new Uint8Array(bytes), filename: name }
      const sent = await patiently(() => uploadTo(url, token, `${at}/sources`, file))
      // Some files of the pack are no workbooks, or hold nothing.
      if (sent.status >= 500) throw new Error(`${name} was not taken: ${JSON.stringify(sent.body)}`)
      const listed = await call('GET', `${at}/tables`)
      if (listed.status !== 200) throw new Error(`the tables of ${name}: ${JSON.stringify(listed.body)}`)
      const { tables } = listed.body
      const share = Math.ceil(most / Math.max(1, tables.length))
      const before = tally.answers
      for (const table of tables) await askTable({ call, at, sheets, spoil, tally, say }, table.name, share)
      say(`${name}: ${tables.length} tables, ${tally.answers - before} answers, ${tally.wrong} wrong so far`)
    }
  } finally {
    await service.close()
  }
  return { ...tally }
}

/** Asks again what a busy machine does not answer. */
async function patiently<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if ((answer.status !== 429 && answer.status < 500) || tries === MOST_TRIES) return answer
    await setTimeout(1_000 * tries)
  }
}

async function askTable(place: CitedWorkbook, table: string, share: number) {
  const { call, at } = place
  const page = (await call('GET', `${at}/tables/${encodeURIComponent(table)}/rows?limit=1000`)).body
  const rows: Record<string, unknown>[] = spread(page.rows, share)
  const columns: { name: string; type: string }[] = page.columns
  if (rows.length === 0) return
  await askRows(place, table, rows)
  await askSums(place, table, columns)
  await askAfterEdit(place, table, columns, rows)
}

/** Some of the rows, from the first to the last. */
function spread<T>(rows: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.floor(rows.length / most))
  return rows.filter((_, n) => n % step === 0).slice(0, most)
}

/** Each value with its own cell. */
async function askRows(place: CitedWorkbook, table: string, rows: readonly Record<string, unknown>[]) {
  const { call, at, tally } = place
  const rowIds = rows.map((row) => row.__svc_row_id)
  const { body } = await call('POST', `${at}/tables/${encodeURIComponent(table)}/citations`, { row_ids: rowIds })
  for (const [n, row] of rows.entries()) {
    tally.answers++
    for (const { column, cell } of body.rows[n].values) {
      if (!cell || cell.edited) continue
      const held = cellsAt(place, cell.sheet, cell.cell)[0]
      tally.citations++
      if (!isHeld(row[column], held) && !isRewordedHeld(cell, row[column], held))
        wrong(
          place,
          table,
          `${column} = ${JSON.stringify(row[column])}, ${cell.sheet}!${cell.cell} holds ${JSON.stringify(held)}`,
        )
    }
  }
}

/** A value in other words shares some text with its cell, or its numbers. */
function isRewordedHeld({ reworded }: { reworded: boolean }, value: unknown, held: ReadCell): boolean {
  if (!reworded || held === undefined) return false
  const [one, other] = [flat(String(value)), flat(typeof held === 'object' ? Object.values(held).join() : String(held))]
  const numbers = (other.match(/\d+/g) ?? []).map(Number)
  return (
    one.includes(other) ||
    other.includes(one) ||
    (one.match(/\d+/g) ?? []).some((each) => numbers.includes(Number(each)))
  )
}

const flat = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')

/** Sums of every number column, in all and by the values of another. */
async function askSums(place: CitedWorkbook, table: string, columns: readonly { name: string; type: string }[]) {
  const numbers = columns.filter(({ type }) => /^(BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type)).slice(0, 4)
  const [key] = columns.filter(({ type }) => type === 'VARCHAR')
  for (const { name } of numbers) {
    const sum = `sum(${quoted(name)}) AS total`
    await askSql(place, table, `SELECT ${sum} FROM ${quoted(table)}`, name, null)
    if (key)
      await askSql(
        place,
        table,
        `SELECT ${quoted(key.name)}, ${sum} FROM ${quoted(table)} WHERE ${quoted(name)} > 0 GROUP BY 1 ORDER BY 1 LIMIT 40`,
        name,
        key.name,
      )
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function askSql(place: CitedWorkbook, table: string, sql: string, summed: string, key: string | null) {
  const { call, at, tally } = place
  const { body } = await call('POST', `${at}/query/citations`, { sql })
  if (body.not_cited !== null)
    return wrong(place, table, `${sql} is not cited: ${JSON.stringify(body.not_cited ?? body)}`)
  for (const row of body.rows) {
    tally.answers++
    const [keyed, total] = key === null ? [null, row.columns[0]] : row.columns
    if (keyed) checkKey(place, table, row.values[0], keyed.from[0])
    const from = total.from[0]
    // A sum of which some values were edited, or some stand nowhere, has more parts than its cells; a shared cell is counted once.
    if (row.rows !== row.cited_rows || from.cut || from.edited + from.elsewhere > 0 || from.cells !== row.rows) continue
    const cells = from.ranges.flatMap((each: Body) => cellsAt(place, each.sheet, each.range))
    const parts = cells.map((cell: ReadCell) => numberIn(cell) ?? 0)
    const sum = parts.reduce((so: number, part: number) => so + part, 0)
    const value = Number(row.values.at(-1))
    tally.citations += cells.length
    const slack = 1e-6 * Math.max(1, Math.abs(value)) + 0.005 * cells.length
    const isPercent = Math.abs(sum / 100 - value) <= slack
    if (Math.abs(sum - value) > slack && !isPercent)
      wrong(
        place,
        table,
        `${summed}: ${value} of ${JSON.stringify(row.values)}, cells of ${JSON.stringify(from.ranges)} add up to ${sum}`,
      )
  }
}

function checkKey(place: CitedWorkbook, table: string, value: unknown, from: Body) {
  for (const { sheet, range } of from.ranges)
    for (const cell of cellsAt(place, sheet, range)) {
      place.tally.citations++
      if (!isHeld(value, cell) && !isRewordedHeld({ reworded: from.reworded > 0 }, value, cell))
        wrong(
          place,
          table,
          `${JSON.stringify(value)} is cited from ${sheet}!${range}, one holds ${JSON.stringify(cell)}`,
        )
    }
}

/** One value is changed: its cell is no longer cited for it, and the others are. */
async function askAfterEdit(
  place: CitedWorkbook,
  table: string,
  columns: readonly { name: string; type: string }[],
  rows: readonly Record<string, unknown>[],
) {
  const { call, at, tally } = place
  const [column] = columns.filter(({ type }) => type === 'VARCHAR')
  const row = rows[Math.floor(rows.length / 2)]
  if (!column || !row) return
  const path = `${at}/tables/${encodeURIComponent(table)}`
  const changed = { __svc_row_id: row.__svc_row_id, [column.name]: 'edited by the proof' }
  const { status } = await call('POST', `${path}/rows`, { rows: [changed], expected_version: null })
  if (status !== 200) return
  const { body } = await call('POST', `${path}/citations`, { row_ids: [row.__svc_row_id], columns: [column.name] })
  tally.answers++
  const [{ cell }] = body.rows[0].values
  if (cell && cell.edited !== true) wrong(place, table, `${column.name} was edited, and is cited from ${cell.cell}`)
  else tally.edited++
}

/** The cells of a range as the other reader has them. */
function cellsAt({ sheets, spoil }: CitedWorkbook, sheet: string, range: string): ReadCell[] {
  const { left, right, top, bottom } = parseRange(spoil(range), ['range'])
  const cells: ReadCell[] = []
  for (let row = top ?? 0; row <= (bottom ?? 0); row++)
    for (let column = left ?? 0; column <= (right ?? 0); column++)
      cells.push(sheets[sheet]?.[`${columnLetters(column)}${row + 1}`])
  return cells
}

function wrong({ tally, say, at }: CitedWorkbook, table: string, what: string) {
  tally.wrong++
  if (tally.wrong <= 200) say(`wrong: ${at.slice(-8)} ${table}: ${what}`)
}

/** Generated ones, and files of the open pack where it is there. */
function booksFor(folder: string): { name: string; bytes: Buffer }[] {
  const filed = existsSync(PACK)
    ? readdirSync(PACK)
        .filter((id) => existsSync(`${PACK}/${id}/input.xlsx`))
        .map((id) => ({ name: `${id}.xlsx`, bytes: readFileSync(`${PACK}/${id}/input.xlsx`) }))
    : []
  const books = [...filed, ...Array.from({ length: GENERATED }, (_, seed) => generatedBook(seed))]
  mkdirSync(`${folder}/books`)
  for (const { name, bytes } of books) writeFileSync(`${folder}/books/${name}`, bytes)
  return books
}

function readByOthers(folder: string): Map<string, Sheets> {
  const python = execFileSync(`${ROOT}scripts/spreadsheet-peers`, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const out = `${folder}/cells.jsonl`
  execFileSync(python.trim(), [`${ROOT}proof/cite/read-cells.py`, `${folder}/books`, out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Safe: the program writes them so.
  const files = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; sheets: Sheets })
  return new Map(files.map(({ name, sheets }) => [name, sheets]))
}
