import type { Page } from 'playwright-core'
import type { Flow } from './flow.ts'
import { axeViolations, type Look, openStage, type Theatre } from './stage.ts'

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'ja', theme: 'dark' },
  { language: 'ja', theme: 'light' },
]

/** What became of a flow: why it failed, what axe found, and what else the browser complained about. */
export type Performed = { failure: string | null; violations: string[]; troubles: readonly string[] }

/** Does what the flow says, then looks at where it ended: as it is, or in every look. */
export async function perform(
  theatre: Theatre,
  { name, run, shot, refusals = [] }: Flow,
  { folder = null, looks = LOOKS }: { folder?: string | null; looks?: readonly Look[] } = {},
): Promise<Performed> {
  const stage = await openStage(theatre)
  const { page } = stage
  const unexpected = () =>
    stage.troubles.filter((trouble) => !refusals.some((status) => trouble.includes(`status of ${status}`)))
  const violations: string[] = []
  try {
    await run(stage)
    for (const look of looks) {
      await show(page, look)
      // One of each language and each theme: more would tell the same again, and takes its time.
      const isJudged = (look.language === 'en') === (look.theme === 'light') || looks.length === 1
      const found = isJudged ? await axeViolations(page) : []
      violations.push(...found.map((violation) => `${name} (${look.language}, ${look.theme}): ${violation}`))
      if (folder && shot) await page.screenshot({ path: `${folder}/${shot}-${look.language}-${look.theme}.png` })
    }
    return { failure: null, violations, troubles: unexpected() }
  } catch (error) {
    if (folder) await page.screenshot({ path: `${folder}/failed-${shot ?? 'flow'}.png` })
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { failure, violations, troubles: unexpected() }
  } finally {
    await stage.close()
  }
}

/** As if the person had chosen it in another tab: the page stays what it is. */
export async function show(page: Page, { language, theme }: Look) {
  await page.evaluate(`for (const [key, newValue] of [['bindery.language', '${language}'], ['bindery.theme', '${theme}']]) {
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }`)
  await page.locator(`html[lang=${language}][data-theme=${theme}]`).waitFor()
}
