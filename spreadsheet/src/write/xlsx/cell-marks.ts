import { ascii } from './xml-bytes.ts'

/** What stands between the address of a cell and its value, by kind of value. */
export type CellMarks = {
  number: Uint8Array
  text: Uint8Array
  spacedText: Uint8Array
  boolean: Uint8Array
  error: Uint8Array
  blank: Uint8Array
  numberFormula: Uint8Array
  textFormula: Uint8Array
  booleanFormula: Uint8Array
  errorFormula: Uint8Array
}

/** Those of the cells of one style, made once: a sheet has millions of cells and a handful of styles. */
export function cellMarks(style: number): CellMarks {
  const address = style === 0 ? '"' : `" s="${style}"`
  return {
    number: ascii(`${address}><v>`),
    text: ascii(`${address} t="inlineStr"><is><t>`),
    spacedText: ascii(`${address} t="inlineStr"><is><t xml:space="preserve">`),
    boolean: ascii(`${address} t="b"><v>`),
    error: ascii(`${address} t="e"><v>`),
    blank: ascii(`${address}/>`),
    numberFormula: ascii(`${address}><f>`),
    textFormula: ascii(`${address} t="str"><f>`),
    booleanFormula: ascii(`${address} t="b"><f>`),
    errorFormula: ascii(`${address} t="e"><f>`),
  }
}

export const VALUE_END = ascii('</v></c>')
export const TEXT_END = ascii('</t></is></c>')
export const FORMULA_END = ascii('</f><v>')
export const SPACED_FORMULA_END = ascii('</f><v xml:space="preserve">')
/** A formula without a value. */
export const FORMULA_ONLY_END = ascii('</f></c>')
