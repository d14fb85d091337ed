import type { ColumnType } from '../../engine/table/column-type.ts'
import { MASK_STYLES, type MaskStyle, styledType } from '../../engine/table/mask-style.ts'
import type { RoleSet } from './caller-roles.ts'
import { type ColumnTags, type Effect, EVERYBODY, type Rule } from './policy.ts'

/** `style`: how a masked column is shown in the place of NULLs. `rule`: the one that decided; null where none has anything to say. */
export type Decided = { effect: Effect; style: MaskStyle | null; rule: Rule | null }

/** A column as rules look at it. Without its type what is decided is right but for the style. */
export type TaggedColumn = { tags: ColumnTags; type?: ColumnType }

const ALLOWED: Decided = { effect: 'allow', style: null, rule: null }

/** What they say to a caller known under several sets of roles: the set that shows least counts. */
export function decideStrictest(column: TaggedColumn, rules: readonly Rule[], roleSets: readonly RoleSet[]): Decided {
  const decided = roleSets.map((roles) => decideEffect(column, rules, roles))
  return decided.reduce((strictest, other) => (strictness(other) > strictness(strictest) ? other : strictest))
}

/**
 * What the rules say about a column to a user with these roles. For one tag the rules of their own roles beat the rule for
 * everybody, and the most permissive of them counts; of the tags the most restrictive one does.
 */
export function decideEffect(column: TaggedColumn, rules: readonly Rule[], roles: RoleSet): Decided {
  let decided = ALLOWED
  for (const tag of column.tags.keys()) {
    const said = decideTag(
      rules.filter((rule) => rule.tag === tag).map((rule) => onColumn(rule, column)),
      roles,
    )
    if (strictness(said) > strictness(decided) || decided.rule === null) decided = said
  }
  return decided
}

type Said = Decided & { rule: Rule }

function decideTag(said: readonly Said[], roles: readonly string[]): Decided {
  const own = said.filter(({ rule }) => roles.includes(rule.role))
  const [first, ...others] = own.length > 0 ? own : said.filter(({ rule }) => rule.role === EVERYBODY)
  if (!first) return ALLOWED
  return others.reduce((best, other) => (strictness(other) < strictness(best) ? other : best), first)
}

/**
 * A style holds only on a column that a user has put the tag on: for one that inherits it, no user has said what part of its
 * values tells little, and it may be there for what decided which rows there are.
 */
function onColumn(rule: Rule, { type, tags }: TaggedColumn): Said {
  const { effect, maskStyle } = rule
  const isShown = maskStyle !== 'null' && tags.get(rule.tag) === null && type && styledType(maskStyle, type)
  return { effect, style: effect === 'mask' && isShown ? maskStyle : null, rule }
}

/** No type has both a year and a last four: there is never a choice between the two. */
const STRICTNESS: readonly (Effect | MaskStyle)[] = ['allow', ...MASK_STYLES, 'mask', 'deny']

const strictness = ({ effect, style }: Decided) => STRICTNESS.indexOf(style ?? effect)
