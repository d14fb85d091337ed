import { Patterned } from '../../platform/http/schema.ts'

/** A text of one line: nothing in it may control a terminal, a log or a mail. */
const LINE_PATTERN = String.raw`^\P{Cc}*$`

export const Line = (maxLength: number, description?: string) =>
  Patterned(LINE_PATTERN, 'text without line breaks or control characters', {
    maxLength,
    ...(description ? { description } : {}),
  })

/** A line with something to see in it. */
export const VisibleLine = (maxLength: number) =>
  Patterned(String.raw`^(?=\P{Cc}*\S)\P{Cc}*$`, 'text without line breaks or control characters, and not only spaces', {
    minLength: 1,
    maxLength,
  })

/** The name of an account or a workspace. */
export const VisibleName = VisibleLine(120)
