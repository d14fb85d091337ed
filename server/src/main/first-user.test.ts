import { expect, test } from 'vitest'
import { startService } from '../../test/service.ts'
import { makeFirstUser } from './first-user.ts'
import { openPlatform } from './platform.ts'

const service = startService()

test('an unused instance gets a user whose token and password work, once', async () => {
  const { platform, close } = await openPlatform({ ...service.running.settings, logLevel: 'silent' }, 'bindery test')

  const [first, second] = [await makeFirstUser(platform), await makeFirstUser(platform)]
  await close()

  const { email = '', password = '', token = '' } = first ?? {}
  expect(await service.as(token)('POST', '/api/v1/workbooks', { title: 'Ledger' })).toMatchObject({ status: 201 })
  expect(await service.as(null)('POST', '/api/auth/login', { email, password })).toMatchObject({ status: 200 })
  expect(second).toBeUndefined()
})
