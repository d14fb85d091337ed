import type { TStringOptions } from 'typebox'
import { Patterned } from '../../platform/http/schema.ts'
import { FREE_NAME_PATTERN, MOST_NAME_CHARACTERS } from './artifact.ts'

/** A name a caller may give: names of the service's own are taken. */
export const FreeName = (options: TStringOptions = {}) =>
  Patterned(FREE_NAME_PATTERN, 'a name that does not start with __svc_', {
    minLength: 1,
    maxLength: MOST_NAME_CHARACTERS,
    ...options,
  })
