import { expect, test, vi } from 'vitest'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const BUDGET = 'item,plan,actual\nHall,412,398\nTents,96,121\nEvents total,999,777\nLunch,230,251\nMusic,188,176\n'

test('an upload that is not sure asks one question, and the answer is one change of its region', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: BUDGET, filename: 'budget.csv' })
  const { body: source } = await call('GET', path)
  const [region] = spec.regions

  expect(source.parse_spec.regions[0]).toMatchObject({
    needs_review: true,
    question: {
      code: 'totals',
      text: expect.stringContaining('4'),
      choices: ['No, it is data', 'Yes, keep apart'],
    },
  })

  const answered = { ...spec, regions: [{ ...region, ...region.question.choices[1].patch }] }
  const { status, body } = await call('PUT', `${path}/parse-spec`, answered)

  expect(status).toBe(200)
  expect(body.regions[0]).toMatchObject({ needs_review: false, question: null })
  expect(body.preview.map(({ name, row_count }: { name: string; row_count: number }) => [name, row_count])).toEqual([
    ['budget', 4],
    [expect.stringMatching(/^budget_/), 1],
  ])
})

test('what was answered once is not asked again of the same file', async () => {
  const { call, analyzed } = await newSourcePlace(service)
  const { path, spec } = await analyzed({ bytes: BUDGET, filename: 'budget.csv' })
  const [region] = spec.regions
  await call('PUT', `${path}/parse-spec`, {
    ...spec,
    regions: [{ ...region, ...region.question.choices[0].patch }],
  })

  const { body } = await call('POST', `${path}/analyze?keep_overrides=true`, {})

  expect(body.parse_spec.regions[0]).toMatchObject({ needs_review: false, question: null })
})
