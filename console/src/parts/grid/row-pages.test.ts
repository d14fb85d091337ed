import { expect, test, vi } from 'vitest'
import { openRowPages, type ReadPage } from './row-pages.ts'

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
