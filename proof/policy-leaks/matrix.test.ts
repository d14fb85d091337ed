import { expect, test } from 'vitest'
import { describedEndpoints } from '../../server/src/main/documents.ts'
import { isAccountedFor } from './matrix.ts'

test('every route has a row in the matrix of leaks, or a reason why it needs none', () => {
  const missing = describedEndpoints.filter((endpoint) => !isAccountedFor(endpoint)).map(({ operation }) => operation)

  expect(missing).toEqual([])
})
