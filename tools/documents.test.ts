import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findDeadLinks, listDocuments } from './document-links.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const MEGABYTE = 1024 * 1024

test('no document links to a file, a picture or a heading that is not there', () => {
  expect(findDeadLinks()).toEqual([])
})

test('a dead link, a missing picture and a missing heading are found; code and other sites are left alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'bindery-links-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'docs/a.md'), '# A\n\n## The *first* one\n')
  const text = [
    '[a](gone.md)',
    '![b](gone.png)',
    '[c](a.md#the-first-one)',
    '[d](a.md#second)',
    '[e](https://x.example)',
  ]
  writeFileSync(join(root, 'docs/b.md'), `${text.join(' ')} \`[f](code.md)\`\n`)

  const dead = findDeadLinks(root, ['docs/b.md']).map(({ to }) => to)

  expect(dead).toEqual(['gone.md', 'gone.png', 'a.md#second'])
})

test('forms of issues and documents that link to this repository on GitHub name files and forms that are there', () => {
  const forms = readdirSync(join(ROOT, '.github'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `.github/${file}`,
  )
  const texts = [...forms.filter((file) => /\.(?:yml|md)$/.test(file)), ...listDocuments()].map(read)
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(/bindery-data\/bindery\/blob\/main\/([\w./-]+)/g)].map(([, file = '']) => file),
    ...[...text.matchAll(/issues\/new\?template=([\w.-]+)/g)].map(([, form]) => `.github/ISSUE_TEMPLATE/${form}`),
  ])

  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test.each(['README.md', 'README.ja.md'])('%s fits on 120 lines and shows pictures of its language', (file) => {
  const text = read(file)
  const language = file === 'README.md' ? 'en' : 'ja'

  expect(text.split('\n').length).toBeLessThanOrEqual(121)
  expect([...text.matchAll(/docs\/images\/(\w+)\//g)].map(([, found]) => found)).toEqual([language, language])
})

test('both READMEs have the same commands and the same proofs', () => {
  const commandsOf = (file: string) => read(file).match(/^```sh\n[\s\S]*?^```$/gm)
  const proofsOf = (file: string) => read(file).match(/`npm run -s proof [\w-]+`/g)

  expect(commandsOf('README.ja.md')).toEqual(commandsOf('README.md'))
  expect(proofsOf('README.ja.md')).toEqual(proofsOf('README.md'))
  expect(proofsOf('README.md')).toHaveLength(6)
})

test.each(['proof', 'bench'])('every program of %s has its promise and how it is measured in its README', (room) => {
  const proofs = readdirSync(join(ROOT, room)).filter((file) => file.endsWith('.proof.ts'))
  const text = read(`${room}/README.md`)
  const isNamed = (name: string) =>
    new RegExp(`proof ${name}(?: --long)?\``).test(text) && new RegExp(`^\\| \`${name}\` *\\|`, 'm').test(text)

  expect(proofs.map((file) => file.replace('.proof.ts', '')).filter((name) => !isNamed(name))).toEqual([])
})

test('pictures are there in both languages, and small', () => {
  const [english, japanese] = ['en', 'ja'].map((language) => readdirSync(join(ROOT, 'docs/images', language)).sort())

  expect(japanese).toEqual(english)
  for (const file of english ?? [])
    expect(statSync(join(ROOT, 'docs/images/en', file)).size, file).toBeLessThan(3 * MEGABYTE)
})

test('the glossary has ninety words at most, each once, in the order of the alphabet', () => {
  const words = [...read('GLOSSARY.md').matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, word = '']) => word)

  expect(words.length).toBeGreaterThan(50)
  expect(words.length).toBeLessThanOrEqual(90)
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => (a.replace('-', ' ') < b.replace('-', ' ') ? -1 : 1)))
})
