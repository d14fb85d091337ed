import type { Sheet, SheetCell } from '../sheet.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/** A name that says nothing but what the figures below may or should be. */
const LIMIT =
  /^(?:規\s?格(?:値)?|公\s?差|基\s?準(?:値)?|上\s?限(?:値)?|下\s?限(?:値)?|管理(?:値|基準)|目\s?標(?:値)?|許容(?:値|範囲)?|(?:upper |lower )?(?:spec )?limits?|specs?(?:ification)?|tolerance|targets?|usl|lsl|ucl|lcl|min(?:imum)? allowed|max(?:imum)? allowed|out of|weight(?:ing|age)?|max(?:imum)? (?:points|score|marks)|(?:points|marks) (?:possible|available)|full marks|満点|配点|重み|ウ[ェエ]イト|grenzwert|sollwert|toleranz|limites?|cible|seuil|límite|objetivo|限值|标准|目标)\.?$/iu

/** No table begins with more of them. */
const MOST_LIMITS = 4
/** Of the rows below so many begin with a number, a day or a code. */
const NUMBERED = 0.6

/**
 * Rows right below the header that say what the figures of each column may be, and hold no record: where the records begin with
 * a number, a day or a code and these with a word, or where the word stands in every place that has no figure.
 */
export function limitRows(sheet: Sheet, body: TableBody): Set<number> {
  const { top, bottom } = body.box
  const limits = new Set<number>()
  for (let row = top; row < Math.min(bottom, top + MOST_LIMITS); row++) {
    const cells = cellsOfRow(sheet, body, row)
    if (cells[0]?.value.kind !== 'text' || !LIMIT.test(cells[0].text)) break
    if (isRepeated(cells) || areNumbered(sheet, body, row + 1)) limits.add(row)
  }
  return limits
}

/** `WQ02281`, `T-014`. */
const CODE = /^\p{L}{1,5}[-_/ ]?\d{2,}$/u

const isRepeated = ([first, ...others]: readonly SheetCell[]) => others.some(({ text }) => text === first?.text)

function areNumbered(sheet: Sheet, body: TableBody, from: number): boolean {
  const firsts: SheetCell[] = []
  for (let row = from; row <= body.box.bottom; row++) {
    const [first] = cellsOfRow(sheet, body, row)
    if (first && !(first.value.kind === 'text' && LIMIT.test(first.text))) firsts.push(first)
  }
  const numbered = firsts.filter(({ value, text }) =>
    value.kind === 'text' ? CODE.test(text) : value.kind !== 'absent',
  )
  return firsts.length > 2 && numbered.length >= firsts.length * NUMBERED
}
