import { expect, test } from 'vitest'
import { holdPages } from './held-pages.ts'
import type { ReadPage } from './read-page.ts'

const pageOf = (version: number, text: string, rowCount: number | null = 2): ReadPage => ({
  rows: [1, 2].map((rowId) => ({ rowId, cells: { n: text }, version })),
  columns: [{ name: 'n', type: 'VARCHAR', masked: false }],
  rowCount,
  version,
})
const always = () => true
const textOf = (pages: ReturnType<typeof holdPages>, row = 0) => pages.rowsOf(0)?.[row]?.cells.n

test('an answer never takes the place of one that was read at a newer version, in whatever order they come', () => {
  const pages = holdPages(10)
  pages.accept(0, pageOf(6, 'newer', 9), 0, always)

  pages.accept(0, pageOf(5, 'older', 7), 0, always)

  expect({ text: textOf(pages), isFresh: pages.isFresh(0), held: pages.held() }).toMatchObject({
    text: 'newer',
    isFresh: true,
    held: { rowCount: 9, version: 6 },
  })
})

test('a write of ours keeps a page fresh; where others wrote in between, it has to be read again', () => {
  const [alone, together] = [holdPages(10), holdPages(10)]
  for (const pages of [alone, together]) pages.accept(0, pageOf(5, 'old'), 0, always)

  alone.commit(6)
  alone.replace([{ rowId: 1, cells: { n: 'mine' }, version: 6 }])
  together.commit(7)
  together.replace([{ rowId: 1, cells: { n: 'mine' }, version: 7 }])

  expect([textOf(alone), alone.isFresh(0), alone.isCountFresh()]).toEqual(['mine', true, true])
  expect([textOf(together), together.isFresh(0), together.isCountFresh()]).toEqual(['mine', false, false])
})

test('a row that was written stays when the page is read as it stood before, and the page stays outdated', () => {
  const pages = holdPages(10)
  pages.accept(0, pageOf(4, 'first'), 0, always)
  pages.replace([{ rowId: 1, cells: { n: 'written' }, version: 6 }])

  pages.accept(0, pageOf(5, 'between'), 0, always)

  expect([textOf(pages), textOf(pages, 1), pages.isFresh(0)]).toEqual(['written', 'between', false])
})

test('what was asked before something unknown happened is shown, but never fresh', () => {
  const pages = holdPages(10)
  const asked = pages.moment()
  pages.expire()

  pages.accept(0, pageOf(5, 'asked before'), asked, always)
  const before = pages.isFresh(0)
  pages.accept(0, pageOf(5, 'asked after'), pages.moment(), always)
  pages.accept(0, pageOf(5, 'asked before'), asked, always)

  expect([before, pages.isFresh(0), textOf(pages)]).toEqual([false, true, 'asked after'])
})

test('a version that an event announced outdates what is older', () => {
  const pages = holdPages(10)
  pages.accept(0, pageOf(5, 'old'), 0, always)

  pages.announce(6)

  expect(pages.isFresh(0)).toBe(false)
})
