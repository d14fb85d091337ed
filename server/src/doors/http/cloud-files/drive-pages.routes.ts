import { parseCookie, stringifySetCookie } from 'cookie'
import { Type } from 'typebox'
import { messagePage } from '../../../people/sessions/pages/login-pages.ts'
import { PAGE_HEADERS } from '../../../people/sessions/pages/page.ts'
import { languageOf } from '../../../people/sessions/pages/page-texts.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { OneOf } from '../../../platform/http/schema.ts'
import { finishAuthorization, startAuthorization } from '../../../work/cloud-files/authorization.ts'
import { FILE_PROVIDERS } from '../../../work/cloud-files/cloud-file.ts'

/** Pages of a browser on its way to a provider of drives and back. */

const HTML = { scope: 'none', produces: 'text/html; charset=utf-8' } as const
const Text = Type.String({ maxLength: 4000 })
const COOKIE = { name: 'svc_drive', path: '/api/v1/oauth', httpOnly: true, secure: true, sameSite: 'lax' } as const
const SECONDS = 15 * 60

const TEXTS = {
  en: {
    allowed: {
      title: 'Your drive is connected',
      text: 'You can close this window and go back to where you came from.',
    },
    denied: { title: 'Nothing was connected', text: 'The drive was not opened to Bindery. You can close this window.' },
  },
  ja: {
    allowed: { title: 'ドライブを接続しました', text: 'このウィンドウを閉じて、元の画面に戻ってください。' },
    denied: {
      title: '接続されませんでした',
      text: 'ドライブへのアクセスは許可されていません。このウィンドウを閉じてください。',
    },
  },
}

export const drivePageEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/auth/drives/start',
    operation: 'startDriveAuthorization',
    summary: 'Go to the provider of a drive, to allow the service to read it',
    ...HTML,
    status: 303,
    query: Type.Object({ state: Text }),
    problems: ['session_required', 'provider_disabled'],
    handle: async ({ ctx, query: { state }, headers }) => {
      const started = await startAuthorization(ctx, state, headers)
      const here = `/api/auth/drives/start?state=${encodeURIComponent(state)}`
      if (!started) return new Answer(303, '', { location: `/login?return_to=${encodeURIComponent(here)}` })
      const cookie = stringifySetCookie({ ...COOKIE, value: started.secret, maxAge: SECONDS })
      return new Answer(303, '', { location: started.url.href, 'set-cookie': cookie })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/oauth/{provider}/callback',
    operation: 'finishDriveAuthorization',
    summary: 'Come back from the provider of a drive',
    ...HTML,
    status: 200,
    params: Type.Object({ provider: OneOf(FILE_PROVIDERS) }),
    query: Type.Object({ state: Text, code: Type.Optional(Text), error: Type.Optional(Text) }),
    problems: ['session_required', 'provider_disabled', 'upstream_error'],
    handle: async ({ ctx, params, query: { state, code }, headers }) => {
      const secret = parseCookie(headers.cookie ?? '')[COOKIE.name]
      const isAllowed = await finishAuthorization(ctx, params.provider, { state, code, secret })
      const language = languageOf(headers)
      return new Answer(200, messagePage(language, TEXTS[language][isAllowed ? 'allowed' : 'denied']), {
        ...PAGE_HEADERS,
        'set-cookie': stringifySetCookie({ ...COOKIE, value: '', maxAge: 0 }),
      })
    },
  }),
]
