/** The rows of `A5:H118`, counting from 0, however many columns the sheet has. */
export function rowsOfRange(range: string): { top: number; bottom: number } {
  const [first = '', last = first] = range.split(':')
  const rowOf = (cell: string) => Number(/\d+$/.exec(cell)?.[0] ?? 0) - 1
  const rows = [rowOf(first), rowOf(last)]
  return { top: Math.min(...rows), bottom: Math.max(...rows) }
}
