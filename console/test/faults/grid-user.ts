import type { Page } from 'playwright-core'
import { type FaultyNetwork, pause } from './faulty-network.ts'

/** Texts meant for cells; null empties one. A text is used once, so that where it is found says what became of it. */
export type Intent = { cells: readonly MeantCell[] }
export type MeantCell = { line: number; column: number; text: string | null }

/** What a user did, and what went to the clipboard otherwise than it was shown. */
export type Deeds = { actions: number; intents: Intent[]; cutWrong: number; kinds: Map<string, number> }

/** How far below the view a paste may reach: it is read in pages of 200 lines. */
const FURTHEST = 420
const MOST_UNREAD = 20

type CellPosition = { row: number; column: number }

/** Lines below this were there from the beginning, and stay where they are. */
export const FIRST_ROWS = 4_000
export const COLUMNS = ['a', 'b', 'c', 'd']

/** A user who types, pastes, cuts, undoes and scrolls faster than the service answers. */
export function sitDown(page: Page, network: FaultyNetwork, seat: number, random: () => number) {
  const deeds: Deeds = { actions: 0, intents: [], cutWrong: 0, kinds: new Map() }
  let made = 0
  const newText = () => `s${seat}.${++made}`
  const below = (n: number) => Math.floor(random() * n)

  const intend = (place: CellPosition, rows: number, columns: number) => {
    const cells = Array.from({ length: rows * columns }, (_, n) => ({
      line: place.row + Math.floor(n / columns),
      column: place.column + (n % columns),
      text: newText(),
    }))
    deeds.intents.push({ cells })
    return cells
  }

  const intendEmpty = (place: CellPosition, rows: number) =>
    deeds.intents.push({
      cells: Array.from({ length: rows }, (_, n) => ({ line: place.row + n, column: place.column, text: null })),
    })

  /** A cell in view whose row is there, pressed: the one that has the focus then, for the grid may have moved meanwhile. */
  const pressCell = async (): Promise<CellPosition | null> => {
    // Safe: that is what the expression makes.
    const spots = (await page.evaluate(CELLS_IN_VIEW)) as { x: number; y: number }[]
    const spot = spots[below(spots.length)]
    if (!spot) return null
    await page.mouse.click(spot.x, spot.y)
    return (await page.evaluate(FOCUSED)) as CellPosition | null // Safe: as above.
  }

  const type = async () => {
    const place = await pressCell()
    if (!place || place.row >= FIRST_ROWS) return
    const [cell] = intend(place, 1, 1)
    await page.keyboard.insertText(cell?.text ?? '')
    // A row that is not there takes no key, and shows that.
    const typed = await page.evaluate('document.activeElement.value')
    if (typed !== cell?.text) return void deeds.intents.pop()
    await page.keyboard.press('Enter')
  }

  const paste = async (most: number) => {
    const place = await pressCell()
    if (place) await pasteAt(place, 1 + below(most))
  }

  /** From a cell in view down into lines that were never read; often while these cannot be read. */
  const pasteOverUnread = async (isFailing: boolean) => {
    const place = await pressCell()
    if (!place) return
    const unread = network.firstUnread(place.row)
    if (unread - place.row > FURTHEST || unread >= FIRST_ROWS - MOST_UNREAD) return pasteAt(place, 1 + below(12))
    if (isFailing) network.failReads()
    await pasteAt(place, unread - place.row + 1 + below(MOST_UNREAD))
    const kind = isFailing ? 'paste over lines that cannot be read' : 'paste over unread lines'
    deeds.kinds.set(kind, (deeds.kinds.get(kind) ?? 0) + 1)
  }

  const pasteAt = async (place: CellPosition, rows: number) => {
    const columns = Math.min(1 + below(2), COLUMNS.length - place.column)
    const cells = intend(place, rows, columns)
    const lines = Array.from({ length: cells.length / columns }, (_, n) =>
      cells.slice(n * columns, (n + 1) * columns).map(({ text }) => text),
    )
    await page.evaluate(pasteText(lines.map((line) => line.join('\t')).join('\n')))
  }

  const pasteBehindTheEnd = async () => {
    await page.evaluate(SCROLL_TO_END)
    await pause(100)
    await paste(6)
  }

  const cut = async () => {
    const place = await pressCell()
    if (!place) return
    await page.keyboard.press('Shift+ArrowDown')
    const shown = (await page.evaluate(
      `[${place.row}, ${place.row + 1}].map((row) => window.shownIn(row, ${place.column}))`,
    )) as string[] // Safe: as above.
    intendEmpty(place, 2)
    await page.evaluate('window.cutText = null')
    await page.keyboard.press('Control+x')
    const onClipboard = (await page.evaluate('window.cutText')) as string | null // Safe: as above.
    // What was read later goes to the clipboard later, or is announced as not copied.
    if (onClipboard !== null && shown.some((text) => !onClipboard.includes(text))) deeds.cutWrong++
  }

  const clear = async () => {
    const place = await pressCell()
    if (!place) return
    intendEmpty(place, 1)
    await page.keyboard.press('Delete')
  }

  const scroll = () => page.evaluate(`window.scrollGrid(${random()})`)

  const kinds: readonly (readonly [number, string, () => Promise<unknown>])[] = [
    [40, 'type', type],
    [12, 'paste', () => paste(12)],
    [3, 'paste far down', () => pasteOverUnread(false)],
    [8, 'paste far down while reads fail', () => pasteOverUnread(true)],
    [3, 'paste behind the end', pasteBehindTheEnd],
    [8, 'cut', cut],
    [6, 'clear', clear],
    [8, 'undo', () => page.keyboard.press('Control+z')],
    [4, 'redo', () => page.keyboard.press('Control+y')],
    [16, 'scroll', scroll],
  ]
  /** Often what has a great weight. */
  const pick = () => {
    let left = random() * total
    for (const [weight, name, run] of kinds) {
      left -= weight
      if (left < 0) return { name, run }
    }
    return { name: 'type', run: type }
  }
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0)

  return {
    deeds,
    /** One thing at random. */
    act: async () => {
      const { name, run } = pick()
      await run()
      deeds.actions++
      deeds.kinds.set(name, (deeds.kinds.get(name) ?? 0) + 1)
    },
  }
}

