import { ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'

export const alreadyTracked = (linkId: string) =>
  new ServiceError('conflict', 'already_tracked', {
    title: 'This file is tracked already',
    detail: 'A file link of the workbook has this file, or feeds the source of this name.',
    suggestedFix: 'Push the next version to that link, or track the file under another name with as_name.',
    extra: { link_id: toWireId('fl', linkId) },
  })

export const sourceExists = (name: string, why: string) =>
  new ServiceError('conflict', 'source_exists', {
    title: 'The workbook has a source of this name',
    detail: `There is a source '${name}' already${why}.`,
    suggestedFix:
      "Track the file under another name with as_name, or say with on_existing what becomes of the service's copy: seed keeps it as version 1, replace puts this file in its place.",
    extra: { name },
  })

/** Another version was pushed while this one was being read. */
export const linkMoved = (name: string, seen: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The file link has a newer version',
    detail: `'${name}' was at version ${seen} when this began, and is at ${current} now.`,
    suggestedFix: 'Look at the newest version, and send the request again.',
    extra: { expected_version: seen, current_version: current },
  })

export const notInTheCloud = (name: string) =>
  new ServiceError('invalid', 'action_not_applicable', {
    title: 'This file is on no drive',
    detail: `'${name}' is a local file: the service cannot go and fetch it.`,
    suggestedFix: 'Push its bytes with POST …/versions.',
  })

export const noVersionBefore = (n: number) =>
  new ServiceError('not_found', 'not_found', {
    title: 'There is no version to compare with',
    detail: `Version ${n} is the first of this file.`,
    suggestedFix: 'Ask for the diff of a later version, or name another version with against.',
    extra: { resource: 'version', name: String(n - 1) },
  })
