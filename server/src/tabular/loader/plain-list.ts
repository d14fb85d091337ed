import type { Region } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'

/** Whether a region becomes one table of its rows as they stand, which can be read however large it is. */
export function isPlainList({ kind, orientation, reshape, hierarchy, outputs }: Region): boolean {
  const isOne = outputs.length === 0 || (outputs.length === 1 && outputs[0]?.kind === 'list')
  return kind === 'data' && orientation === 'rows' && reshape === null && hierarchy === null && isOne
}
