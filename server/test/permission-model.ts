import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { type Decision, decide } from '../src/people/accounts/permission.ts'
import { excessOver, type Minted } from '../src/people/credentials/mint.ts'
import { type Caller, SCOPES, type Scope } from '../src/platform/caller.ts'
import {
  ANY_USER,
  aCaller,
  anExpiry,
  anySpot,
  aQuestion,
  aRate,
  granted,
  modelDecision,
  type PermissionCase,
  ROLES,
  reachOf,
  SPOTS,
  type Spot,
  someScopes,
  spotsReached,
} from './permission-world.ts'

/** Properties of the one decision function and of minting. Tests run some cases, the proof many. */

const ask = ({ caller, need, spot, role }: PermissionCase) => decide(caller, need, { ...spot, role })

export type DecisionCounts = { cases: number; decisions: Record<Decision, number> }

/**
 * The code decides as the model does; scopes widen no reach, reach widens no scopes, a stronger role never loses.
 * Throws at the first case in which it does not. A control hands in a `rule` that is broken on purpose.
 */
export function checkPermission(numRuns: number, rule: typeof decide = decide): DecisionCounts {
  const decisions = { allowed: 0, not_found: 0, out_of_reach: 0, insufficient_scope: 0, role_required: 0 }
  let cases = 0
  const property = fc.property(aQuestion, (asked) => {
    const decision = rule(asked.caller, asked.need, { ...asked.spot, role: asked.role })
    strictEqual(decision, modelDecision(asked))
    scopesWidenNoReach(asked, decision)
    reachWidensNoScopes(asked, decision)
    strongerRoleKeeps(asked, decision)
    decisions[decision] += 1
    cases += 1
  })
  fc.assert(property, { numRuns })
  return { cases, decisions }
}

const isElsewhere = (decision: Decision) => decision === 'not_found' || decision === 'out_of_reach'

function scopesWidenNoReach(asked: PermissionCase, decision: Decision) {
  const withEvery = ask({ ...asked, caller: { ...asked.caller, scopes: new Set(SCOPES) } })
  const withNone = ask({ ...asked, caller: { ...asked.caller, scopes: new Set() } })
  deepStrictEqual([withEvery, withNone].map(isElsewhere), [isElsewhere(decision), isElsewhere(decision)])
}

function reachWidensNoScopes(asked: PermissionCase, decision: Decision) {
  const anywhere = ask({ ...asked, caller: { ...asked.caller, reach: { kind: 'everything' } } })
  if (decision !== 'out_of_reach') strictEqual(anywhere, decision)
  const scopes = granted(asked.caller.scopes)
  if (!asked.need.scopes.every((scope) => scopes.has(scope))) ok(anywhere !== 'allowed')
}

function strongerRoleKeeps(asked: PermissionCase, decision: Decision) {
  if (decision !== 'allowed' || !asked.role) return
  for (const role of ROLES.slice(ROLES.indexOf(asked.role))) strictEqual(ask({ ...asked, role }), 'allowed')
}

/** Every pair of scopes where holding the first alone allows what needs the second. */
export function impliedScopes(): [Scope, Scope][] {
  const [spot] = SPOTS
  ok(spot)
  const allows = (held: Scope, needed: Scope) =>
    ask({
      caller: {
        ...ANY_USER,
        kind: 'pat',
        accountId: spot.accountId,
        scopes: new Set([held]),
        reach: { kind: 'account' },
      },
      need: { scopes: [needed], role: 'viewer' },
      spot,
      role: 'viewer',
    }) === 'allowed'
  return SCOPES.flatMap((held) =>
    SCOPES.filter((needed) => allows(held, needed)).map((needed): [Scope, Scope] => [held, needed]),
  )
}

type ModelRequest = {
  spot: Spot
  accountId: string
  scopes: Scope[]
  ratePerMinute: number
  expiresAt: Date | null
  isModest: boolean
}

const anOption: fc.Arbitrary<ModelRequest> = fc.record({
  spot: anySpot,
  accountId: fc.constantFrom('a', 'b'),
  scopes: someScopes,
  ratePerMinute: aRate,
  expiresAt: anExpiry,
  isModest: fc.boolean(),
})

