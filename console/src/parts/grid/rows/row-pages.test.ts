import { expect, test, vi } from 'vitest'
import type { ReadPage } from './read-page.ts'
import { openRowPages } from './row-pages.ts'

const COLUMNS = [{ name: 'n', type: 'VARCHAR', masked: false }]

const pageAt = (offset: number, version: number, text: string): ReadPage => ({
  rows: Array.from({ length: 200 }, (_, n) => ({ rowId: offset + n + 1, cells: { n: text }, version })),
  columns: COLUMNS,
  rowCount: 1_000,
  version,
})

test('an answer that comes after a newer row was written does not show the older one, and is asked again', async () => {
  const late = Promise.withResolvers<ReadPage>()
  const answers = [Promise.resolve(pageAt(0, 1, 'old')), late.promise, Promise.resolve(pageAt(0, 2, 'newest'))]
  const pages = openRowPages(() => answers.shift() ?? Promise.reject(new Error('asked too often')))
  pages.want(0, 10)
  await vi.waitFor(() => expect(pages.rowAt(0)?.cells.n).toBe('old'))
  pages.refresh()

  pages.replace([{ rowId: 1, cells: { n: 'written' }, version: 2 }])
  late.resolve(pageAt(0, 1, 'old'))
  const shown: unknown[] = []
  pages.listen(() => shown.push(pages.rowAt(0)?.cells.n))
  await vi.waitFor(() => expect(pages.rowAt(1)?.cells.n).toBe('newest'))

  expect(shown).not.toContain('old')
})

test('a page that could not be read says so until it is read, whatever other pages come meanwhile', async () => {
  let isFailing = true
  const pages = openRowPages(async ({ offset }) => {
    if (offset === 200 && isFailing) throw new Error('no connection')
    return pageAt(offset, 1, 'there')
  })
  pages.want(0, 250)
  await vi.waitFor(() => expect(pages.failure()).toMatchObject({ message: 'no connection' }))

  await pages.load([650])
  const stillFailing = pages.failure()
  isFailing = false
  pages.refresh()
  await vi.waitFor(() => expect(pages.rowAt(250)?.cells.n).toBe('there'))

  expect(stillFailing).toMatchObject({ message: 'no connection' })
  expect(pages.failure()).toBeNull()
})

test('a late answer to an earlier question leaves the failure of a later one standing', async () => {
  const line = Promise.withResolvers<ReadPage>()
  let asked = 0
  const pages = openRowPages(async () => {
    asked++
    if (asked === 1) return { ...pageAt(0, 1, 'first'), rows: [] }
    if (asked === 2) return line.promise
    throw new Error('no connection')
  })
  pages.want(0, 10)
  await vi.waitFor(() => expect(pages.held()).not.toBeNull())
  const loading = pages.load([3])
  pages.refresh()
  await vi.waitFor(() => expect(pages.failure()).not.toBeNull())

  line.resolve(pageAt(0, 1, 'before the undo'))
  await loading

  expect(pages.failure()).toMatchObject({ message: 'no connection' })
})

test('the row with the focus is read again with those in view, wherever the view is', async () => {
  let version = 1
  const pages = openRowPages(async ({ offset }) => pageAt(offset, version, `version ${version}`))
  pages.want(0, 10)
  await vi.waitFor(() => expect(pages.rowAt(0)?.cells.n).toBe('version 1'))
  pages.want(600, 610, 5)
  version = 2

  pages.refresh()

  await vi.waitFor(() => expect(pages.rowAt(600)?.cells.n).toBe('version 2'))
  await vi.waitFor(() => expect(pages.rowAt(5)?.cells.n).toBe('version 2'))
})
