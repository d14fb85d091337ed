import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentPrograms, CALLBACK, HOME } from '../../../../test/agent-program.ts'
import { newBrowser } from '../../../../test/browser.ts'
import { startClientSite } from '../../../../test/client-site.ts'
import { openNameServer } from '../../../../test/name-server.ts'
import { startService } from '../../../../test/service.ts'

const names = await openNameServer({
  'inside.test': [['127.0.0.1']],
  'rebinding.test': [['93.184.215.14', '10.0.0.1']],
})
const site = await startClientSite()
afterAll(() => {
  site.close()
  names.close()
})

const service = startService({ settings: { baseUrl: HOME } })
const { askedBy, exchange, newBrowserOf, newCodeFor, newOfficialClient } = agentPrograms(service)

const AUTHORIZE = `${HOME}/api/auth/oauth/authorize`
const CONSENT = `${HOME}/api/auth/oauth/consent`
const RENEWING = { grant_types: ['authorization_code', 'refresh_token'] }

const authorize = (asked: object) => `${AUTHORIZE}?${new URLSearchParams({ ...asked })}`

const newUserBrowser = async () => newBrowserOf(await service.newPerson())

describe('a program that is known by the address of its document', () => {
  test('is let in with the official client, without registering', async () => {
    const { address, fetches } = site.newDocument(RENEWING)
    const { kept, letIn, listTools } = newOfficialClient({ clientMetadataUrl: address })

    const page = await letIn(await service.newPerson(), 'read')
    const tools = await listTools()

    expect(page.text).toContain('Known program')
    expect(kept.client?.client_id).toBe(address)
    expect(kept.tokens).toMatchObject({ scope: 'workbooks:read', expires_in: 3600 })
    expect([tools.includes('query'), fetches()]).toEqual([true, 1])
  })

  test('is shown by its host, and a program on the own machine with a warning', async () => {
    const both = ['https://elsewhere.example/cb', CALLBACK]
    const { address } = site.newDocument({ client_name: '<b>Claude</b>', redirect_uris: both })
    const browser = await newUserBrowser()

    const local = await browser.get(authorize(askedBy(address)))
    const remote = await browser.get(authorize({ ...askedBy(address), redirect_uri: both[0] }))

    const { host } = new URL(site.url)
    const warning = `any program there can pretend to be ${host}`
    for (const page of [local, remote]) {
      expect(page.status).toBe(200)
      expect(page.text).toContain(`<dt>Who asks</dt><dd>${host}</dd>`)
      expect(page.text).toContain('&lt;b&gt;Claude&lt;/b&gt;')
    }
    expect([local.text.includes(warning), remote.text.includes(warning)]).toEqual([true, false])
  })

  test('exchanges its code and renews its token after its document is gone', async () => {
    const { address, fetches, remove } = site.newDocument(RENEWING)
    const { brought } = await newCodeFor(address)
    remove()

    const { body: first } = await exchange(brought)
    const fields = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token), client_id: address }
    const renewed = await exchange(fields)
    const stolen = await exchange({ ...fields, client_id: `${address}x` })

    expect(first).toMatchObject({ expires_in: 3600, scope: 'workbooks:read' })
    expect(renewed).toMatchObject({ status: 200, body: { expires_in: 3600 } })
    expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(fetches()).toBe(1)
  })

  test('has one token of 30 days if its document says nothing of renewing', async () => {
    const { brought } = await newCodeFor(site.newDocument().address)

    const { body } = await exchange(brought)

    expect(body).toMatchObject({ expires_in: 30 * 24 * 3600 })
    expect(body).not.toHaveProperty('refresh_token')
  })

  test('brings no code that was given to another program', async () => {
    const { brought } = await newCodeFor(site.newDocument(RENEWING).address)

    const refused = await exchange({ ...brought, client_id: site.newDocument(RENEWING).address })

    expect(refused).toEqual({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('a document', () => {
  test('is not fetched for a browser in which no user is logged in', async () => {
    const { address, fetches } = site.newDocument()
    const stranger = newBrowser({ [HOME]: service.url() })

    const asked = await stranger.get(authorize(askedBy(address)))
    const consented = await stranger.post(CONSENT, { ...askedBy(address), answer: 'read' })

    for (const { status, location } of [asked, consented]) {
      const back = new URL(new URL(location ?? '', HOME).searchParams.get('return_to') ?? '', HOME)
      expect([status, back.pathname]).toEqual([303, '/api/auth/oauth/authorize'])
      expect(Object.fromEntries(back.searchParams)).toEqual(askedBy(address))
    }
    expect(fetches()).toBe(0)
  })

  test('is fetched once for authorizations that follow each other, and for those that come together', async () => {
    const [first, second] = [site.newDocument(), newSlowDocument()]
    const browser = await newUserBrowser()

    const pages = [
      await browser.get(authorize(askedBy(first.address))),
      await browser.get(authorize(askedBy(first.address))),
    ]
    const together = await Promise.all([1, 2, 3].map(() => browser.get(authorize(askedBy(second.address)))))

    expect([...pages, ...together].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect([first.fetches(), second.fetches()]).toEqual([1, 1])
  })

  test('that was refused is fetched again, and let in once it is right', async () => {
    let isRight = false
    const page = site.newPage((_, response) => {
      const document = { client_id: isRight ? page.address : 'https://another.example/', redirect_uris: [CALLBACK] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    const browser = await newUserBrowser()

    const before = await browser.get(authorize(askedBy(page.address)))
    isRight = true
    const after = await browser.get(authorize(askedBy(page.address)))

    expect([before.status, after.status]).toEqual([400, 200])
  })

  test('is no way to make the service send requests again and again', async () => {
    const missing = site.newPage((_, response) => response.writeHead(404).end())
    const browser = await newUserBrowser()

    for (let n = 0; n < 30; n++) await browser.get(authorize(askedBy(missing.address)))
    const late = await browser.get(authorize(askedBy(missing.address)))

    expect([late.status, missing.fetches()]).toEqual([400, 30])
    expect(late.text).toContain('You have opened too many documents of programs')
  })
})

const JSON_HEADERS = { 'content-type': 'application/json' }

function newSlowDocument() {
  const page = site.newPage(async (_, response) => {
    await pause(300)
    response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ client_id: page.address, redirect_uris: [CALLBACK] }))
  })
  return page
}

/** Addresses of documents that are not good, by what is wrong with them. */
const WRONG: Record<string, [address: () => string, text: string]> = {
  'of another program': [
    () => site.newDocument({ client_id: 'https://claude.ai/client.json', client_name: '<i>echo</i>' }).address,
    'The client_id in its document is not the address of the document.',
  ],
  'that does not list the address of the answer': [
    () => site.newDocument({ redirect_uris: ['https://elsewhere.example/cb'] }).address,
    'at an address that its document does not list',
  ],
  'with an address that is not allowed': [
    () => site.newDocument({ redirect_uris: [CALLBACK, 'javascript:alert(1)'] }).address,
    'lists a redirect address that this service does not allow',
  ],
  'with a secret': [() => site.newDocument({ client_secret: 'x' }).address, 'asks for a secret or a key'],
  'with a key': [
    () => site.newDocument({ token_endpoint_auth_method: 'private_key_jwt' }).address,
    'asks for a secret or a key',
  ],
  'without addresses': [() => site.newDocument({ redirect_uris: undefined }).address, 'does not hold what it must'],
  'behind a redirect': [
    () => {
      const { address } = site.newDocument()
      return site.newPage((_, response) => response.writeHead(302, { location: address }).end()).address
    },
    'redirects are not followed',
  ],
  'that is a web page': [
    () => site.newDocument({}, { 'content-type': 'text/html' }).address,
    'At its address there is no document',
  ],
  'that is packed': [
    () => site.newDocument({}, { 'content-encoding': 'gzip' }).address,
    'At its address there is no document',
  ],
  'that is too large': [() => site.newDocument({ filler: 'x'.repeat(5_200) }).address, 'larger than 5 KB'],
  'that never ends': [
    () =>
      site.newPage((_, response) => {
        response.writeHead(200, JSON_HEADERS)
        for (let n = 0; n < 10; n++) response.write('x'.repeat(1_000))
      }).address,
    'larger than 5 KB',
  ],
  'that breaks off': [
    () =>
      site.newPage((_, response) => {
        response.writeHead(200, JSON_HEADERS).write('{')
        setTimeout(() => response.destroy(), 50)
      }).address,
    'could not be fetched',
  ],
  'that does not arrive in time': [
    () => site.newPage((_, response) => void response.writeHead(200, JSON_HEADERS).write('{')).address,
    'could not be fetched',
  ],
  'at an address with a query': [
    () => `${site.newDocument().address}?x=1`,
    'an address that cannot stand for a program',
  ],
  'at an address of this service': [() => `${HOME}/client.json`, 'an address that cannot stand for a program'],
}

test.each(Object.entries(WRONG))(
  'a document %s lets no program in, and the page says why',
  async (_, [newAddress, text]) => {
    const asked = askedBy(newAddress())
    const browser = await newUserBrowser()

    const page = await browser.get(authorize({ ...asked, response_type: '' }))
    const consented = await browser.post(CONSENT, { ...asked, answer: 'read' })

    for (const { status, location } of [page, consented]) expect([status, location]).toEqual([400, null])
    expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/echo|javascript/)
  },
)

test('the page is there in Japanese', async () => {
  const browser = await newBrowserOf(await service.newPerson(), 'ja')

  const good = await browser.get(authorize(askedBy(site.newDocument().address)))
  const wrong = await browser.get(authorize(askedBy(`${site.newDocument().address}#`)))

  expect(good.text).toContain('<dt>要求元</dt>')
  expect(good.text).toContain('を装うことができます')
  expect(wrong.text).toContain('プログラムを表すアドレスとして使えません')
})

describe('where no private address may be reached', () => {
  const guarded = startService({
    settings: { baseUrl: HOME, fetching: { isPrivateAllowed: false, nameServers: [`127.0.0.1:${names.port}`] } },
  })

  test.each([
    'https://127.0.0.1/client.json',
    `${site.url}/programs/1.json`,
    'https://[::ffff:7f00:1]/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/client.json',
    'https://inside.test/client.json',
    'https://rebinding.test/client.json',
  ])('no document is fetched from %s', async (address) => {
    const browser = await agentPrograms(guarded).newBrowserOf(await guarded.newPerson())

    const page = await browser.get(authorize(askedBy(address)))

    expect([page.status, page.location]).toEqual([400, null])
    expect(page.text).toContain('does not go to the address of its document')
  })
})

describe('the metadata of the authorization server', () => {
  const closed = startService({ settings: { outgoing: { isOpen: false } } })
  let said: unknown[] = []
  beforeAll(async () => {
    const places = [service, closed].map((one) => one.as(null)('GET', '/.well-known/oauth-authorization-server'))
    said = (await Promise.all(places)).map(({ body }) => body.client_id_metadata_document_supported)
  })

  test('says that documents are read, and where no request may leave, that they are not', () => {
    expect(said).toEqual([true, false])
  })
})
