import type { Line } from './lay-out-sheet.ts'

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:#1b2733}table{border-collapse:collapse;margin:.25rem 0 1rem}
th,td{padding:.25rem .6rem;border-bottom:1px solid #dfe5ec;text-align:left}th{background:#e7ecf3}td.n{text-align:right;font-variant-numeric:tabular-nums}
tr.total td{font-weight:600;border-top:2px solid #9aa5b1}.missing{color:#9aa5b1;font-style:italic}`

/** The lines of a sheet as a page that needs nothing from anywhere. */
export function sheetPage(title: string, lines: readonly Line[]): string {
  const body: string[] = []
  let isTable = false
  for (const line of lines) {
    const isRow = line.kind === 'header' || line.kind === 'row' || line.kind === 'totals'
    if (isRow !== isTable) body.push(isRow ? '<table>' : '</table>')
    isTable = isRow
    body.push(htmlOf(line))
  }
  if (isTable) body.push('</table>')
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body.join('')}</body></html>`
}

function htmlOf(line: Line): string {
  switch (line.kind) {
    case 'heading':
      return `<h${line.level}>${escaped(line.text)}</h${line.level}>`
    case 'text':
      return `<p>${escaped(line.text)}</p>`
    case 'title':
      return `<p><strong>${escaped(line.text)}</strong></p>`
    case 'missing':
      return `<p class="missing">${escaped(line.text)}</p>`
    case 'header':
      return `<tr>${line.names.map((name) => `<th>${escaped(name)}</th>`).join('')}</tr>`
    case 'row':
    case 'totals':
      return `<tr${line.kind === 'totals' ? ' class="total"' : ''}>${line.values.map(cellHtml).join('')}</tr>`
    case 'space':
      return '<p>&nbsp;</p>'
  }
}

const cellHtml = (value: string | number | boolean | null) =>
  `<td${typeof value === 'number' ? ' class="n"' : ''}>${escaped(String(value ?? ''))}</td>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
