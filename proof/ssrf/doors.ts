import { refusedPage } from '../../server/src/doors/mcp/oauth/consent-page.ts'
import { newBrowser } from '../../server/test/browser.ts'
import { newPerson } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'

/** A way for a caller to make the service fetch an address. */
export type Door = {
  name: string
  /** A name whose addresses change, which no other door asks for. */
  rebinding: string
  /** The address as this door takes it. */
  spell: (url: string) => string
  /** Whether the guard refused it; one that it lets through may still not answer. */
  isRefused: (url: string) => Promise<boolean>
}

/** A file at an address that a caller names. */
export async function fileDoor({ urls: [url = ''] }: RunningService): Promise<Door> {
  const { call } = await newPerson(url)
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Fetched' })
  const path = `/api/v1/workbooks/${body.workbook_id}/sources/from-url`
  return {
    name: 'sources/from-url',
    rebinding: 'http://rebinding.test/',
    spell: (named) => named,
    isRefused: async (named) => {
      const answer = await call('POST', path, { url: named, mode: 'staged' })
      return answer.body.code === 'url_refused'
    },
  }
}

/** So many documents a user may open within a while. */
const MOST_OF_USER = 30

const REFUSED_PAGES: readonly string[] = [
  refusedPage('en', { kind: 'unknown' }),
  refusedPage('en', { kind: 'bad_document', fault: 'bad_address' }),
  refusedPage('en', { kind: 'bad_document', fault: 'closed_address' }),
]

/** The document of a program, whose address is the id of an OAuth client. */
export function documentDoor({ urls: [url = ''], settings: { baseUrl } }: RunningService): Door {
  let left = 0
  let browser = newBrowser()
  const newUser = async () => {
    const { email, password } = await newPerson(url)
    browser = newBrowser({ [baseUrl]: url })
    await browser.post(`${baseUrl}/api/auth/forms/login`, { email, password, return_to: '' })
    left = MOST_OF_USER - 1
  }
  return {
    name: 'client_id of a program',
    rebinding: 'https://rebinding-document.test/client.json',
    // Everywhere but on https it is no address at all.
    spell: (named) => (/^https?:/.test(named) ? `${named.replace(/^http:/, 'https:')}client.json` : named),
    isRefused: async (clientId) => {
      if (left-- === 0) await newUser()
      const asked = new URLSearchParams({ client_id: clientId, redirect_uri: 'http://127.0.0.1:7777/callback' })
      const page = await browser.get(`${baseUrl}/api/auth/oauth/authorize?${asked}`)
      return REFUSED_PAGES.includes(page.text)
    },
  }
}
