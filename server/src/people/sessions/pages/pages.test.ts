import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newBrowser } from '../../../../test/browser.ts'
import { startService } from '../../../../test/service.ts'
import { localPath } from './local-path.ts'
import { html } from './page.ts'
import { languageOf, textsIn } from './page-texts.ts'

const service = startService()

const BASE = 'http://bindery.test'
const PAGES = [
  '/login',
  '/register',
  '/forgot-password',
  '/forgot-password/sent',
  '/reset-password?token=x',
  '/device',
  '/device/allowed',
  '/device/denied',
  '/signed-in',
]

const browser = (language?: string) => newBrowser({ [BASE]: service.url() }, language)

describe('every page', () => {
  test.each(PAGES)('%s is whole HTML that allows nothing from elsewhere', async (path) => {
    const { status, text, headers } = await browser().get(`${BASE}${path}`)

    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(text).not.toMatch(/<script|<img|<link|style="|https?:|\son\w+=/)
    for (const [, action] of text.matchAll(/action="([^"]*)"/g)) expect(action).toMatch(/^\/api\/auth\/forms\//)
  })

  test.each(PAGES)('%s labels every field and is in Japanese for browsers that prefer it', async (path) => {
    const { text } = await browser('ja,en-US;q=0.7,en;q=0.3').get(`${BASE}${path}`)

    expect(text).toContain('<html lang="ja">')
    expect(text).toMatch(/<h1>[^<]*[\u3040-\u30ff\u4e00-\u9fff]/)
    for (const [, id] of text.matchAll(/<input(?! type="hidden")[^>]* id="(\w+)"/g))
      expect(text).toContain(`<label for="${id}">`)
  })

  test.each(['/login', '/register', '/forgot-password'])(
    '%s is in the language that was chosen on it, and so are all others afterwards',
    async (path) => {
      const tab = browser('en')

      const link = /href="([^"]*lang=ja)"/.exec((await tab.get(`${BASE}${path}?return_to=%2Fw%2F1`)).text)?.[1] ?? ''
      const chosen = await tab.get(`${BASE}${link.replaceAll('&amp;', '&')}`)
      const later = await tab.get(`${BASE}/signed-in`)

      expect(chosen.text).toContain('<html lang="ja">')
      if (path !== '/forgot-password') expect(chosen.text).toContain('name="return_to" value="/w/1"')
      expect(later.text).toContain('<html lang="ja">')
    },
  )

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'en'],
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['en;q=0.5, ja;q=0.9', 'ja'],
    ['en, ja', 'en'],
    ['fr, ja;q=0.1', 'ja'],
    ['ja;q=0', 'en'],
  ])('is in the language a browser asks for: %j → %s', (header, language) => {
    expect(languageOf({ 'accept-language': header })).toBe(language)
  })

  test('has the same texts in both languages', () => {
    const [en, ja] = [textsIn('en'), textsIn('ja')]

    expect(Object.keys(ja)).toEqual(Object.keys(en))
    expect(Object.keys(ja.problems)).toEqual(Object.keys(en.problems))
  })
})

describe('what people write', () => {
  test('is shown as text, wherever it stands', () => {
    const name = `<b>"it's" & more</b>`

    expect(html`<p title="${name}">${name}</p>${[html`<i>${name}</i>`]}`.html).toBe(
      '<p title="&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;">&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;</p><i>&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;</i>',
    )
  })

  test('cannot break out of a page: codes, tokens, names, addresses, ways back', async () => {
    const tab = browser()
    const evil = `"><script>alert('x')</script>`
    const post = (form: string, fields: Record<string, string>) => tab.post(`${BASE}/api/auth/forms/${form}`, fields)
    const person = await service.newPerson()
    await post('login', { email: person.email, password: person.password })
    const { body: device } = await service.as(null)('POST', '/api/auth/device', { client_name: evil })

    const pages = await Promise.all([
      tab.get(`${BASE}/login?return_to=${encodeURIComponent(`/${evil}`)}`),
      tab.get(`${BASE}/register?return_to=${encodeURIComponent(`/${evil}`)}`),
      tab.get(`${BASE}/device?user_code=${encodeURIComponent(evil)}`),
      tab.get(`${BASE}/reset-password?token=${encodeURIComponent(evil)}`),
      tab.get(`${BASE}/api/auth/device/consent?user_code=${device.user_code}`),
      post('login', { email: `${evil}@example.org`, password: 'wrong', return_to: `/${evil}` }),
      post('register', { name: evil, email: evil, password: 'short' }),
      post('device', { user_code: evil }),
      post('password-link', { email: evil }),
      post('new-password', { token: evil, password: 'long enough for this' }),
    ])

    for (const { text } of pages) {
      expect(text).toMatch(/^<!doctype html>/)
      expect(text).not.toContain('<script')
    }
    expect(pages[4]?.text).toContain('&lt;script&gt;')
  })

  test.each([
    ['/device?user_code=A', '/device?user_code=A'],
    ['/a/../b', '/b'],
    ['/日本', '/%E6%97%A5%E6%9C%AC'],
    [undefined, '/signed-in'],
    ['', '/signed-in'],
    ['device', '/signed-in'],
    ['//evil.test', '/signed-in'],
    ['///evil.test', '/signed-in'],
    ['/\\evil.test', '/signed-in'],
    ['/\t/evil.test', '/signed-in'],
    ['/\n/evil.test', '/signed-in'],
    ['/.//evil.test', '/signed-in'],
    ['/a/..//evil.test', '/signed-in'],
    ['/%2e//evil.test', '/signed-in'],
    ['https://evil.test', '/signed-in'],
    ['javascript:alert(1)', '/signed-in'],
    ['http://[', '/signed-in'],
  ])('as a way back leads to a local page only: %j → %s', (asked, path) => {
    expect(localPath(asked)).toBe(path)
  })
})
