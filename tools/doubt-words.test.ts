import { readFileSync } from 'node:fs'
import { DOUBT_REASONS } from '@bindery-data/spreadsheet/structure/learned/doubt-reasons.ts'
import { expect, test } from 'vitest'

/** As text: the words themselves need a browser. */
const WORDS = readFileSync(new URL('../console/src/screens/correct/doubts/reason-words.ts', import.meta.url), 'utf8')

test('the console has words in both languages for every reason that speaks against a reading', () => {
  const spoken = DOUBT_REASONS.map((reason) => WORDS.split(`      ${reason}: '`).length - 1)

  expect(spoken).toEqual(DOUBT_REASONS.map(() => 2))
})