/** Modest wishes stay near what the issuer has, so that enough of them are granted; the others ask for anything. */
function mintedFor(issuer: Caller, wish: ModelRequest): Minted {
  const near = SPOTS.filter(({ name }) => spotsReached(issuer).has(name))
  const { spot, scopes, ratePerMinute, expiresAt } = wish.isModest
    ? {
        spot: near[SPOTS.indexOf(wish.spot) % near.length] ?? wish.spot,
        scopes: wish.scopes.filter((scope) => granted(issuer.scopes).has(scope)),
        ratePerMinute: Math.min(wish.ratePerMinute, issuer.ratePerMinute),
        expiresAt: issuer.expiresAt,
      }
    : wish
  const reach = reachOf(spot)
  const accountId = wish.isModest ? issuer.accountId : wish.accountId
  const place = reach.kind === 'account' ? { accountId, workspaceId: null, workbookId: null } : spot
  return { accountId, reach, place, scopes, ratePerMinute, expiresAt }
}

const holderOf = (issuer: Caller, { accountId, reach, scopes, ratePerMinute, expiresAt }: Minted): Caller => ({
  ...ANY_USER,
  kind: issuer.kind === 'key' ? 'key' : 'pat',
  accountId,
  reach,
  scopes: new Set(scopes),
  ratePerMinute,
  expiresAt,
})

/** A credential, and everything it may do: each action, in each place, for the owner of it all. */
type Holder = { caller: Caller; deeds: ReadonlySet<string> }

const DEEDS = SPOTS.flatMap((spot) => SCOPES.map((scope) => ({ name: `${scope} in ${spot.name}`, scope, spot })))

function holding(caller: Caller): Holder {
  const may = ({ scope, spot }: (typeof DEEDS)[number]) =>
    ask({ caller, need: { scopes: [scope], role: 'owner' }, spot, role: 'owner' }) === 'allowed'
  return { caller, deeds: new Set(DEEDS.filter(may).map(({ name }) => name)) }
}

export type MintingCounts = { cases: number; minted: number; refused: number; longestChain: number; deeds: number }

/** Whatever a minted credential may do, its issuer may do, and so may the first issuer of the chain. */
export function checkMinting(numRuns: number): MintingCounts {
  const counts = { cases: 0, minted: 0, refused: 0, longestChain: 0, deeds: 0 }
  const property = fc.property(aCaller, fc.array(anOption, { minLength: 1, maxLength: 4 }), (caller, wishes) => {
    const chain = [holding(caller)]
    for (const wish of wishes) {
      const next = mintFrom(chain, wish)
      counts[next ? 'minted' : 'refused'] += 1
      counts.deeds += next?.deeds.size ?? 0
      if (next) chain.push(next)
    }
    counts.longestChain = Math.max(counts.longestChain, chain.length - 1)
    counts.cases += 1
  })
  fc.assert(property, { numRuns })
  return counts
}

function mintFrom(chain: readonly Holder[], wish: ModelRequest): Holder | undefined {
  const [first, issuer] = [chain[0], chain.at(-1)]
  ok(first && issuer)
  const minted = mintedFor(issuer.caller, wish)
  if (excessOver(issuer.caller, minted).length > 0) return undefined
  const holder = holding(holderOf(issuer.caller, minted))
  mustNotExceed(holder, issuer)
  mustNotExceed(holder, first)
  return holder
}

/** A session's own rate and lifetime bind no minted credential: it may mint anything. */
function mustNotExceed(holder: Holder, { caller: issuer, deeds }: Holder) {
  for (const deed of holder.deeds) ok(deeds.has(deed), `the issuer may not ${deed}`)
  if (issuer.kind === 'session') return
  ok(holder.caller.ratePerMinute <= issuer.ratePerMinute)
  const ends = ({ expiresAt }: Caller) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  ok(ends(holder.caller) <= ends(issuer))
  strictEqual(holder.caller.accountId, issuer.accountId)
}
