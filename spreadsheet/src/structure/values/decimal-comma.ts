import type { SheetCell } from '../sheet.ts'
import { readWithComma } from './number-text.ts'
import type { SheetEvidence } from './sheet-evidence.ts'

/** A single figure may be mistyped. */
const FEWEST_WITH_COMMA = 2

/** `63.50`, `1,234.56`, `1,234,567`: here the decimal sign is a point. */
const HAS_POINT = /\d\.\d{1,2}$|\d\.\d{4,}$|,\d{3}\.\d|,\d{3},\d{3}/

/**
 * The decimal sign is one for a whole sheet of texts: where figures have a comma beyond doubt and none has a point, `1,500` is one and a
 * half and `19.484` is nineteen thousand.
 */
export function createDecimalCommas(): SheetEvidence {
  let commas = 0
  let hasPoint = false
  return {
    observe: ({ cell, value, text }) => {
      if (hasPoint || cell.kind !== 'text' || value.kind !== 'number') return
      if (value.isContinental) commas++
      else if (HAS_POINT.test(text)) hasPoint = true
    },
    finish: () => (hasPoint || commas < FEWEST_WITH_COMMA ? null : withComma),
  }
}

const withComma = ({ cell, value, text }: SheetCell) =>
  cell.kind === 'text' && value.kind === 'number' ? readWithComma(text) : null
