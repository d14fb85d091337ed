/** What two spellings of one mail address have in common. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** Where mail to the address goes: another spelling of it must not lead to another mailbox. */
export const mailbox = (email: string) => email.trim().normalize('NFKC')

/** What is said about a user in a workspace, for policies: names with their values. */
export type UserAttributes = Readonly<Record<string, readonly string[]>>

/** One @, something on both sides, no spaces: the rest only a mail that arrives can tell. */
export const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u
export const EMAIL_IN_WORDS = 'an e-mail address'