/** Cells in view that are loaded, and their middle. */
const CELLS_IN_VIEW = `(() => {
  const grid = document.querySelector('.data-grid')
  if (!grid) return []
  const { top, bottom, left, right } = grid.getBoundingClientRect()
  return [...grid.querySelectorAll('[role=gridcell]')].flatMap((cell) => {
    const box = cell.getBoundingClientRect()
    const isIn = box.top > top + 40 && box.bottom < bottom - 20 && box.left >= left + 40 && box.right <= right - 10
    if (!isIn || !cell.querySelector('.grid-value')) return []
    const [x, y] = [box.left + box.width / 3, box.top + box.height / 2]
    if (!cell.contains(document.elementFromPoint(x, y))) return []
    return [{ x, y }]
  })
})()`

const FOCUSED = `(() => {
  const cell = document.activeElement?.closest('[role=gridcell]')
  if (!cell || document.activeElement.readOnly) return null
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
})()`

const SCROLL_TO_END = `(() => { const grid = document.querySelector('.data-grid'); if (grid) grid.scrollTop = grid.scrollHeight })()`

const pasteText = (text: string) => `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', ${JSON.stringify(text)})
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`

/** Put into the page before it loads: what it says, what it puts on the clipboard, and what a cell shows. */
export const EARS = `(() => {
  window.said = []
  window.cutText = null
  window.shownIn = (row, column) =>
    document.querySelector('[data-row="' + row + '"][data-column="' + column + '"] .grid-value')?.textContent ?? ''
  window.scrollGrid = (share) => {
    const grid = document.querySelector('.data-grid')
    if (grid) grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight)
  }
  addEventListener('cut', (event) => {
    if (event.clipboardData?.getData('text/plain')) window.cutText = event.clipboardData.getData('text/plain')
  })
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.classList?.contains('toast')) window.said.push(node.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  })
})()`
