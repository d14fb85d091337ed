import type { Asking, Stage } from '../stage.ts'

/** A request that its route answers with success in a governed world. Built again each time, since some delete what they name. */
export type GoodRequest = (stage: Stage) => Asking | Promise<Asking>

let counter = 0

/** A name that nothing has yet. */
export const fresh = (word: string) => `${word}_${++counter}`

/** Routes below `tables` and `artifacts` are the same but for their names. */
export function alsoForArtifacts(requests: Record<string, GoodRequest>): Record<string, GoodRequest> {
  const twins = Object.entries(requests).map(([operation, request]) => [
    operation.replace('Table', 'Artifact'),
    request,
  ])
  return { ...requests, ...Object.fromEntries(twins) }
}

/** A form with a file, as a browser sends it. */
export function fileForm(
  filename: string,
  bytes: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([bytes]), filename)
  return form
}
