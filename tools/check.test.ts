import { expect, test } from 'vitest'
import { runSteps, STEPS } from './check.ts'

test('a step that fails is reported with its output, and the others run all the same', async () => {
  const outcomes: string[] = []
  const node = (code: string) => ['node', '--eval', code]
  const steps = [
    { name: 'bad', command: node('console.log("because"); process.exit(3)') },
    { name: 'good', command: node('') },
    { name: 'absent', command: ['no-such-program'] },
  ]

  const isPassed = await runSteps(steps, ({ step, isPassed, output }) =>
    outcomes.push(`${step.name} ${isPassed} ${output.trim().split('\n')[0]}`),
  )

  expect(isPassed).toBe(false)
  expect(outcomes.toSorted()).toEqual([expect.stringContaining('absent false'), 'bad false because', 'good true '])
})

test('every step has a name of its own', () => {
  expect(new Set(STEPS.map(({ name }) => name)).size).toBe(STEPS.length)
})
