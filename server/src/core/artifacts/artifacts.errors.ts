import { ServiceError } from '../../platform/errors.ts'

/** `conflict`: it is no new thing that wants the name, but one that comes back. */
export const artifactNameTaken = (name: string, kind: 'unprocessable' | 'conflict' = 'unprocessable') =>
  new ServiceError(kind, 'name_taken', {
    title: 'This name is in use',
    detail: `The workbook already has an active artifact named '${name}', or so but for case and width of letters.`,
    suggestedFix: 'Choose another name, or rename, archive or delete the one that has it.',
    extra: { name },
  })

/** A request whose shape is right and whose fields are not. */
export const invalidField = (loc: readonly (string | number)[], code: string, message: string) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'The request does not have the right shape',
    detail: `${loc.join('.')}: ${message}`,
    suggestedFix: 'Mend the fields named in errors; the API reference at /docs/api shows the shape.',
    extra: { errors: [{ loc, code, message }] },
  })
