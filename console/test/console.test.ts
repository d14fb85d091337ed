import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_FLOWS } from './all-flows.ts'
import { perform } from './perform.ts'
import { openTheatre, type Theatre } from './stage.ts'

/** A few flows, whole. All of them are what `npm run -s proof console` runs. */
let theatre: Theatre | undefined
beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre?.close())

for (const flow of ALL_FLOWS.filter(({ isTest }) => isTest)) {
  test(flow.name, async () => {
    if (!theatre) throw new Error('no theatre')
    const { failure, violations, troubles } = await perform(theatre, flow, {
      looks: [{ language: 'ja', theme: 'dark' }],
    })

    expect(failure).toBeNull()
    expect(violations).toEqual([])
    expect(troubles).toEqual([])
  })
}
