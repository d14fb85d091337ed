import { afterEach, expect, test, vi } from 'vitest'
import { answer, problem, startMoodyServer } from '../test/moody-server.ts'
import { createClient } from './client.ts'

/** As much of a browser's XMLHttpRequest as there must be, over Node's fetch. */
class StandIn {
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  responseType = ''
  response: Blob | null = null
  status = 0
  #asked: [string, string] = ['', '']
  readonly #headers = new Headers()
  readonly #leaving = new AbortController()
  #answered = new Headers()

  open(method: string, url: string) {
    this.#asked = [method, url]
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getAllResponseHeaders() {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }
  async send(body: Blob) {
    const [method, url] = this.#asked
    try {
      this.upload.onprogress?.({ loaded: body.size })
      const response = await fetch(url, { method, body, headers: this.#headers, signal: this.#leaving.signal })
      this.status = response.status
      this.#answered = response.headers
      this.response = await response.blob()
      this.onload?.()
    } catch {
      if (this.#leaving.signal.aborted) this.onabort?.()
      else this.onerror?.()
    }
  }
  abort() {
    this.#leaving.abort()
  }
}

const server = startMoodyServer()
afterEach(() => vi.unstubAllGlobals())

const file = { content: 'a,b\n1,2\n', filename: '売上.csv' }

test.each(['a browser', 'everybody else'])(
  'in %s a file is sent as a form, counted, and sent again when it was lost',
  async (where) => {
    if (where === 'a browser') vi.stubGlobal('XMLHttpRequest', StandIn)
    server.will(problem(503, 'unavailable'), answer(201, { source: { name: 'x' } }))
    const reports: number[] = []
    const client = createClient({ url: server.url(), token: 'svc_pat_test' })

    const uploaded = await client.workbook('wb_1').upload(file, {
      structuring: 'skip',
      onProgress: ({ sentBytes, totalBytes }) => reports.push(sentBytes / totalBytes),
    })

    const bodies = server.seen().map(({ body }) => body)
    expect(uploaded.source?.name).toBe('x')
    expect(bodies.length).toBe(2)
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('filename="売上.csv"')
    expect(bodies[0]).toMatch(/name="structuring"[\s\S]*name="file"/)
    expect(reports.filter((share) => share === 1).length).toBe(2)
  },
)

test('in a browser a refusal and a broken connection are what they are elsewhere', async () => {
  vi.stubGlobal('XMLHttpRequest', StandIn)
  const client = createClient({ url: server.url(), retries: 0 })
  const send = () => client.workbook('wb_1').upload(file, { onProgress: () => undefined })

  server.will(problem(413, 'payload_too_large'))
  const refused = await send().catch((error: unknown) => error)
  server.will((response) => response.destroy())
  const broken = await send().catch((error: unknown) => error)

  expect(refused).toMatchObject({ code: 'payload_too_large', status: 413 })
  expect(broken).toMatchObject({ name: 'BinderyUnreachable' })
})

test.each(['a browser', 'everybody else'])(
  'in %s a file is not sent when the signal is aborted already, and no further when it is later',
  async (where) => {
    if (where === 'a browser') vi.stubGlobal('XMLHttpRequest', StandIn)
    const client = createClient({ url: server.url(), retries: 0 })
    const leaving = new AbortController()
    const send = (signal: AbortSignal, onProgress: () => void = () => undefined) =>
      client
        .workbook('wb_1')
        .upload(file, { signal, onProgress })
        .catch((error: unknown) => error)

    server.will(answer(201, { source: { name: 'x' } }))
    const late = await send(AbortSignal.abort('left before'))
    const seen = server.seen().length
    const stopped = await send(leaving.signal, () => leaving.abort('left meanwhile'))

    expect([late, seen, stopped]).toEqual(['left before', 0, 'left meanwhile'])
  },
)
