import { kindOf } from '../../parts/grid/cells/typed-text.ts'

type Column = { name: string; type: string }

/** Rows as a table of Markdown. Numbers stand at the right; a cell keeps its lines and its bars. */
export function asMarkdown(columns: readonly Column[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const shown = columns.filter(({ name }) => !name.startsWith('__svc_'))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(shown.map(({ name }) => cell(name))),
    line(shown.map(({ type }) => (kindOf(type) === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(shown.map(({ name }) => cell(row[name])))),
    '',
  ].join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, '<br>')
}
