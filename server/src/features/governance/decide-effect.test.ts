import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideEffect } from './decide-effect.ts'
import { EFFECTS, type Rule } from './policy.ts'

const rule = (tag: string, role: string, effect: Rule['effect']): Rule => ({ tag, role, effect })

describe('what rules say about a column', () => {
  test('without a rule for its tags it is seen plainly', () => {
    expect(decideEffect(['pii'], [rule('hr', '*', 'deny')], ['viewer'])).toEqual({ effect: 'allow', rule: null })
  })

  test('a rule of an own role beats the rule for everybody', () => {
    const rules = [rule('pii', '*', 'deny'), rule('pii', 'hr', 'allow')]

    expect(decideEffect(['pii'], rules, ['viewer', 'hr']).effect).toBe('allow')
    expect(decideEffect(['pii'], rules, ['viewer']).effect).toBe('deny')
  })

  test('of several own roles the most permissive counts', () => {
    const rules = [rule('pii', 'viewer', 'deny'), rule('pii', 'hr', 'mask')]

    expect(decideEffect(['pii'], rules, ['viewer', 'hr'])).toEqual({ effect: 'mask', rule: rules[1] })
  })

  test('of several tags the most restrictive counts', () => {
    const rules = [rule('pii', 'hr', 'allow'), rule('salary', '*', 'mask')]

    expect(decideEffect(['pii', 'salary'], rules, ['hr'])).toEqual({ effect: 'mask', rule: rules[1] })
  })

  test('nobody is exempt by rank', () => {
    expect(decideEffect(['pii'], [rule('pii', '*', 'deny')], ['admin']).effect).toBe('deny')
  })
})

const TAGS = ['a', 'b', 'c']
const ROLES = ['admin', 'editor', 'hr', 'audit']
const anyRules = fc.uniqueArray(
  fc.record({
    tag: fc.constantFrom(...TAGS),
    role: fc.constantFrom('*', ...ROLES),
    effect: fc.constantFrom(...EFFECTS),
  }),
  { selector: ({ tag, role }) => `${tag} ${role}` },
)
const rank = (effect: Rule['effect']) => EFFECTS.indexOf(effect)

test('one more tag never shows more', () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.subarray(TAGS),
      fc.subarray(ROLES),
      fc.constantFrom(...TAGS),
      (rules, tags, roles, more) => {
        const before = decideEffect(tags, rules, roles)
        const after = decideEffect([...tags, more], rules, roles)

        expect(rank(after.effect)).toBeGreaterThanOrEqual(rank(before.effect))
      },
    ),
  )
})

test('it is what the slowest reading of the rules says', () => {
  fc.assert(
    fc.property(anyRules, fc.subarray(TAGS), fc.subarray(ROLES), (rules, tags, roles) => {
      const ofTag = (tag: string) => {
        const own = rules.filter((its) => its.tag === tag && roles.includes(its.role)).map(({ effect }) => rank(effect))
        const all = rules.filter((its) => its.tag === tag && its.role === '*').map(({ effect }) => rank(effect))
        return own.length > 0 ? Math.min(...own) : (all[0] ?? 0)
      }
      expect(rank(decideEffect(tags, rules, roles).effect)).toBe(Math.max(0, ...tags.map(ofTag)))
    }),
  )
})
