import { type Piece, parseFormula, type Reference } from '../../../formulas/parse-formula.ts'
import { add, type Computation, computationOf, divide, multiply, type Term } from './computation.ts'

/** What a formula in R1C1 notation computes; null for one that does something else, or more. */
export function readComputation(r1c1: string): Computation | null {
  const parsed = parseFormula(r1c1)
  return parsed ? computationOf(readTerm(parsed.pieces.flatMap(tokensIn))) : null
}

/** A sign, a name, a number or a reference. */
type Token = string | Reference

/** Marks come in runs; a text says nothing about cells. */
const tokensIn = (piece: Piece): Token[] =>
  typeof piece !== 'string' || /^["\w.]/.test(piece) ? [piece] : [...piece.replaceAll(/\s/g, '')]

/** All of the tokens as one term; null where they are none. */
function readTerm(tokens: readonly Token[]): Term | null {
  const reader: Reader = { tokens, at: 0 }
  const term = readSum(reader)
  return reader.at === tokens.length ? term : null
}

type Reader = { tokens: readonly Token[]; at: number }

function take(reader: Reader, ...marks: string[]): string | null {
  const token = reader.tokens[reader.at]
  if (typeof token !== 'string' || !marks.includes(token)) return null
  reader.at++
  return token
}

const NO_CELLS: Term = { kind: 'cells', plus: [], minus: [] }

function readSum(reader: Reader): Term | null {
  const sign = take(reader, '+', '-')
  let sum = readProduct(reader)
  if (sign === '-') sum = sum && add(NO_CELLS, sum, true)
  for (let next = take(reader, '+', '-'); next && sum; next = take(reader, '+', '-')) {
    const other = readProduct(reader)
    sum = other && add(sum, other, next === '-')
  }
  return sum
}

function readProduct(reader: Reader): Term | null {
  let product = readFactor(reader)
  for (let sign = take(reader, '*', '/'); sign && product; sign = take(reader, '*', '/')) {
    const other = readFactor(reader)
    product = other && (sign === '*' ? multiply(product, other) : divide(product, other))
  }
  return product
}

function readFactor(reader: Reader): Term | null {
  const token = reader.tokens[reader.at]
  if (token === undefined) return null
  reader.at++
  if (typeof token !== 'string') return token.sheet === null ? { kind: 'cells', plus: [token], minus: [] } : null
  if (token === '(') {
    const inner = readSum(reader)
    return take(reader, ')') ? inner : null
  }
  if (/^[\d.]/.test(token)) return { kind: 'number', number: Number(token) }
  const args = take(reader, '(') ? readArguments(reader) : null
  return args && callOf(token.toUpperCase(), args)
}

/** The arguments of a call, up to the parenthesis that ends it; each is read when it is asked for. */
function readArguments(reader: Reader): Token[][] | null {
  const args: Token[][] = [[]]
  let depth = 1
  for (; reader.at < reader.tokens.length; reader.at++) {
    const token = reader.tokens[reader.at] ?? ''
    if (token === '(') depth++
    if (token === ')') depth--
    if (depth === 0) {
      reader.at++
      return args
    }
    if (token === ',' && depth === 1) args.push([])
    else args.at(-1)?.push(token)
  }
  return null
}

/** The function numbers of SUBTOTAL: with hidden rows or without. */
const SUM_OF_A_PART = new Set(['9', '109'])
const AVERAGE_OF_A_PART = new Set(['1', '101'])

function callOf(name: string, args: readonly Token[][]): Term | null {
  const [first = [], second = [], third = []] = args
  switch (name) {
    case 'SUM':
      return addAll(args)
    case 'AVERAGE':
      return averageOf(args)
    case 'SUBTOTAL': {
      const way = String(first[0])
      if (AVERAGE_OF_A_PART.has(way)) return averageOf(args.slice(1))
      const sum = SUM_OF_A_PART.has(way) ? addAll(args.slice(1)) : null
      return sum && { ...sum, skipsItsLike: true }
    }
    // What is shown where there is nothing to divide by, and how many decimals, does not matter.
    case 'ROUND':
    case 'ROUNDDOWN':
    case 'ROUNDUP':
    case 'IFERROR':
      return readTerm(first)
    case 'IF':
      return ofCells(readTerm(second)) ?? ofCells(readTerm(third))
    default:
      return null
  }
}

const ofCells = (term: Term | null) => (term && term.kind !== 'number' ? term : null)

function addAll(args: readonly Token[][]): Extract<Term, { kind: 'cells' }> | null {
  let sum: Extract<Term, { kind: 'cells' }> | null = null
  for (const tokens of args) {
    const term = readTerm(tokens)
    if (term?.kind !== 'cells') return null
    sum = sum ? { kind: 'cells', plus: [...sum.plus, ...term.plus], minus: [...sum.minus, ...term.minus] } : { ...term }
  }
  return sum
}

function averageOf(args: readonly Token[][]): Term | null {
  const sum = addAll(args)
  if (!sum || sum.minus.length > 0) return null
  return { kind: 'computed', computation: { op: 'average', operands: sum.plus } }
}
