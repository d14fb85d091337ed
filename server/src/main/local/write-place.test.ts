import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ToolRefusal } from '@bindery-data/mcp/forward-stdio.ts'
import { expect, onTestFinished, test } from 'vitest'
import { placeForResult, placeOfOriginal } from './write-place.ts'
import { hashOf, noteWritten } from './written-files.ts'

function newRules() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-write-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of ['in', 'out', 'state']) mkdirSync(join(root, name))
  const rules = { folder: join(root, 'in'), state: join(root, 'state'), writeTo: join(root, 'out') }
  return { root, rules: { ...rules, isInPlaceAllowed: false } }
}

const asking = (path: string, given = {}) => ({ path, extension: '.xlsx', isOverwriting: false, ...given })

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'allowed'
  } catch (error) {
    return error instanceof ToolRefusal ? error.problem.code : String(error)
  }
}

test('a result goes below the folder that was allowed, and nowhere else', async () => {
  const { root, rules } = newRules()
  symlinkSync(rules.folder, join(rules.writeTo, 'way'))
  symlinkSync(join(root, 'nowhere'), join(rules.writeTo, 'dead'))
  symlinkSync(join(root, 'in/new.xlsx'), join(rules.writeTo, 'link.xlsx'))
  const outside = [
    '../a.xlsx',
    '/etc/a.xlsx',
    join(root, 'in/a.xlsx'),
    'b/../../a.xlsx',
    'way/a.xlsx',
    `${rules.writeTo}2/a.xlsx`,
  ]

  const codes = await Promise.all(outside.map((path) => codeOf(placeForResult(rules, asking(path)))))
  const links = await Promise.all(
    ['dead/a.xlsx', 'link.xlsx'].map((path) => codeOf(placeForResult(rules, asking(path)))),
  )

  expect(codes).toEqual(outside.map(() => 'path_outside'))
  expect(links).toEqual(['invalid_path', 'invalid_path'])
  expect(await placeForResult(rules, asking('new/a.xlsx'))).toEqual({
    path: join(rules.writeTo, 'new/a.xlsx'),
    isThere: false,
  })
})

test('without --write-to no result is written', async () => {
  const { rules } = newRules()

  expect(await codeOf(placeForResult({ ...rules, writeTo: null }, asking('a.xlsx')))).toBe('write_not_allowed')
})

test('a file keeps the ending of its kind, and is no hidden one', async () => {
  const { rules } = newRules()
  const names = ['a.csv', 'a', '.bashrc', '.a.xlsx', 'a.sh', 'a.xlsx']

  const codes = await Promise.all(names.map((path) => codeOf(placeForResult(rules, asking(path)))))

  expect(codes).toEqual([...Array(5).fill('invalid_path'), 'allowed'])
})

test('only a file that was written here, and not changed since, is overwritten, and only when that is wished', async () => {
  const { rules } = newRules()
  const [ours, theirs] = [join(rules.writeTo, 'ours.xlsx'), join(rules.writeTo, 'theirs.xlsx')]
  for (const file of [ours, theirs]) writeFileSync(file, 'x')
  noteWritten(rules.state, ours, await hashOf(ours))
  const place = (path: string, isOverwriting: boolean) => codeOf(placeForResult(rules, asking(path, { isOverwriting })))

  const first = [await place(ours, false), await place(ours, true), await place(theirs, true)]
  writeFileSync(ours, 'changed by a person')

  expect([...first, await place(ours, true)]).toEqual(['file_exists', 'allowed', 'file_exists', 'file_exists'])
})

test('where results go into the folder itself, originals stay', async () => {
  const { rules } = newRules()
  writeFileSync(join(rules.folder, 'a.xlsx'), 'x')

  const over = placeForResult({ ...rules, writeTo: rules.folder }, asking('a.xlsx', { isOverwriting: true }))

  expect(await codeOf(over)).toBe('file_exists')
})

test('an original is replaced with --in-place only, and only where it is a file of the folder', async () => {
  const { root, rules } = newRules()
  writeFileSync(join(rules.folder, 'a.xlsx'), 'x')
  writeFileSync(join(root, 'b.xlsx'), 'x')
  symlinkSync(join(root, 'b.xlsx'), join(rules.folder, 'b.xlsx'))
  const allowed = { ...rules, isInPlaceAllowed: true }

  expect(await codeOf(placeOfOriginal(rules, 'a.xlsx'))).toBe('write_not_allowed')
  expect(await placeOfOriginal(allowed, 'a.xlsx')).toEqual({ path: join(rules.folder, 'a.xlsx'), isThere: true })
  expect(await codeOf(placeOfOriginal(allowed, 'b.xlsx'))).toBe('not_found')
  expect(await codeOf(placeOfOriginal(allowed, undefined))).toBe('not_found')
})
