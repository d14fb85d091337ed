import { isPlainFunction } from './plain-functions.ts'

/** A formula that can be written elsewhere: its text, with the cells it refers to apart. */
export type ParsedFormula = {
  pieces: readonly Piece[]
  /** Texts, or numbers of more than a few digits: they may be a user's data, and no part of a calculation. */
  hasDataOfItsOwn: boolean
}

export type Piece = string | Reference

/** One cell, or the box between two; on another sheet if that is named. */
export type Reference = { sheet: string | null; first: Corner; last: Corner | null }
export type Corner = { row: Line; column: Line }
/** Counts from 0, or from the cell that holds the formula. */
export type Line = { isRelative: boolean; number: number }

const NUMBER = String.raw`\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?`
const LINE = String.raw`(?:\[-?\d{1,7}\]|\d{1,7})?`
const WORD_END = String.raw`(?![\w.$\\?!(\u0080-\uffff])`
const CELL = `R${LINE}C${LINE}`
const SHEET = String.raw`(?:'(?:[^'\[\]:]|'')+'|[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*)!`
/** What may stand in a formula, and nothing else: no names, other files, tables or calls of programs. */
const TOKEN = new RegExp(
  [
    `(?<text>"(?:[^"]|"")*")`,
    `(?<reference>(?:${SHEET})?${CELL}(?::${CELL})?${WORD_END}(?!:))`,
    String.raw`(?<function>[A-Za-z_][\w.]*)(?=\()`,
    `(?<truth>TRUE|FALSE)${WORD_END}`,
    String.raw`(?<number>${NUMBER})(?![\w.])`,
    String.raw`(?<mark>[-+*/^&=<>%(),;{}\s]+)`,
  ].join('|'),
  'y',
)

const FEW_DIGITS = 3

/** Null for a formula that must not be written: one that reaches out of its sheets, or that is not understood to its last character. */
export function parseFormula(r1c1: string): ParsedFormula | null {
  const pieces: Piece[] = []
  let hasDataOfItsOwn = false
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < r1c1.length) {
    const token = TOKEN.exec(r1c1)?.groups
    if (!token || (token.function !== undefined && !isPlainFunction(token.function))) return null
    const { text, reference, number } = token
    if (text !== undefined || (number !== undefined && number.length > FEW_DIGITS)) hasDataOfItsOwn = true
    pieces.push(
      reference === undefined
        ? (Object.values(token).find((part) => part !== undefined) ?? '')
        : referenceIn(reference),
    )
  }
  return { pieces, hasDataOfItsOwn }
}

function referenceIn(text: string): Reference {
  const mark = text.lastIndexOf('!')
  const named = mark < 0 ? null : text.slice(0, mark)
  const sheet = named?.startsWith("'") ? named.slice(1, -1).replaceAll("''", "'") : named
  const [first = '', last] = text.slice(mark + 1).split(':')
  return { sheet, first: cornerIn(first), last: last === undefined ? null : cornerIn(last) }
}

function cornerIn(text: string): Corner {
  const [, row = '', column = ''] = /^R(.*)C(.*)$/.exec(text) ?? []
  return { row: lineIn(row), column: lineIn(column) }
}

function lineIn(text: string): Line {
  if (text === '') return { isRelative: true, number: 0 }
  if (text.startsWith('[')) return { isRelative: true, number: Number(text.slice(1, -1)) }
  return { isRelative: false, number: Number(text) - 1 }
}
