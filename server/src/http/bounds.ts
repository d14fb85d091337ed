/**
 * A whole number of a request is one that JavaScript and PostgreSQL agree on, unless its schema says less. Made part of
 * every schema before it is checked and before it is shown.
 */
export function withBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const bounded = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withBounds(value)]))
  if (bounded.type !== 'integer') return bounded
  return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...bounded }
}
