import type { Expression } from './expression-sql.ts'

/** How many parts the SQL of expressions has. Counting stops behind `most`, whatever stands in how many places. */
export function partsIn(expressions: readonly Expression[], most: number): number {
  let visits = 0
  const parts = (expression: Expression, operand: number): number => {
    visits += 1
    if (visits > most) return most + 1
    const all = (inner: readonly Expression[]) => inner.reduce((sum, part) => sum + parts(part, operand), 1)
    switch (expression.kind) {
      case 'column':
      case 'value':
      case 'null':
        return 1
      case 'operand':
        return operand
      case 'once':
        return parts(expression.test, parts(expression.value, operand))
      case 'cast':
        return all([expression.value])
      case 'and':
      case 'or':
        return all(expression.parts)
      case 'compare':
        return all([expression.left, expression.right])
      case 'call':
        return all(expression.args)
      case 'among':
        return all([expression.value, ...expression.list])
    }
  }
  return expressions.reduce((sum, expression) => sum + parts(expression, 1), 0)
}
