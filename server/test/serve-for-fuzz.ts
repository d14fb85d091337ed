import { SCOPES } from '../src/platform/caller.ts'
import { mintToken, newPerson } from './person.ts'
import { runService } from './start-service.ts'

/** The service for a fuzzer of others: says where it listens and with which token, and ends with its standard input. */
const service = await runService({ settings: { trustedProxies: 1 } })
const [url = ''] = service.urls
const person = await newPerson(url)
await person.call('POST', '/api/v1/workbooks', { title: 'Ledger' })
process.stdout.write(`${JSON.stringify({ url, token: await mintToken(person.call, SCOPES) })}\n`)

process.stdin.resume().once('end', async () => {
  const faults = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('request failed'))
  for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}\n`)
  await service.close()
})
