import { callerListIn, type Expression, FUNCTIONS } from './expression.ts'

/** How tightly parts hold together: a part that holds less tightly than what is around it stands in parentheses. */
const OR = 1
const AND = 2
const NOT = 3
const COMPARISON = 4
const SUM = 5
const PRODUCT = 6
const UNARY = 7
const PRIMARY = 8

/** An expression as it is written, with the names that its columns have now. Reading it again gives the same expression. */
export function printExpression<Ref>(expression: Expression<Ref>, nameOf: (column: Ref) => string): string {
  const print = (part: Expression<Ref>, least: number): string => {
    const [text, level] = printed(part, print, nameOf)
    return level < least ? `(${text})` : text
  }
  return print(expression, OR)
}

type Print<Ref> = (part: Expression<Ref>, least: number) => string

function printed<Ref>(part: Expression<Ref>, print: Print<Ref>, nameOf: (column: Ref) => string): [string, number] {
  switch (part.kind) {
    case 'column':
      return [quoted(nameOf(part.column)), PRIMARY]
    case 'number':
      return [part.text, part.text.startsWith('-') ? UNARY : PRIMARY]
    case 'text':
      return [`'${part.text.replaceAll("'", "''")}'`, PRIMARY]
    case 'boolean':
      return [String(part.value), PRIMARY]
    case 'or':
      return [part.parts.map((each) => print(each, AND)).join(' or '), OR]
    case 'and':
      return [part.parts.map((each) => print(each, NOT)).join(' and '), AND]
    case 'not':
      return [`not ${print(part.of, NOT)}`, NOT]
    case 'minus':
      return [`-${print(part.of, PRIMARY)}`, UNARY]
    case 'is_null':
      return [`${print(part.of, SUM)} is ${part.isNegated ? 'not ' : ''}null`, COMPARISON]
    case 'compare':
      return [`${print(part.left, SUM)} ${part.op} ${print(part.right, SUM)}`, COMPARISON]
    case 'in': {
      const list = part.list.map((each) => print(each, SUM)).join(', ')
      const listed = callerListIn(part.list) ? list : `(${list})`
      return [`${print(part.of, SUM)} ${part.isNegated ? 'not ' : ''}in ${listed}`, COMPARISON]
    }
    case 'between': {
      const [low, high] = [print(part.low, SUM), print(part.high, SUM)]
      return [`${print(part.of, SUM)} ${part.isNegated ? 'not ' : ''}between ${low} and ${high}`, COMPARISON]
    }
    case 'caller':
      return [`user.${part.attribute}`, PRIMARY]
    case 'arithmetic': {
      const level = part.op === '+' || part.op === '-' ? SUM : PRODUCT
      return [`${print(part.left, level)} ${part.op} ${print(part.right, level + 1)}`, level]
    }
    case 'call':
      return [`${part.name}(${part.args.map((each) => print(each, OR)).join(', ')})`, PRIMARY]
  }
}

const BARE = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u
const RESERVED = new Set(['and', 'or', 'not', 'is', 'null', 'in', 'between', 'true', 'false', ...FUNCTIONS])

const quoted = (name: string) =>
  BARE.test(name) && !RESERVED.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`
