import type { FileProblem } from '@bindery-data/spreadsheet/errors.ts'
import { ServiceError } from '../../platform/errors.ts'

/** A file that is no bundle, or not the one that was made. */
export const bundleRefused = (detail: string) =>
  new ServiceError('unsupported', 'unsupported_file', {
    title: 'This is not a whole bundle',
    detail,
    suggestedFix: 'Download the bundle again, and send the file as it comes.',
    extra: { reason: 'corrupt' },
  })

export const unknownBundleVersion = (detail: string) =>
  new ServiceError('unsupported', 'unsupported_file', {
    title: 'This bundle is of another version',
    detail,
    suggestedFix: 'Bring it back with a service that is at least as new as the one that made it.',
    extra: { reason: 'unsupported' },
  })

export const alreadyEdited = () =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The workbook is not empty any more',
    detail: 'The workbook was edited before its bundle arrived; both cannot be in it.',
    suggestedFix: 'Send the bundle again: it gets a workbook of its own.',
  })

/** What is wrong with the archive, as the loader that opened it found. */
export function archiveRefused(problem: FileProblem, detail: string): ServiceError {
  if (problem === 'too_slow')
    return new ServiceError('timeout', 'reading_timeout', {
      title: 'Reading this bundle took too long',
      detail,
      suggestedFix: 'Nothing was changed. Send the bundle again: a busy service takes longer.',
    })
  if (problem !== 'zip_bomb' && problem !== 'too_large') return bundleRefused(detail)
  return new ServiceError('too_large', problem === 'zip_bomb' ? 'zip_bomb' : 'payload_too_large', {
    title: 'This bundle unpacks to more than is taken',
    detail,
    suggestedFix: 'Send the file as the service made it.',
    ...(problem === 'zip_bomb' ? {} : { extra: { max_bytes: null } }),
  })
}
