/** What two spellings of one mail address have in common. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** One @, something on both sides, no spaces: the rest only a mail that arrives can tell. */
export const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u
export const EMAIL_IN_WORDS = 'an e-mail address'
