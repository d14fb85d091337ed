import type { SheetEvidence } from './sheet-evidence.ts'
import type { Value } from './value.ts'

const FOOTNOTE = /^\((\d{1,2})\)\s*\S{2}/
const MARK = /^\((\d{1,2})\)$/
const ABSENT: Value = { kind: 'absent' }

/** `(2)` in the place of a figure is no minus two where a note below begins with it: it says why there is no figure. */
export function createFootnoteMarks(): SheetEvidence {
  const notes = new Set<string>()
  return {
    observe: ({ text }) => {
      const note = text.startsWith('(') ? FOOTNOTE.exec(text)?.[1] : undefined
      if (note !== undefined) notes.add(note)
    },
    finish: () =>
      notes.size === 0
        ? null
        : ({ cell, text }) => {
            const mark = cell.kind === 'text' ? MARK.exec(text)?.[1] : undefined
            return mark !== undefined && notes.has(mark) ? ABSENT : null
          },
  }
}
