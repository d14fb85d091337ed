import type { Line } from './lay-out-sheet.ts'
import { type SheetPart, sheetParts, type TablePart } from './sheet-tables.ts'

const STYLE = `body{font:14px/1.6 system-ui,"Hiragino Sans","Noto Sans JP","Yu Gothic",Meiryo,sans-serif;margin:2rem auto;padding:0 1.5rem;max-width:72rem;color:#1b2733}
h1{font-size:1.7rem;margin:1.6rem 0 .4rem}h2{font-size:1.25rem;margin:1.6rem 0 .4rem}h3{font-size:1.05rem;margin:1.2rem 0 .3rem}p{margin:.2rem 0}
table{border-collapse:collapse;margin:.4rem 0 1.2rem}caption,.title{font-weight:600;text-align:left}
th,td{padding:.3rem .7rem;border-bottom:1px solid #dfe5ec;text-align:left;vertical-align:top;white-space:pre-line;max-width:32rem}
th{background:#e7ecf3;border-bottom-color:#5b6b7c;position:sticky;top:0}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot td{font-weight:600;border-top:2px solid #5b6b7c}.missing{color:#8895a3;font-style:italic}
@media print{body{margin:0;max-width:none}th{position:static}thead{display:table-header-group}tr{break-inside:avoid}}`

/** The lines of a sheet as a page that needs nothing from anywhere. */
export function sheetPage(title: string, lines: readonly Line[]): string {
  const body = sheetParts(lines).map(htmlOf).join('')
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`
}

function htmlOf(part: SheetPart): string {
  switch (part.kind) {
    case 'heading':
      return `<h${part.level}>${escaped(part.text)}</h${part.level}>`
    case 'text':
      return `<p>${escaped(part.text)}</p>`
    case 'title':
      return `<p class="title">${escaped(part.text)}</p>`
    case 'missing':
      return `<p class="missing">${escaped(part.text)}</p>`
    case 'table':
      return tableHtml(part)
    case 'space':
      return '<p>&nbsp;</p>'
  }
}

function tableHtml({ header, looks, rows, totals }: TablePart): string {
  const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
    texts.map((text, n) => `<${tag}${looks[n]?.isRight ? ' class="n"' : ''}>${escaped(text)}</${tag}>`).join('')
  const head = header ? `<thead><tr>${cells('th', header)}</tr></thead>` : ''
  const foot = totals ? `<tfoot><tr>${cells('td', totals)}</tr></tfoot>` : ''
  return `<table>${head}<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody>${foot}</table>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
