import { ServiceError } from '../../platform/errors.ts'

export const domainTaken = (domain: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'Another account holds this domain',
    detail: `${domain} was verified by another account, which holds it until it gives it up.`,
    suggestedFix: 'Give the domain up in the other account first, or ask its owner to.',
    extra: { name: domain },
  })

export const domainUnverified = (domain: string, recordName: string) =>
  new ServiceError('conflict', 'domain_unverified', {
    title: 'The domain is not verified',
    detail: `No TXT record of ${recordName} has the value that was given for ${domain}.`,
    suggestedFix: 'Add the record at the provider of the domain, wait until name servers know it, and verify again.',
    extra: { name: domain },
  })
