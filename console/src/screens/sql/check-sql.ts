import type { Wire } from '@bindery-data/sdk'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'

/** What the service says of a query that was not run. */
export type CheckedSql = Wire.Operations['validateQuery']['answer']
export type SqlError = CheckedSql['errors'][number]

/** Where in the text each error is; without a place it is the whole text. */
export function diagnosticsOf(state: EditorState, checked: CheckedSql | null): Diagnostic[] {
  return (checked?.errors ?? []).map((error) => {
    const message = [error.message, error.suggested_fix].filter(Boolean).join(' ')
    return { ...placeOf(state, error), severity: 'error', message }
  })
}

function placeOf(state: EditorState, { line, column }: SqlError): { from: number; to: number } {
  if (line === null || line < 1 || line > state.doc.lines) return { from: 0, to: state.doc.length }
  const { from, to } = state.doc.line(line)
  const at = Math.min(to, from + Math.max(0, (column ?? 1) - 1))
  const word = state.wordAt(at)
  return { from: word?.from ?? at, to: word?.to ?? Math.min(to, at + 1) }
}
