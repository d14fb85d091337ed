import type { Workbook } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { type FaultyNetwork, pause } from './faulty-network.ts'
import { COLUMNS, type Deeds, FIRST_ROWS, type MeantCell } from './grid-user.ts'

export type Verdict = { lost: string[]; doubled: string[] }

type Found = { rowId: number; column: string }

/** Compares what was meant with what the service took, what the table holds, and what the page shows. */
export async function judge(
  page: Page,
  workbook: Workbook,
  { taken, undone }: FaultyNetwork,
  { intents }: Deeds,
  /** Those before were judged, on a page that is gone. */
  firstIntent: number,
  shownOpen: ReadonlySet<string>,
): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [] }
  const firstOp = new Map<string, number>()
  for (const { opId, rows } of taken)
    for (const text of rows.flatMap((row) => Object.values(row)))
      if (typeof text === 'string' && !firstOp.has(text)) firstOp.set(text, opId)

  const said = (await page.evaluate('window.said')) as string[] // Safe: the page collects texts there.
  const announced = said.filter((text) => text.includes('Nothing was written')).length
  const isAnswered = ({ text }: MeantCell) => text === null || firstOp.has(text) || shownOpen.has(text)
  const last = new Map(intents.flatMap(({ cells }) => cells.map((cell) => [`${cell.line} ${cell.column}`, cell])))
  const isLast = (cell: MeantCell) => last.get(`${cell.line} ${cell.column}`) === cell
  const missing = intents.slice(firstIntent).flatMap(({ cells }) => {
    const unanswered = cells.filter((cell) => isLast(cell) && !isAnswered(cell))
    return unanswered.length > 0 ? [{ unanswered, isWhole: !cells.some(isAnswered) }] : []
  })
  // What the page said it did not write is not lost: it is still on the clipboard. It writes a whole paste or nothing.
  const [whole, parts] = [missing.filter(({ isWhole }) => isWhole), missing.filter(({ isWhole }) => !isWhole)]
  for (const { unanswered } of [...parts, ...whole.slice(0, Math.max(0, whole.length - announced))])
    verdict.lost.push(`never written, and not a word about it: ${JSON.stringify(unanswered.slice(0, 3))}`)

  const now = await readTable(workbook)
  const meant = new Map(intents.flatMap(({ cells }) => cells.map((cell) => [cell.text ?? '', cell])))
  for (const [text, places] of now.texts) {
    const cell = meant.get(text)
    const [place] = places
    if (!cell || !place) continue
    const isElsewhere = cell.line < FIRST_ROWS && place.rowId !== cell.line + 1
    if (places.length > 1 || isElsewhere)
      verdict.doubled.push(`${text} of line ${cell.line + 1}: ${JSON.stringify(places)}`)
  }
  for (const opId of undone)
    if (undone.filter((other) => other === opId).length > 1) verdict.doubled.push(`undone twice: ${opId}`)

  verdict.lost.push(...overwritten(intents, firstOp), ...(await shownOtherwise(page, workbook, now.rows)))
  return verdict
}

/** What was meant earlier must not be written over what was meant later. */
function overwritten(intents: Deeds['intents'], firstOp: ReadonlyMap<string, number>): string[] {
  const newest = new Map<string, { text: string; opId: number }>()
  const wrong: string[] = []
  for (const { line, column, text } of intents.flatMap(({ cells }) => cells)) {
    const opId = text === null ? undefined : firstOp.get(text)
    if (text === null || opId === undefined || line >= FIRST_ROWS) continue
    const before = newest.get(`${line} ${column}`)
    if (before && before.opId > opId) wrong.push(`${before.text} was written after ${text}`)
    newest.set(`${line} ${column}`, { text, opId })
  }
  return wrong
}

async function readTable(workbook: Workbook) {
  const texts = new Map<string, Found[]>()
  const rows: Record<string, unknown>[] = []
  for await (const row of workbook.table('faults').rows()) {
    rows.push(row)
    for (const column of COLUMNS) {
      const text = row[column]
      if (typeof text === 'string')
        texts.set(text, [...(texts.get(text) ?? []), { rowId: Number(row.__svc_row_id), column }])
    }
  }
  return { texts, rows }
}

/** What is read again after a refusal comes a little later. */
const COMES_LATER_MS = 4_000

/** Cells in view that show something else than the table holds, and go on to do so. */
async function shownOtherwise(page: Page, workbook: Workbook, rows: Rows): Promise<string[]> {
  const first = await otherwise(page, rows)
  if (first.length === 0) return []
  await pause(COMES_LATER_MS)
  return otherwise(page, (await readTable(workbook)).rows)
}

type Rows = readonly Record<string, unknown>[]

async function otherwise(page: Page, rows: Rows): Promise<string[]> {
  const shown = (await page.evaluate(SHOWN)) as { row: number; column: number; text: string }[] // Safe: as written there.
  return shown.flatMap(({ row, column, text }) => {
    const held = rows[row]?.[COLUMNS[column] ?? ''] ?? ''
    return held === text ? [] : [`line ${row + 1} shows ${text || 'nothing'} and holds ${held || 'nothing'}`]
  })
}

const SHOWN = `[...document.querySelectorAll('.data-grid [role=gridcell]')].map((cell) => ({
  row: Number(cell.dataset.row), column: Number(cell.dataset.column), text: cell.querySelector('.grid-value')?.textContent ?? '' }))`
