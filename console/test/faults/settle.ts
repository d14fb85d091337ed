import type { Page } from 'playwright-core'
import { type FaultyNetwork, pause } from './faulty-network.ts'

/** Longer than the page waits for an answer: nothing goes on any more. */
const STANDS_STILL_MS = 60_000
const LOOKS_EACH_MS = 150

/** What a page shows when nothing fails any more. */
type Shown = { isSaving: boolean; isAwaited: boolean; problems: number; open: readonly string[]; isOpen: boolean }

export type Settled = {
  isStuck: boolean
  /** Texts that the page showed as not saved, with a way to try again or to discard them. */
  shownOpen: ReadonlySet<string>
}

/** Does what a user would do now: reads again what could not be read, and tries again what was not saved. */
export async function settle(page: Page, network: FaultyNetwork): Promise<Settled> {
  const shownOpen = new Set<string>()
  let moved = { at: Date.now(), requests: network.requests }
  let quiet = 0
  while (Date.now() < moved.at + STANDS_STILL_MS) {
    if (network.requests > moved.requests) moved = { at: Date.now(), requests: network.requests }
    const shown = (await page.evaluate(LOOK)) as Shown // Safe: that is what the expression makes.
    for (const text of shown.open) shownOpen.add(text)
    const isQuiet = !shown.isSaving && !shown.isAwaited && shown.problems === 0 && !shown.isOpen
    quiet = isQuiet ? quiet + 1 : 0
    if (quiet >= 3) return { isStuck: false, shownOpen }
    if (!shown.isSaving) await page.evaluate(PRESS)
    await pause(LOOKS_EACH_MS)
  }
  return { isStuck: true, shownOpen }
}

const LOOK = `(() => {
  const states = [...document.querySelectorAll('.status-bar [role=status]')].map(({ textContent }) => textContent)
  const grid = document.querySelector('.data-grid')
  return {
    isSaving: states.includes('Saving…'),
    isAwaited: !grid || grid.querySelector('.grid-awaited') !== null || grid.classList.contains('awaited'),
    problems: document.querySelectorAll('.grid-place .problem-note button').length,
    isOpen: document.querySelector('.open-cells') !== null,
    open: [...document.querySelectorAll('.open-cells li, .open-cells td')].flatMap(({ textContent }) => textContent.match(/s\\d+\\.\\d+/g) ?? []),
  }
})()`

/** Cells of new rows cannot be tried again: they may be there already. */
const PRESS = `(() => {
  for (const button of document.querySelectorAll('.grid-place .problem-note button')) button.click()
  for (const row of document.querySelectorAll('.open-cells li')) {
    const buttons = [...row.querySelectorAll('button')]
    buttons[0]?.click()
  }
  for (const row of document.querySelectorAll('.open-cells tbody tr')) {
    const mine = [...row.querySelectorAll('button')].find(({ textContent }) => textContent === 'Write mine')
    ;(mine ?? row.querySelector('button'))?.click()
  }
})()`
