import { expect, test } from 'vitest'
import { SourceFailed, SourceTakesLong, untilMaterialized } from './until-materialized.ts'

const ANALYZED = { status: 'analyzed', error: null }
const noJobError = () => Promise.resolve(null)
const pause = () => Promise.resolve()

test('waiting for tables ends when they are there', async () => {
  const answers = [ANALYZED, ANALYZED, { status: 'materialized', error: null }]

  await untilMaterialized(() => Promise.resolve(answers.shift() ?? ANALYZED), noJobError, { pause })

  expect(answers).toEqual([])
})

test('waiting ends with the reason when the file failed', async () => {
  const failed = { status: 'failed', error: 'The file is encrypted.' }

  const waiting = untilMaterialized(() => Promise.resolve(failed), noJobError, { pause })

  await expect(waiting).rejects.toThrow(new SourceFailed('The file is encrypted.'))
})

test('waiting ends with the reason when a job failed and left its file as it was', async () => {
  const errors = [null, null, 'A row breaks a rule.']
  const jobError = () => Promise.resolve(errors.shift() ?? null)

  const waiting = untilMaterialized(() => Promise.resolve(ANALYZED), jobError, { pause })

  await expect(waiting).rejects.toThrow(new SourceFailed('A row breaks a rule.'))
})

test('waiting ends at its deadline, whatever the file does', async () => {
  let clock = 0
  const later = async (ms: number) => {
    clock += ms
  }

  const waiting = untilMaterialized(() => Promise.resolve(ANALYZED), noJobError, {
    pause: later,
    now: () => clock,
    deadlineMs: 60_000,
  })

  await expect(waiting).rejects.toBeInstanceOf(SourceTakesLong)
  expect(clock).toBeLessThan(65_000)
})

test('waiting ends when it is given up, also between two looks', async () => {
  const leaving = new AbortController()
  const waiting = untilMaterialized(
    () => {
      setTimeout(() => leaving.abort(new Error('left')))
      return Promise.resolve(ANALYZED)
    },
    noJobError,
    { signal: leaving.signal },
  )

  await expect(waiting).rejects.toThrow('left')
})
