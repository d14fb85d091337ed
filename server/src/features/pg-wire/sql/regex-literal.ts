import { quoteLiteral } from './tokens.ts'

/** A pattern that may match anywhere, for an operator that matches the whole text. Dots match line ends, as in PostgreSQL. */
export const regexLiteral = (pattern: string, ignoresCase: boolean) =>
  quoteLiteral(`(?s${ignoresCase ? 'i' : ''})^.*(?:${pattern}).*$`)
