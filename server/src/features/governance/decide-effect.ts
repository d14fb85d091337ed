import { EFFECTS, type Effect, EVERYBODY, type Rule } from './policy.ts'

/** `rule`: the one that decided; null where none has anything to say. */
export type Decided = { effect: Effect; rule: Rule | null }

const ALLOWED: Decided = { effect: 'allow', rule: null }

/**
 * What the rules say about a column with these tags to somebody with these roles. For one tag the rules of his own roles
 * beat the rule for everybody, and the most permissive of them counts; of the tags the most restrictive one does.
 */
export function decideEffect(tags: Iterable<string>, rules: readonly Rule[], roles: readonly string[]): Decided {
  let decided = ALLOWED
  for (const tag of tags) {
    const said = decideTag(
      rules.filter((rule) => rule.tag === tag),
      roles,
    )
    if (strictness(said) > strictness(decided) || decided.rule === null) decided = said
  }
  return decided
}

function decideTag(rules: readonly Rule[], roles: readonly string[]): Decided {
  const own = rules.filter(({ role }) => roles.includes(role))
  const [first, ...others] = own.length > 0 ? own : rules.filter(({ role }) => role === EVERYBODY)
  if (!first) return ALLOWED
  const rule = others.reduce((best, other) => (strictness(other) < strictness(best) ? other : best), first)
  return { effect: rule.effect, rule }
}

const strictness = ({ effect }: { effect: Effect }) => EFFECTS.indexOf(effect)
