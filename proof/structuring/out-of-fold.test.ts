import { expect, test } from 'vitest'
import { refuseIfUnsaid } from './change-source.ts'
import { changesWithout, readChosen, TURNED_AROUND, thresholdsHash } from './out-of-fold.ts'
import { THRESHOLDS } from './rules.ts'
import { figuresOfAsking } from './shapes-left-out.ts'

test('the stored choice was made among the thresholds there are, and takes values that were tried', () => {
  const { chosen } = readChosen()

  for (const values of Object.values(chosen))
    for (const [name, value] of Object.entries(values))
      expect(THRESHOLDS.find((threshold) => threshold.name === name)?.values).toContain(value)
})

test('a choice among other thresholds is another one', () => {
  const [first, ...others] = THRESHOLDS
  if (!first) throw new Error('there are thresholds')

  expect(thresholdsHash([{ ...first, value: first.value + 1 }, ...others])).not.toBe(thresholdsHash())
})

test('a data set of which the others choose the same is read by the engine as it is', () => {
  const chosen = { thresholds: '', chosen: { lines: { 'a gap': 5 } } }

  expect(changesWithout('fuste', chosen)).toEqual([])
  expect(changesWithout('lines', chosen)).toMatchObject([{ from: 'gap: 2', to: 'gap: 5' }])
})

test.each(TURNED_AROUND)('the engine still says: $from', (change) => {
  expect(() => refuseIfUnsaid(change)).not.toThrow()
})

test('what trees say out of fold is stored beside the trees it belongs to', () => {
  expect(figuresOfAsking(() => {})).toMatchObject({ oof_files_asked: expect.any(Number) })
})
