import { useWords, words } from '../../words/words.ts'

/** Roles that every workspace has, as rules and members name them. Others are called what their workspace calls them. */
export const roleWords = words(
  { '*': 'everybody else', admin: 'admin', editor: 'editor', viewer: 'viewer', service: 'keys of programs' },
  { '*': 'その他全員', admin: '管理者', editor: '編集者', viewer: '閲覧者', service: 'プログラム用キー' },
)

export function useRoleName(): (role: string) => string {
  const w: Readonly<Record<string, string>> = useWords(roleWords)
  return (role) => w[role] ?? role
}
