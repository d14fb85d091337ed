import { expect, test } from 'vitest'
import { isAccountedFor } from './matrix.ts'
import { ROUTES } from './routes.ts'

test('every route is asked by the proof of leaks: in the matrix, by a good request, or in a scene', () => {
  const missing = ROUTES.filter((route) => !isAccountedFor(route)).map(({ operation }) => operation)

  expect(missing).toEqual([])
})
