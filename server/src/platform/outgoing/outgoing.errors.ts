import { ServiceError } from '../errors.ts'

/** Why the service does not call an address. */
export type UrlRefusal =
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'localhost'
  | 'private_network'
  | 'dns'
  | 'redirect'
  | 'closed'

const DETAIL: Record<UrlRefusal, string> = {
  scheme: 'The address does not begin with a scheme that is allowed here.',
  credentials: 'The address holds a user name or a password.',
  port: 'Only the ports 80 and 443 are reached.',
  localhost: 'The address names the machine of the service itself.',
  private_network: 'The address leads into a private network.',
  dns: 'The name of the host leads nowhere.',
  redirect: 'The address redirects to another one, and redirects are not followed.',
  closed: 'This service makes no requests to other machines.',
}

export const urlRefused = (reason: UrlRefusal) =>
  new ServiceError('invalid', 'url_refused', {
    title: 'The service does not go there',
    detail: DETAIL[reason],
    suggestedFix: 'Name a public https address; the operator of the service can allow private ones.',
    extra: { reason },
  })
