import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeSentences } from '../sentences/judge-sentences.ts'
import { breakSource, sentenceOf } from '../sentences/planted-break.ts'
import { listTests, ROOT } from '../sentences/test-run.ts'
import { INTERFACE_SENTENCES } from './all-sentences.ts'
import { INTERFACE_BREAKS } from './breaks/all-breaks.ts'

const sourceOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')

describe('the sentences of the interface', () => {
  test('each have tests that are there and do more than read the description of the API', async () => {
    const { sentences, unheld } = judgeSentences(INTERFACE_SENTENCES, await listTests(), sourceOf)

    expect(unheld).toEqual([])
    expect(sentences).toBeGreaterThanOrEqual(240)
  })

  test('are listed once', () => {
    const all = INTERFACE_SENTENCES.map(({ section, sentence }) => `${section}: ${sentence}`)

    expect(all.filter((sentence, place) => all.indexOf(sentence) !== place)).toEqual([])
  })

  test('are counted as unheld without a test, with one that is not there, and with one that reads openapi.json', () => {
    const file = 'a.test.ts'
    const tests = [{ file, name: 'reads the description' }]
    const lists = [[], [{ file, name: 'not there' }], tests]
    const listed = [{ file, name: 'reads the description', line: 1 }]

    const judged = judgeSentences(
      lists.map((named, place) => ({ section: 'S', sentence: `${place}`, tests: named })),
      listed,
      () => "readFileSync('openapi.json')",
    )

    expect(judged).toMatchObject({ sentences: 3, without_test: 3 })
  })
})

describe('the breaks planted in the source', () => {
  test.each(INTERFACE_BREAKS)('$sentence: the text to break is still there, once', (planted) => {
    expect(sentenceOf(planted, INTERFACE_SENTENCES).tests.length).toBeGreaterThan(0)
    expect(breakSource(planted, sourceOf(planted.file))).not.toBe(sourceOf(planted.file))
  })

  test('are at least forty, and in every section', () => {
    const sections = new Set(INTERFACE_SENTENCES.map(({ section }) => section))
    const broken = new Set(INTERFACE_BREAKS.map((planted) => sentenceOf(planted, INTERFACE_SENTENCES).section))

    expect(INTERFACE_BREAKS.length).toBeGreaterThanOrEqual(40)
    expect(broken).toEqual(sections)
  })
})
