import { rewriteXml } from './rewrite-xml.ts'
import { type RowChange, rowAfter } from './row-change.ts'

/** The row in which a corner of a picture lies. One whose row goes lies in the row that takes its place. */
export const shiftAnchorRow = (change: RowChange, row: number) => rowAfter(change, row) ?? change.row

/** Pictures, charts and shapes of a drawing. Those that stand on the page, and not on cells, stay. */
export function shiftDrawing(change: RowChange, xml: string): string {
  const editAs: string[] = []
  let from: { was: number; is: number } | null = null
  return rewriteXml(xml, (element) => {
    if (element.name === 'twoCellAnchor') editAs.splice(0, 1, element.attribute('editAs') ?? 'twoCell')
    if (element.name === 'oneCellAnchor') editAs.splice(0, 1, 'oneCell')
    const [corner] = element.within.slice(-1)
    if (element.name !== 'row' || (corner !== 'from' && corner !== 'to') || editAs[0] === 'absolute') return null
    const row = Number(element.text())
    const isWhole = editAs[0] === 'oneCell' && corner === 'to' && from
    const next: number = isWhole && from ? Math.max(row + from.is - from.was, 0) : shiftAnchorRow(change, row)
    if (corner === 'from') from = { was: row, is: next }
    return next === row ? null : { text: String(next) }
  })
}

const ROW = /(<x:Row>\s*)(\d+)(\s*<\/x:Row>)/i
const ANCHOR = /(<x:Anchor>)([^<]*)(<\/x:Anchor>)/i
const SHAPE = /<v:shape\b[\s\S]*?<\/v:shape\s*>/gi

/** Boxes of notes and controls, in the older language of drawings; those of a note whose cell goes go. */
export function shiftVml(change: RowChange, vml: string, shiftText: (formula: string) => string): string {
  return vml.replace(SHAPE, (shape) => {
    const noted = ROW.exec(shape)
    const row = noted && rowAfter(change, Number(noted[2]))
    if (noted && row === null) return ''
    return shape
      .replace(ROW, (_, open: string, __, close: string) => `${open}${row}${close}`)
      .replace(ANCHOR, (_, open: string, numbers: string, close: string) => open + anchorAfter(change, numbers) + close)
      .replace(
        /(<x:Fmla(?:Link|Range|Txbx|Pict|Group)>)([^<]*)/gi,
        (_, open: string, formula: string) => open + shiftText(formula),
      )
  })
}

/** Left column and offset, top row and offset, right column and offset, bottom row and offset. */
function anchorAfter(change: RowChange, numbers: string): string {
  const all = numbers.split(',')
  const [top, bottom] = [Number(all[2]), Number(all[6])]
  if (all.length !== 8 || !Number.isInteger(top) || !Number.isInteger(bottom)) return numbers
  const next = shiftAnchorRow(change, top)
  return all.map((each, n) => (n === 2 ? ` ${next}` : n === 6 ? ` ${bottom + next - top}` : each)).join(',')
}
