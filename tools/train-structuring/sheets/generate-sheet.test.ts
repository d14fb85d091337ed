import { describe, expect, test } from 'vitest'
import { covers } from '../judge/labels.ts'
import { generateSheet, SHAPES } from './generate-sheet.ts'
import { leafFacts } from './truth.ts'

const SEEDS = Array.from({ length: SHAPES.length * 3 }, (_, n) => n)

test('there are at least 40 shapes, each with a name of its own', () => {
  expect(SHAPES.length).toBeGreaterThanOrEqual(40)
  expect(new Set(SHAPES).size).toBe(SHAPES.length)
})

test('a seed makes the same sheet again, and another seed another one', () => {
  const spelled = (seed: number) => {
    const { shape, sheet, truth } = generateSheet(seed)
    const cells = sheet.cells.map(({ row, column, cell, style, formula }) => ({ row, column, cell, style, formula }))
    return JSON.stringify({ shape, cells, merges: sheet.grid.merges, truth })
  }

  for (const seed of SEEDS) expect(spelled(seed)).toBe(spelled(seed))
  expect(new Set(SEEDS.map(spelled)).size).toBe(SEEDS.length)
})

describe('the truth of a sheet', () => {
  test('names every figure by labels that no other figure of its table has', () => {
    for (const seed of SEEDS) {
      const { shape, truth } = generateSheet(seed)
      for (const table of truth.tables) {
        const names = leafFacts(table).map(({ labels, value }) =>
          JSON.stringify([labels, typeof value === 'string' ? value : '']),
        )
        expect({ shape, seed, names: new Set(names).size }).toEqual({ shape, seed, names: names.length })
      }
    }
  })

  test('stands on the sheet: every figure and every word', () => {
    for (const seed of SEEDS) {
      const { shape, sheet, truth } = generateSheet(seed)
      const texts = sheet.cells.map(({ text }) => text)
      const numbers = new Set(
        sheet.cells.flatMap(({ value }) => (value.kind === 'number' ? [value.number.toPrecision(6)] : [])),
      )
      for (const { labels, value } of truth.tables.flatMap((table) => [...leafFacts(table), ...table.totals])) {
        if (typeof value === 'number')
          expect({ shape, seed, value, isThere: numbers.has(value.toPrecision(6)) }).toMatchObject({ isThere: true })
        const missing = labels.flatMap((label) => label.split('_')).filter((label) => !isThere(label, texts))
        expect({ shape, seed, missing }).toEqual({ shape, seed, missing: [] })
      }
    }
  })

  test('has each sum of its figures right', () => {
    const { truth } = generateSheet(SHAPES.indexOf('cross-categories-totals'))
    const [table] = truth.tables
    const sum = (table?.rows ?? []).reduce((one, row) => one + Number(row.at(-1)), 0)
    const grand = Math.max(...(table?.totals ?? []).map(({ value }) => Number(value)))

    expect(grand).toBeCloseTo(sum, 2)
  })
})

const held = new Map<string, boolean>()

/** Rounds are counted by the header, days may be spelled in many ways. */
function isThere(label: string, texts: readonly string[]): boolean {
  if (/^\d{4}-\d\d-\d\d$/.test(label) || /^[1-4]$/.test(label)) return true
  const key = `${label}\n${texts.length}\n${texts[0]}\n${texts.at(-1)}`
  const known = held.get(key) ?? texts.some((text) => covers(label, text) > 0)
  held.set(key, known)
  return known
}
