import { ServiceError } from '../../../platform/errors.ts'

/** What SCIM calls a mistake of the client, RFC 7644 3.12. */
export type ScimType = 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue' | 'mutability'

export const invalidScim = (detail: string, scimType: string = 'invalidValue') =>
  new ServiceError('invalid', 'bad_request', {
    title: 'The request is not what SCIM 2.0 allows here',
    detail,
    suggestedFix: 'Compare it with GET /scim/v2/Schemas.',
    extra: { scim_type: scimType },
  })

export const recordTaken = (what: string, name: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: `There is such a ${what} already`,
    detail: `Another ${what} of this account has the name ${name}.`,
    suggestedFix: 'Find it with a filter and change it, or send another name.',
    extra: { name, scim_type: 'uniqueness' },
  })
