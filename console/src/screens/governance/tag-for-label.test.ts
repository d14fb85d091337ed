import { expect, test } from 'vitest'
import { tagForLabel } from './tag-for-label.ts'

const GRAMMAR = /^[a-z][a-z0-9_-]{0,59}$/

test('a label that is a tag is the tag, and needs no label', () => {
  expect(tagForLabel(' pii ', [])).toEqual({ tag: 'pii', label: null })
})

test('a label in another script gives a tag of the grammar, the same one each time', () => {
  const made = ['社外秘', '人事', 'ＳＡＰ連携', 'Конфиденциально', '🔒'].map((label) => tagForLabel(label, []))

  for (const each of made) expect(each?.tag).toMatch(GRAMMAR)
  expect(new Set(made.map((each) => each?.tag)).size).toBe(5)
  expect(tagForLabel('社外秘', [])).toEqual(made[0])
  expect(made[0]?.label).toBe('社外秘')
})

test('words in Latin letters give a tag that can be read', () => {
  expect(tagForLabel('Personal Data (EU)', [])).toEqual({ tag: 'personal-data-eu', label: 'Personal Data (EU)' })
  expect(tagForLabel('Café', [])).toMatchObject({ tag: 'cafe', label: 'Café' })
})

test('a label that a tag has already means that tag; another label never takes its tag', () => {
  const known = [{ tag: 'hr', label: '人事' }]

  expect(tagForLabel('人事', known)).toEqual(known[0])
  expect(tagForLabel('hr', known)).toEqual({ tag: 'hr-2', label: 'hr' })
  expect(tagForLabel('HR', known)).toEqual({ tag: 'hr-2', label: 'HR' })
})

test('nothing typed is no tag', () => {
  expect(tagForLabel('　 ', [])).toBeNull()
})
