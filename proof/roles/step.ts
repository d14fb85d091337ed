import type { Random } from '../structuring-invariants/random.ts'
import {
  BASE_ROLES,
  type BaseRole,
  CUSTOM_ROLES,
  EFFECTS,
  type Effect,
  isAdmin,
  type Model,
  SHARE_ROLES,
  type ShareRole,
  TAGS,
  type Tag,
} from './model.ts'

/** Something that one user tries, about another or about the rules. */
export type Step = { by: number } & (
  | { kind: 'invite'; user: number; base: BaseRole }
  | { kind: 'leave'; user: number }
  | { kind: 'remove'; user: number }
  | { kind: 'roles'; user: number; custom: readonly string[] }
  | { kind: 'share'; user: number; role: ShareRole }
  | { kind: 'unshare'; user: number }
  | { kind: 'rule'; tag: Tag; role: string; effect: Effect }
  | { kind: 'unrule'; tag: Tag; role: string }
)

/** As often as each is tried. */
const OFTEN: Readonly<Record<Step['kind'], number>> = {
  invite: 5,
  leave: 4,
  remove: 2,
  roles: 4,
  share: 4,
  unshare: 1,
  rule: 3,
  unrule: 1,
}
// Safe: the keys are those of the record.
const KINDS = (Object.keys(OFTEN) as Step['kind'][]).flatMap((kind) => Array<Step['kind']>(OFTEN[kind]).fill(kind))

const RULED = ['*', ...BASE_ROLES, ...CUSTOM_ROLES]

export function randomStep(random: Random, users: number): Step {
  const user = random.whole(1, users - 1)
  // Mostly an admin who may; now and then a user who may not, or has become an admin.
  const by = random.chance(0.8) ? 0 : random.whole(1, users - 1)
  const tag = random.one(TAGS)
  const role = random.one(RULED)
  const kind = random.one(KINDS)
  switch (kind) {
    case 'invite':
      return { kind, by, user, base: random.one(BASE_ROLES) }
    case 'leave':
      return { kind, by: user, user }
    case 'roles':
      return { kind, by, user, custom: CUSTOM_ROLES.filter(() => random.chance(0.5)) }
    case 'share':
      return { kind, by, user, role: random.one(SHARE_ROLES) }
    case 'rule':
      return {
        kind,
        by,
        tag,
        role,
        effect: random.one(role === '*' ? EFFECTS.filter((effect) => effect !== 'allow') : EFFECTS),
      }
    case 'unrule':
      return { kind, by, tag, role }
    default:
      return { kind, by, user }
  }
}

/** What becomes of the model when the step is done; false when it may not be done, or there is nothing to do. */
export function apply(model: Model, step: Step): boolean {
  const { members, kept, shares, rules } = model
  const mayAdminister = isAdmin(model, step.by)
  switch (step.kind) {
    case 'invite': {
      if (!mayAdminister || members.has(step.user)) return false
      members.set(step.user, { base: step.base, custom: kept.get(step.user)?.custom ?? [] })
      kept.delete(step.user)
      return true
    }
    case 'leave':
    case 'remove': {
      const member = members.get(step.user)
      const isAllowed = step.by === step.user ? members.has(step.by) : mayAdminister
      if (!member || !isAllowed) return false
      members.delete(step.user)
      kept.set(step.user, { former: member.base, custom: member.custom })
      return true
    }
    case 'roles':
      return mayAdminister && setRoles(model, step.user, step.custom)
    case 'share':
      if (step.by !== 0) return false
      shares.set(step.user, step.role)
      return true
    case 'unshare':
      return step.by === 0 && shares.delete(step.user)
    case 'rule':
      if (!mayAdminister) return false
      rules.set(`${step.tag} ${step.role}`, step.effect)
      return true
    case 'unrule':
      return mayAdminister && rules.delete(`${step.tag} ${step.role}`)
  }
}

function setRoles({ members, kept, shares }: Model, user: number, custom: readonly string[]): boolean {
  const member = members.get(user)
  if (member) members.set(user, { ...member, custom })
  else if (shares.has(user) || kept.has(user)) kept.set(user, { former: null, custom })
  else return false
  return true
}
