import { invalidField } from '../../core/artifacts/artifacts.errors.ts'

/** `value` left out: the member goes. */
export type DocumentChange = { path: string; value?: unknown }

/** A copy of a JSON document with other values at some places, each named by a JSON pointer (RFC 6901). */
export function changeDocument(document: unknown, changes: readonly DocumentChange[]): unknown {
  const changed: unknown = structuredClone(document)
  for (const [index, change] of changes.entries()) apply(changed, change, ['changes', index, 'path'])
  return changed
}

function apply(document: unknown, { path, value }: DocumentChange, loc: readonly (string | number)[]) {
  const steps = path.split('/').slice(1).map(readStep)
  const last = steps.pop()
  if (last === undefined) throw invalidField(loc, 'pointer', 'must name a place inside the document, as in /regions/0')
  let place = document
  for (const step of steps) place = memberOf(place, step, loc)
  if (Array.isArray(place)) changeItem(place, last, value, loc)
  else if (isObject(place)) changeMember(place, last, value)
  else throw nowhere(last, loc)
}

function changeItem(list: unknown[], step: string, value: unknown, loc: readonly (string | number)[]) {
  const index = step === '-' ? list.length : Number(step)
  if (!Number.isInteger(index) || index < 0 || index > list.length) throw nowhere(step, loc)
  if (value === undefined) list.splice(index, 1)
  else list[index] = value
}

function changeMember(place: Record<string, unknown>, name: string, value: unknown) {
  if (value === undefined) delete place[name]
  // Unlike an assignment this makes a member even of the name `__proto__`.
  else Object.defineProperty(place, name, { value, writable: true, enumerable: true, configurable: true })
}

function memberOf(place: unknown, step: string, loc: readonly (string | number)[]): unknown {
  if ((Array.isArray(place) || isObject(place)) && Object.hasOwn(place, step)) return Reflect.get(place, step)
  throw nowhere(step, loc)
}

const readStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const nowhere = (step: string, loc: readonly (string | number)[]) =>
  invalidField(loc, 'pointer', `leads nowhere at '${step.slice(0, 100)}'`)
