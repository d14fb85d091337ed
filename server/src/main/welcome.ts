import type { FirstUser } from './first-user.ts'

export type Welcome = { url: string; folder: string; firstUser: FirstUser | undefined }

/** What somebody sees who has just started a service of his own, ready to be pasted. */
export function welcome({ url, folder, firstUser }: Welcome): string {
  const places = ['', `Bindery     ${url}`, `API         ${url}/docs/api`, `Data        ${folder}`]
  return [
    ...places,
    ...(firstUser ? introduce(url, firstUser) : []),
    '',
    'Stop with Ctrl-C; everything is kept.',
    '',
  ].join('\n')
}

const introduce = (url: string, { email, password, token }: FirstUser) => [
  '',
  'Your first user, told this once:',
  `  email     ${email}`,
  `  password  ${password}`,
  '',
  'In another shell:',
  `  export BINDERY_URL=${url} BINDERY_TOKEN=${token}`,
  '  npx bindery-data create Ledger',
  '  npx bindery-data upload report.xlsx',
  "  npx bindery-data query 'SELECT count(*) FROM report'",
]
