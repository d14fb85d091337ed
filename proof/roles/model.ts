/**
 * Who may see what, in the plainest words there are: docs/governance.md as code that shares nothing with the service.
 * One workspace with one workbook; users are numbers, 0 owns the account and the workbook.
 */

export const BASE_ROLES = ['admin', 'editor', 'viewer'] as const
export type BaseRole = (typeof BASE_ROLES)[number]
export const SHARE_ROLES = ['editor', 'viewer'] as const
export type ShareRole = (typeof SHARE_ROLES)[number]
export const CUSTOM_ROLES = ['contractor', 'hr'] as const
export const TAGS = ['pay', 'pii'] as const
export type Tag = (typeof TAGS)[number]
export const EFFECTS = ['deny', 'mask', 'allow'] as const
export type Effect = (typeof EFFECTS)[number]

/** Tags of the columns of the one table. */
export const COLUMNS: Readonly<Record<string, readonly Tag[]>> = {
  open: [],
  pay: ['pay'],
  pii: ['pii'],
  both: ['pay', 'pii'],
}

/** 0: not at all. 1: its name. 2: its values. */
export type Sight = 0 | 1 | 2
export type View = Readonly<Record<string, Sight>>

export type Model = {
  members: Map<number, { base: BaseRole; custom: readonly string[] }>
  /** Of users who are no members: what stays in force. */
  kept: Map<number, { former: BaseRole | null; custom: readonly string[] }>
  shares: Map<number, ShareRole>
  rules: Map<string, Effect>
}

export const newModel = (): Model => ({
  members: new Map([[0, { base: 'admin', custom: [] }]]),
  kept: new Map(),
  shares: new Map(),
  rules: new Map(),
})

export const isAdmin = (model: Model, user: number) => user === 0 || model.members.get(user)?.base === 'admin'

const SIGHT: Readonly<Record<Effect, Sight>> = { deny: 0, mask: 1, allow: 2 }
const HIDDEN: View = Object.fromEntries(Object.keys(COLUMNS).map((column) => [column, 0]))

/** What a user may see of each column. */
export function viewOf(model: Model, user: number): View {
  const faces = facesOf(model, user)
  if (faces.length === 0) return HIDDEN
  return Object.fromEntries(
    Object.entries(COLUMNS).map(([column, tags]) => [column, least(faces.map((roles) => sightOf(model, tags, roles)))]),
  )
}

/** As what policies know the user: a former member as both, what they were and what the share makes them. */
function facesOf({ members, kept, shares }: Model, user: number): (readonly string[])[] {
  const member = members.get(user)
  if (member) return [[member.base, ...member.custom]]
  const share = shares.get(user)
  if (!share) return []
  const stays = kept.get(user)
  const asGuest = [share, ...(stays?.custom ?? [])]
  return stays?.former ? [[stays.former, ...stays.custom], asGuest] : [asGuest]
}

function sightOf({ rules }: Model, tags: readonly Tag[], roles: readonly string[]): Sight {
  return least(
    tags.map((tag) => {
      const own = roles.flatMap((role) => rules.get(`${tag} ${role}`) ?? [])
      const everybody = rules.get(`${tag} *`)
      if (own.length > 0) return most(own.map((effect) => SIGHT[effect]))
      return everybody ? SIGHT[everybody] : 2
    }),
  )
}

const least = (sights: readonly Sight[]): Sight => (sights.includes(0) ? 0 : sights.includes(1) ? 1 : 2)
const most = (sights: readonly Sight[]): Sight => (sights.includes(2) ? 2 : sights.includes(1) ? 1 : 0)

/** Columns of which the first view shows more than the second. */
export const widerIn = (seen: View, allowed: View): string[] =>
  Object.keys(COLUMNS).filter((column) => (seen[column] ?? 0) > (allowed[column] ?? 0))
