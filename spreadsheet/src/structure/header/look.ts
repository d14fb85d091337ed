import type { SheetCell } from '../sheet.ts'
import type { NumberValue } from '../values/value.ts'

/**
 * What a cell looks like when the question is whether it names things or measures them. `digits` are names made of digits:
 * days, years, codes and ranges; a `count` is a whole number that may be one; a `figure` is a quantity and nothing else.
 */
export const LOOKS = ['empty', 'text', 'figure', 'count', 'digits', 'absent'] as const
export type Look = (typeof LOOKS)[number]

/** Whole numbers up to here may name something: a year, a rank, a day of the month. */
const LARGEST_NAME = 9999

/** A number with something around it that is no word: `76.3±1.2`, `0,1*`, `< 5`, `( 42 )`. */
const DRESSED_NUMBER = /^[\s\d.,()±*†<>%‰'$¥€£+−–:/-]*\d[\s\d.,()±*†<>%‰'$¥€£+−–:/-]*$/
/** Neither a letter nor a digit: `.`, `：`, `//`; or a letter in brackets that says why there is nothing: `(B)`. */
const NOTHING = /^[^\p{L}\p{N}]+$|^\([A-Z]{1,2}\)$/u
/** Thousands and millions in brackets say what is counted: no list of amounts is written so. */
const BRACKETED_UNIT = /^\(1,000(?:,000)*\)$/
const YEAR = '(?:1[89]|20)\\d\\d'
/** Behind a year: a mark for a note, a letter for an estimate. */
const MARK = '(?: ?[\\\\*/†]{1,2}\\d{0,2}| ?[a-z]|\\*?\\))?'
const NAMES_OF_DIGITS = new RegExp(
  [
    // 2013, FY2013, (2013), 2013 p, 2013 \1
    `^\\(?(?:FY|CY)? ?${YEAR}${MARK}\\)?$`,
    // 1975 (1,000), 2005 (2002=100)
    `^${YEAR} \\(.{1,12}\\)$`,
    // 2006-2007, FY 06-07, 2012/13
    `^(?:FY|CY)? ?(?:1[89]|20)?\\d\\d ?[-–/~] ?(?:1[89]|20)?\\d\\d${MARK}$`,
    // 2010/02, 2009/IV, 2010Q1
    `^${YEAR}[ /.-]?(?:Q?[1-4]|I{1,3}|IV|0\\d|1[0-2])$`,
    '^(?:Q[1-4]|[1-4]Q|H[12]|[12]H|FY ?\\d\\d)\\b.{0,8}$',
    '^(?:明治|大正|昭和|平成|令和|[MTSHR])? ?\\d{1,4} ?(?:年度?|月|日|期)(?: ?\\d{1,2} ?(?:月|日|期))*.{0,2}$',
    '^第? ?\\d{1,3} ?(?:期|四半期|回|週)$',
    '^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?(?:[ ,-]+\\d{1,4}){0,2}$',
    '^[日月火水木金土]$',
    // 4/1, 12/31(水)
    '^(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\\d|3[01])(?: ?\\([日月火水木金土]\\))?$',
    // 1-4, $5,001–$10,000, 20~39%
    '^[$¥€£<>]?\\d[\\d,.]* ?[-–~] ?[$¥€£]?\\d[\\d,.]*[%+]?$',
  ].join('|'),
  'i',
)
/** No name made of digits is longer. */
const LONGEST_NAME = 24
/** Nor is any figure longer than this; patterns are not tried on pages of text. */
const LONGEST_FIGURE = 60

export function lookOf(cell: SheetCell | undefined): Look {
  if (cell === undefined) return 'empty'
  if (cell.cell.kind === 'text' && isNameOfDigits(cell.text)) return 'digits'
  switch (cell.value.kind) {
    case 'number':
      return BRACKETED_UNIT.test(cell.text) ? 'text' : lookOfNumber(cell.value)
    case 'date':
    case 'code':
      return 'digits'
    case 'absent':
      return 'absent'
    case 'boolean':
    case 'error':
      return 'figure'
    case 'text':
      return lookOfText(cell.text)
  }
}

/** Zeros to so many places no person writes. */
const PROGRAM_DECIMALS = 5

/** `2001.0` and `2001.00000` are whole numbers too: programs write a column's numbers alike. */
function lookOfNumber({ number, decimals, isPercent, unit }: NumberValue): Look {
  const isPlain = decimals <= 1 || decimals >= PROGRAM_DECIMALS
  const isBare = !isPercent && unit === null && isPlain && Number.isInteger(number)
  return isBare && number >= 0 && number <= LARGEST_NAME ? 'count' : 'figure'
}

function lookOfText(text: string): Look {
  if (text.length > LONGEST_FIGURE) return 'text'
  if (NOTHING.test(text)) return 'absent'
  return DRESSED_NUMBER.test(text) && !BRACKETED_UNIT.test(text) && isClosed(text) ? 'figure' : 'text'
}

const isNameOfDigits = (text: string) => text.length <= LONGEST_NAME && NAMES_OF_DIGITS.test(text)

/** `01/26/2014)` ends what a cell above began, `2)` refers to a note. */
const isClosed = (text: string) => text.includes('(') === text.includes(')')
