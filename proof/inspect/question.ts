/** A question about a workbook with one known answer; all of them ask for a place or a period. */
export type Question =
  /** Which cell holds the text? */
  | { kind: 'where'; text: string; answer: string }
  /** Which cell is in the row of one text and the column of another? */
  | { kind: 'crossing'; row: string; column: string; answer: string }
  /** Which rows make up the total of this name? `2:41` */
  | { kind: 'parts'; label: string; answer: string }
  /** Which formula breaks the pattern of its column? */
  | { kind: 'break'; answer: string }
  /** Which month is missing? `2026-05` */
  | { kind: 'missing'; answer: string }
  /** Which cell holds an error? */
  | { kind: 'error'; answer: string }
  /** Which row is hidden? */
  | { kind: 'hidden'; answer: string }
  /** Which two cells hold the same key? `A4=A19` */
  | { kind: 'twice'; answer: string }
  /** Which figure is far from all others? */
  | { kind: 'outlier'; answer: string }

export type BookRequest = { name: string; bytes: Buffer; questions: readonly Question[] }

export const QUESTIONS = [
  'where',
  'crossing',
  'parts',
  'break',
  'missing',
  'error',
  'hidden',
  'twice',
  'outlier',
] as const
