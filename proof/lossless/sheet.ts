import fc from 'fast-check'
import type { Given, GivenColumn } from './given.ts'
import { NASTY_NUMBERS } from './nasty-numbers.ts'
import { longText, NASTY_TEXTS } from './nasty-texts.ts'

/** Different values of a column; its rows draw from them. */
const POOL = 300
const EMPTY_SHARE = 0.1

/** A sheet for a csv file: every list of nasty texts in a column, all of them mixed in another. */
export function textSheet(rows: number, seed: number): GivenColumn[] {
  return columnsOf({ ...textColumns((text) => text), long: LONG }, rows, seed)
}

/** A sheet for a workbook: the same texts as cells of text, numbers under all formats, kinds mixed. */
export function workbookSheet(rows: number, seed: number): GivenColumn[] {
  const texts = textColumns(withoutControls)
  const mixed = fc.oneof(...Object.values(texts), ...Object.values(NASTY_NUMBERS))
  return columnsOf({ ...texts, ...NASTY_NUMBERS, mixed_kinds: mixed, long: LONG }, rows, seed)
}

type Cells = Readonly<Record<string, fc.Arbitrary<Given>>>

const asText = (text: string): Given => ({ kind: 'text', text })

/** A few long texts among short ones. */
const LONG = fc.oneof({ weight: 1, arbitrary: longText }, { weight: 99, arbitrary: fc.constant('short') }).map(asText)

function textColumns(change: (text: string) => string): Cells {
  const each = Object.entries(NASTY_TEXTS).map(([name, texts]) => [name, texts.map(change).map(asText)] as const)
  return { ...Object.fromEntries(each), mixed_texts: fc.oneof(...each.map(([, texts]) => texts)) }
}

/** XML holds no control characters, and takes CR for a line break. */
const withoutControls = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
  text.replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '') || 'x'

function columnsOf(cells: Cells, rows: number, seed: number): GivenColumn[] {
  const random = randomFrom(seed)
  return Object.entries(cells).map(([name, values]) => {
    const pool = fc.sample(values, { numRuns: POOL, seed })
    const draw = () => (random() < EMPTY_SHARE ? null : (pool[Math.floor(random() * pool.length)] ?? null))
    return { name, cells: Array.from({ length: rows }, draw) }
  })
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
