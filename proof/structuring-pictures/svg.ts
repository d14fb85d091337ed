/** Small pieces of SVG. Colours differ in lightness too, for readers with colour blindness. */
export const FONT_PX = 12
export const ROW_PX = 22
const PADDING_PX = 7

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Wide letters take a full square, others a little more than half of one. */
export const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/[^ -ɏ]/.test(letter) ? FONT_PX : FONT_PX * 0.58), 0)

const LONGEST_PX = 150

export function shortened(text: string): string {
  let short = text
  while (widthOf(short) > LONGEST_PX) short = `${short.replace(/…$/, '').slice(0, -1)}…`
  return short
}

export type Look = {
  fill?: string
  isBold?: boolean
  isRight?: boolean
  color?: string
  indent?: number
  /** How many rows it covers. */
  rows?: number
}

export function rectangle(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`
}

export function text(x: number, y: number, content: string, { isBold, color = '#222', isRight }: Look = {}): string {
  const weight = isBold ? ' font-weight="bold"' : ''
  const anchor = isRight ? ' text-anchor="end"' : ''
  return `<text x="${x}" y="${y}" fill="${color}"${weight}${anchor}>${escapeXml(content)}</text>`
}

/** A cell with its frame and what it says. */
export const cell = (x: number, y: number, width: number, content: string, look: Look = {}) =>
  cellFrame(x, y, width, look) + cellText(x, y, width, content, look)

export const cellFrame = (x: number, y: number, width: number, { fill = '#fff', rows = 1 }: Look) =>
  rectangle(x, y, width, ROW_PX * rows, `fill="${fill}" stroke="#d5d5d5"`)

export function cellText(x: number, y: number, width: number, content: string, look: Look): string {
  if (content === '') return ''
  const at = look.isRight ? x + width - PADDING_PX : x + PADDING_PX + (look.indent ?? 0) * FONT_PX
  return text(at, y + ROW_PX - PADDING_PX, content, look)
}

/** As wide as the widest of these, with room around it. */
export const columnWidth = (texts: readonly string[]) =>
  Math.ceil(Math.max(30, ...texts.map((each) => widthOf(each) + 2 * PADDING_PX)))

/** `title`: for screen readers. */
export function picture(title: string, width: number, height: number, content: string): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans',Meiryo,sans-serif" font-size="${FONT_PX}">`
  return `${head}<title>${escapeXml(title)}</title>${rectangle(0, 0, width, height, 'fill="#fff"')}${content}</svg>\n`
}
