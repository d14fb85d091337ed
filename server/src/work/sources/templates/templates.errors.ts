import type { TemplateMiss } from '@bindery-data/spreadsheet/parse-spec/template-match.ts'
import { ServiceError } from '../../../platform/errors.ts'

export const noLabels = (source: string) =>
  new ServiceError('unprocessable', 'no_labels', {
    title: 'A template needs labels',
    detail: `The reading of '${source}' has no form and no list with named columns: nothing would tell the next file.`,
    suggestedFix: 'Correct how the source is read (a form, or the header row of a list), then save the template.',
  })

export const tableMadeMeanwhile = (template: string) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'Another upload has just made the table of this template',
    detail: `The first forms of '${template}' came at the same time.`,
    suggestedFix: 'Send the file again: its row goes into that table.',
  })

export const templateNameTaken = (name: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'The workspace has a template of that name',
    detail: `'${name}' is in use.`,
    suggestedFix: 'Choose another name, or delete the other template.',
    extra: { name },
  })

export const templateNotFitting = (source: string, misses: readonly TemplateMiss[]) =>
  new ServiceError('unprocessable', 'template_not_fitting', {
    title: 'The file does not fit the template of its source',
    detail: `'${source}' is read by a template, and this edition ${misses[0] ? `nearly fits '${misses[0].name}'` : 'fits none'}.`,
    suggestedFix:
      'Mend the file where reasons say, refuse the template for this source, or send the file as a new source.',
    extra: { reasons: misses[0]?.reasons ?? [] },
  })

export const noTemplateTaken = (source: string) =>
  new ServiceError('invalid', 'action_not_applicable', {
    title: 'The source is read by no template',
    detail: `'${source}' was read by itself: there is no template to refuse.`,
    suggestedFix: 'Leave the operation out.',
  })
