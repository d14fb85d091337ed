import type { Box } from './grid.ts'

/** What is said of cells beside what stands in them: comments and links. Rows and columns count from 0. */
export type SheetRemarks = {
  comments: readonly { row: number; column: number; text: string }[]
  links: readonly { box: Box; target: string }[]
}
