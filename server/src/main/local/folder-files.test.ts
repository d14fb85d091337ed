import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInside, listFolder } from './folder-files.ts'

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-folder-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('spreadsheets of a folder and of those below it are listed, and no other files', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'below'))
  mkdirSync(join(folder, '.hidden'))
  mkdirSync(join(folder, 'state'))
  const names = ['a.csv', 'below/売上.XLSX', '~$a.xlsx', '.b.csv', 'notes.txt', '.hidden/c.csv', 'state/d.csv']
  for (const name of names) writeFileSync(join(folder, name), 'x')

  const { files, isCut } = await listFolder(folder, [join(folder, 'state')])

  expect(files.map(({ path }) => path)).toEqual(['a.csv', 'below/売上.XLSX'])
  expect(isCut).toBe(false)
})

test('a link is followed within the folder, and not out of it', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()]
  writeFileSync(join(folder, 'a.csv'), 'x')
  writeFileSync(join(elsewhere, 'secret.csv'), 'x')
  symlinkSync(join(folder, 'a.csv'), join(folder, 'same.csv'))
  symlinkSync(join(elsewhere, 'secret.csv'), join(folder, 'link.csv'))
  symlinkSync(elsewhere, join(folder, 'way'))

  const { files } = await listFolder(folder)

  expect(files.map(({ path }) => path)).toEqual(['a.csv', 'same.csv'])
})

test('a path is inside a folder by its parts, not by its letters', () => {
  const paths = ['/data', '/data/a', '/data/..a', '/database', '/data/../etc', '/']

  expect(paths.filter((path) => isInside('/data', join(path)))).toEqual(['/data', '/data/a', '/data/..a'])
})
