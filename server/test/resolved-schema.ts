type Json = Record<string, unknown>

/** A part of an OpenAPI document, with each schema that it names in its place. */
export function resolved(part: unknown, document: Json): unknown {
  if (Array.isArray(part)) return part.map((each) => resolved(each, document))
  if (typeof part !== 'object' || part === null) return part
  // Safe: an object, and so are the steps of a reference.
  const { $ref, ...rest } = part as Json
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, document)]))
  if (typeof $ref !== 'string') return own
  const steps = $ref.split('/').slice(1)
  const named = steps.reduce<unknown>((at, step) => (at as Json)[step], document)
  return { ...(resolved(named, document) as Json), ...own }
}
