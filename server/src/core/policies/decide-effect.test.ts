import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnType } from '../../engine/table/column-type.ts'
import { decideEffect } from './decide-effect.ts'
import { type ColumnKey, EFFECTS, RULE_STYLES, type Rule, type RuleStyle } from './policy.ts'

const rule = (tag: string, role: string, effect: Rule['effect'], maskStyle: RuleStyle = 'null'): Rule => ({
  tag,
  role,
  effect,
  maskStyle,
})

const TEXT: ColumnType = { name: 'VARCHAR' }
const DATE: ColumnType = { name: 'DATE' }
const tagged = (tags: readonly string[], type = TEXT, from: ColumnKey | null = null) => ({
  type,
  tags: new Map(tags.map((tag) => [tag, from])),
})

describe('what rules say about a column', () => {
  test('without a rule for its tags it is seen plainly', () => {
    const decided = decideEffect(tagged(['pii']), [rule('hr', '*', 'deny')], ['viewer'])

    expect(decided).toEqual({ effect: 'allow', style: null, rule: null })
  })

  test('a rule of an own role beats the rule for everybody', () => {
    const rules = [rule('pii', '*', 'deny'), rule('pii', 'hr', 'allow')]

    expect(decideEffect(tagged(['pii']), rules, ['viewer', 'hr']).effect).toBe('allow')
    expect(decideEffect(tagged(['pii']), rules, ['viewer']).effect).toBe('deny')
  })

  test('of several own roles the most permissive counts', () => {
    const rules = [rule('pii', 'viewer', 'deny'), rule('pii', 'hr', 'mask')]

    expect(decideEffect(tagged(['pii']), rules, ['viewer', 'hr'])).toMatchObject({ effect: 'mask', rule: rules[1] })
  })

  test('of several tags the most restrictive counts', () => {
    const rules = [rule('pii', 'hr', 'allow'), rule('salary', '*', 'mask')]

    expect(decideEffect(tagged(['pii', 'salary']), rules, ['hr'])).toMatchObject({ effect: 'mask', rule: rules[1] })
  })

  test('no one is exempt by rank', () => {
    expect(decideEffect(tagged(['pii']), [rule('pii', '*', 'deny')], ['admin']).effect).toBe('deny')
  })
})

describe('the style of a mask', () => {
  const styleOf = (tags: readonly string[], rules: readonly Rule[], roles: readonly string[], type = TEXT) =>
    decideEffect(tagged(tags, type), rules, roles).style

  test('of several tags the one that shows least counts: NULL before a hash, a hash before the last four', () => {
    const rules = [rule('a', '*', 'mask', 'last4'), rule('b', '*', 'mask', 'hash'), rule('c', '*', 'mask')]

    expect(styleOf(['a'], rules, [])).toBe('last4')
    expect(styleOf(['a', 'b'], rules, [])).toBe('hash')
    expect(styleOf(['a', 'b', 'c'], rules, [])).toBe(null)
  })

  test('of several own roles the one that shows most counts', () => {
    const rules = [
      rule('a', 'viewer', 'mask'),
      rule('a', 'support', 'mask', 'hash'),
      rule('a', 'desk', 'mask', 'last4'),
    ]

    expect(styleOf(['a'], rules, ['viewer'])).toBe(null)
    expect(styleOf(['a'], rules, ['viewer', 'support'])).toBe('hash')
    expect(styleOf(['a'], rules, ['viewer', 'support', 'desk'])).toBe('last4')
  })

  test('one that does not fit the type of the column is NULL, for roles and for tags', () => {
    const rules = [rule('a', '*', 'mask', 'year'), rule('b', '*', 'mask', 'last4')]

    expect(styleOf(['a'], rules, [], DATE)).toBe('year')
    expect(styleOf(['a'], rules, [], TEXT)).toBe(null)
    expect(styleOf(['a', 'b'], rules, [], TEXT)).toBe(null)
    expect(styleOf(['a', 'b'], rules, [], DATE)).toBe(null)
  })

  test('holds where the tag was put on the column, and is NULL where the tag came along with values', () => {
    const rules = [rule('a', '*', 'mask', 'hash')]
    const inherited = tagged(['a'], TEXT, { tableId: 'staff', origin: 1 })

    expect(decideEffect(tagged(['a']), rules, []).style).toBe('hash')
    expect(decideEffect(inherited, rules, [])).toMatchObject({ effect: 'mask', style: null })
  })
})

const TAGS = ['a', 'b', 'c']
const ROLES = ['admin', 'editor', 'hr', 'audit']
const TYPES = [TEXT, DATE, { name: 'DOUBLE' }, { name: 'BOOLEAN' }] as const
const anyRules = fc.uniqueArray(
  fc
    .record({
      tag: fc.constantFrom(...TAGS),
      role: fc.constantFrom('*', ...ROLES),
      effect: fc.constantFrom(...EFFECTS),
      style: fc.constantFrom(...RULE_STYLES),
    })
    .map(({ tag, role, effect, style }) => rule(tag, role, effect, effect === 'mask' ? style : 'null')),
  { selector: ({ tag, role }) => `${tag} ${role}` },
)

/** How much is hidden, as a reader of a value would say it. */
const ORDER = ['allow', 'year', 'last4', 'hash', 'mask', 'deny']
const FITS: Record<string, readonly string[]> = {
  VARCHAR: ['last4', 'hash'],
  DATE: ['year', 'hash'],
  DOUBLE: ['hash'],
  BOOLEAN: [],
}
const rankOf = ({ effect, maskStyle }: Rule, type: ColumnType) =>
  ORDER.indexOf(effect === 'mask' && FITS[type.name]?.includes(maskStyle) ? maskStyle : effect)
const rank = ({ effect, style }: ReturnType<typeof decideEffect>) => ORDER.indexOf(style ?? effect)

test('one more tag never shows more', () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.subarray(TAGS),
      fc.subarray(ROLES),
      fc.constantFrom(...TAGS),
      fc.constantFrom(...TYPES),
      (rules, tags, roles, more, type) => {
        const before = decideEffect(tagged(tags, type), rules, roles)
        const after = decideEffect(tagged([...tags, more], type), rules, roles)

        expect(rank(after)).toBeGreaterThanOrEqual(rank(before))
      },
    ),
  )
})

test('it is what the slowest reading of the rules says', () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.subarray(TAGS),
      fc.subarray(ROLES),
      fc.constantFrom(...TYPES),
      (rules, tags, roles, type) => {
        const ofTag = (tag: string) => {
          const its = rules.filter((one) => one.tag === tag)
          const own = its.filter(({ role }) => roles.includes(role)).map((one) => rankOf(one, type))
          const all = its.filter(({ role }) => role === '*').map((one) => rankOf(one, type))
          return own.length > 0 ? Math.min(...own) : (all[0] ?? 0)
        }
        expect(rank(decideEffect(tagged(tags, type), rules, roles))).toBe(Math.max(0, ...tags.map(ofTag)))
      },
    ),
  )
})
