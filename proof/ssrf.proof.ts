import { createServer } from 'node:http'
import { GOOD_URLS, HOSTILE_URLS } from '../server/test/hostile-urls.ts'
import { openNameServer } from '../server/test/name-server.ts'
import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** A public address without a server: the guard lets it pass, and the connection fails. */
const PUBLIC = '203.0.114.1'
const PORT = 80

/** Names whose addresses change: public when they are asked for first, then inside, or one of several inside. */
const REBINDING = {
  'rebinding.test': [[PUBLIC], ['127.0.0.1']],
  'inside.test': [['127.0.0.1']],
  'both.test': [[PUBLIC, '127.0.0.1']],
  'metadata.google.internal': [['169.254.169.254']],
  'example.com': [[PUBLIC]],
}
/** Names that lead inside, alone or beside an address of the public. */
const INSIDE = ['http://inside.test/', 'http://both.test/', 'http://INSIDE.test./']
/** Asked again and again: what it leads to has changed by then. */
const REBINDING_ASKED = 3

/** Hostile addresses, and names that change what they lead to, over HTTP; a server on loopback counts who reaches it. */
export const proof: Proof = {
  promise: 'No caller can make the service fetch what only the service can reach',
  isQuick: false,
  measure: (options) => fetchAll(options, false),
  // The guard lifted, as for an intranet.
  control: (options) => fetchAll(options, true),
  holds: ({ hostile, reached, good, refused, rebound, let_through: letThrough }) =>
    Number(hostile) > HOSTILE_URLS.length &&
    reached === 0 &&
    letThrough === 0 &&
    rebound === true &&
    Number(good) >= 3 &&
    refused === 0,
}

async function fetchAll({ say }: ProofOptions, isPrivateAllowed: boolean): Promise<Figures> {
  let reached = 0
  const inside = createServer((_, response) => {
    reached += 1
    response.end('secret,of\nthe,inside\n')
  })
  await new Promise<void>((resolve, reject) => inside.once('error', reject).listen(PORT, '127.0.0.1', resolve))
  const names = await openNameServer(REBINDING)
  const service = await runService({
    settings: { fetching: { isPrivateAllowed, nameServers: [`127.0.0.1:${names.port}`] } },
  })
  try {
    const owner = await newPerson(service.urls[0] ?? '')
    const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Fetched' })
    const fetchFrom = (url: string) =>
      owner.call('POST', `/api/v1/workbooks/${body.workbook_id}/sources/from-url`, { url, mode: 'staged' })
    const hostile = [...HOSTILE_URLS, ...INSIDE]
    let letThrough = 0
    for (const url of hostile) {
      const answer = await fetchFrom(url)
      if (answer.body.code === 'url_refused') continue
      letThrough += 1
      say(`${url} answered ${answer.status} ${answer.body.code}`)
    }
    // Let through as long as it is public; nothing is reached when it no longer is.
    for (let n = 0; n < REBINDING_ASKED; n++) await fetchFrom('http://rebinding.test/')
    const rebound = names.asked('rebinding.test') > 1
    let refused = 0
    for (const url of GOOD_URLS) if ((await fetchFrom(url)).body.code === 'url_refused') refused += 1
    return { hostile: hostile.length + 1, reached, let_through: letThrough, rebound, good: GOOD_URLS.length, refused }
  } finally {
    await service.close()
    names.close()
    inside.closeAllConnections()
    inside.close()
  }
}
