import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../../console/test/stage.ts'
import { nativeFiles } from '../../proof/lib/bare-duckdb.ts'

const BUILT_WITHIN_MS = 240_000
/** Seldom enough that the person who looks afterwards has all the requests left that a minute allows. */
const ASKED_EACH_MS = 2_000
/** Rows that are not there by then will not come. */
export const GIVEN_UP_MS = 20_000

/** Reads until the rows come from a file that the node has built for itself, which takes it a while for a table of this size. */
export async function untilServed({ client }: Stage, workbookId: string, cacheFolder: string): Promise<string> {
  for (const began = performance.now(); performance.now() - began < BUILT_WITHIN_MS; ) {
    const [built] = await nativeFiles(cacheFolder)
    await client.api.readTableRows({ workbook_id: workbookId, name: 'ledger', limit: 1, count: false })
    if (built) return built
    await sleep(ASKED_EACH_MS)
  }
  throw new Error(`no native file was built within ${BUILT_WITHIN_MS} ms`)
}

/** From a pull at the scrollbar until the rows of that place are painted; each place is one that was not looked at before. */
export async function jumpMs({ page }: Stage, rowCount: number, times: number): Promise<number[]> {
  await page.locator('[data-row="0"][data-column="0"] .grid-value').first().waitFor()
  const spent: number[] = []
  for (let n = 1; n <= times; n++) {
    const share = ((n * 0.618) % 1) * 0.9 + 0.05
    // Safe: the expression makes a number.
    const ms = (await page.evaluate(`new Promise((done) => {
      const grid = document.querySelector('[role=grid]')
      const began = performance.now()
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ${share}
      const look = () => {
        const shown = [...grid.querySelectorAll('.grid-row')].filter((row) => Math.abs(row.getAttribute('aria-rowindex') / ${rowCount} - ${share}) < 0.01)
        const isThere = shown.length > 10 && shown.every((row) => row.querySelector('.grid-value'))
        if (isThere || performance.now() - began > ${GIVEN_UP_MS}) done(performance.now() - began)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })`)) as number
    spent.push(ms)
  }
  return spent
}

/** From a key to the picture that answers it: moving over cells, and typing into one. */
export async function keyMs({ page }: Stage, times: number, isBusy: boolean): Promise<number[]> {
  await page.locator('[data-row="3"][data-column="1"] .grid-value').first().waitFor()
  await page.locator('[data-row="3"][data-column="3"]').click()
  await page.evaluate(`{
    window.answered = []
    addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => answered.push(performance.now() - timeStamp)
      port2.postMessage(null)
    }), true)
    ${isBusy ? 'setInterval(() => { const until = performance.now() + 120; while (performance.now() < until); }, 5)' : ''}
  }`)
  for (let n = 0; n < times; n++) {
    await page.keyboard.press(n % 2 === 0 ? 'ArrowDown' : 'ArrowRight')
    if (n % 8 === 7) await page.keyboard.press('ArrowLeft')
  }
  for (let n = 0; n < times; n++) await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  // Safe: so it was made above.
  return (await page.evaluate('answered')) as number[]
}
