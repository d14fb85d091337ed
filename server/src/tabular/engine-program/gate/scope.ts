import { asciiLower } from './names.ts'

/** The CTEs that can be named at a place of the statement, innermost first. */
export type Scope = { readonly name: string; readonly isKeyed: boolean; readonly outer: Scope } | null

export function withCte(outer: Scope, name: string, isKeyed = false): Scope {
  return { name: asciiLower(name), isKeyed, outer }
}

export function findCte(scope: Scope, name: string): NonNullable<Scope> | undefined {
  const wanted = asciiLower(name)
  for (let cte = scope; cte; cte = cte.outer) {
    if (cte.name === wanted) return cte
  }
  return undefined
}
