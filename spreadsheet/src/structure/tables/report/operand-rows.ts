import type { Total } from '../../../parse-spec/parse-spec.ts'

/** The rows a total is computed from, counting from 0: `5:59` and `61` listed one by one. */
export function operandRows({ operands }: Pick<Total, 'operands'>): number[] {
  const rows: number[] = []
  for (const operand of operands) {
    const [first = '', last = first] = operand.split(':')
    for (let row = Number(first); row <= Number(last); row++) rows.push(row - 1)
  }
  return rows
}
