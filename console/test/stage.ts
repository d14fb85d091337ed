import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@bindery-data/sdk'
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core'
import { type Domains, openDomains } from '../../server/test/company.ts'
import { newPerson, type Person } from '../../server/test/person.ts'
import { runWithJobs } from '../../server/test/run-with-jobs.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { buildConsole } from './build-console.ts'

const CHROMIUM = fileURLToPath(new URL('../../scripts/chromium', import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

export type Look = { language: 'en' | 'ja'; theme: 'light' | 'dark' }

/** The real service with the built console, and a browser to look at it with. */
export type Theatre = { service: RunningService; browser: Browser; domains: Domains; close: () => Promise<void> }

export async function openTheatre(): Promise<Theatre> {
  buildConsole()
  const domains = await openDomains()
  const service = await runWithJobs({ settings: { engineSpares: 1, ...domains.settings } })
  const executablePath = execFileSync(CHROMIUM, { encoding: 'utf8' }).trim()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] })
  return {
    service,
    browser,
    domains,
    close: async () => {
      await browser.close()
      await service.close()
      domains.close()
    },
  }
}

/** One person, signed in, in front of the console. */
export type Stage = {
  page: Page
  url: string
  person: Person
  /** The same person by the SDK, to set things up and to look behind the page. */
  client: Client
  /** Goes to an address of the console, e.g. `/w/${id}/sql`, and waits until its screen is there. */
  open: (path: string) => Promise<void>
  /** Puts a text where the service looks for records of domains. */
  publish: Domains['publish']
  /** What the page reported of trouble: errors in scripts, refused styles, failed requests. */
  troubles: readonly string[]
  close: () => Promise<void>
}

export async function openStage(
  { service, browser, domains }: Theatre,
  { language, theme }: Look = { language: 'en', theme: 'light' },
): Promise<Stage> {
  const url = service.urls[0] ?? ''
  const person = await newPerson(url)
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const troubles = listenForTrouble(page)
  await signIn(context, url, person)
  return {
    page,
    url,
    person,
    client: createClient({ url, token: person.session }),
    open: async (path) => {
      await page.goto(url + path)
      await page.locator('main h1').first().waitFor()
    },
    publish: domains.publish,
    troubles,
    close: () => context.close(),
  }
}

/** The browser gets its cookie as it does from the login page. */
async function signIn(context: BrowserContext, url: string, { email, password }: Person) {
  const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
}

function listenForTrouble(page: Page): readonly string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) troubles.push(message.text())
  })
  return troubles
}

/** The browser reports every answer that is no success; what the service refuses, a flow may be about. */
const isRefusal = (message: ConsoleMessage) =>
  message.location().url.includes('/api/') && /^Failed to load resource: .*\b4\d\d\b/.test(message.text())

/** What axe finds against WCAG 2.2 AA on the page as it is, each in a line. */
export async function axeViolations(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`,
  )) as string[] // Safe: that is what the expression makes.
  return found
}
