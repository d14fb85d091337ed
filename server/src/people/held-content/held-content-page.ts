import { toWireId } from '../../platform/ids.ts'
import { type Html, html, renderPage } from '../sessions/pages/page.ts'
import type { Language } from '../sessions/pages/page-texts.ts'
import { HELD_DAYS } from './decide-held-content.ts'
import type { HeldAccount, HeldWorkbook } from './held-content.store.ts'

const en = {
  title: 'Content from before',
  text: (email: string) =>
    `The address ${email} was used here before it was proven, perhaps not by you. All sign-ins, tokens, keys, webhooks, shares, members and invitations of that time have ended.`,
  choose: `What was made then is listed below. It is hidden from everyone. Keep only what you know: what you do not keep is deleted after ${HELD_DAYS} days.`,
  own: 'Your account',
  developer: (name: string) => `Developer account "${name}"`,
  workspace: (name: string) => `Workspace "${name}"`,
  workbook: ({ title, tables, createdAt }: HeldWorkbook) =>
    `${title}: ${tables} ${tables === 1 ? 'table' : 'tables'}, made on ${createdAt.slice(0, 10)}`,
  keep: 'Keep the selected',
  discard: 'Delete the selected',
  later: 'Decide later',
  none: 'Nothing is held for you.',
  goOn: 'Continue',
  unselected: 'Select what to keep or to delete.',
}

const ja: typeof en = {
  title: '以前の内容の確認',
  text: (email) =>
    `アドレス ${email} は、確認される前にここで使われていました。別の人が使っていた可能性があります。当時のログイン、トークン、キー、Webhook、共有、メンバー、招待はすべて無効になりました。`,
  choose: `当時作られた内容は次のとおりです。現在は誰にも見えません。心当たりのあるものだけを残してください。残さないものは ${HELD_DAYS} 日後に削除されます。`,
  own: 'あなたのアカウント',
  developer: (name) => `開発者アカウント「${name}」`,
  workspace: (name) => `ワークスペース「${name}」`,
  workbook: ({ title, tables, createdAt }) => `${title}: ${tables} テーブル、${createdAt.slice(0, 10)} 作成`,
  keep: '選択したものを残す',
  discard: '選択したものを削除',
  later: 'あとで決める',
  none: '確認が必要な内容はありません。',
  goOn: '続ける',
  unselected: '残すもの、または削除するものを選択してください。',
}

const textsOf = (language: Language) => (language === 'ja' ? ja : en)

export type ShownHeld = {
  email: string
  held: readonly HeldAccount[]
  /** Where the person goes afterwards. */
  returnTo: string
  isUnselected?: boolean
}

/** Lists what was made under an address before it was proven, for its owner to keep or delete. */
export function heldContentPage(
  language: Language,
  { email, held, returnTo, isUnselected = false }: ShownHeld,
): string {
  const t = textsOf(language)
  if (held.length === 0)
    return renderPage(
      language,
      t.title,
      html`<p class="soft">${t.none}</p><p class="foot"><a href="${returnTo}">${t.goOn}</a></p>`,
    )
  const content = html`<p>${t.text(email)}</p>
<p class="soft">${t.choose}</p>
${isUnselected ? html`<p class="note bad" role="alert">${t.unselected}</p>` : null}
<form method="post" action="/api/auth/forms/held-content">
<input type="hidden" name="return_to" value="${returnTo}">
<fieldset>${held.map((account) => box(language, account))}</fieldset>
<div class="choice"><button class="plain" type="submit" name="decision" value="discard">${t.discard}</button><button type="submit" name="decision" value="keep">${t.keep}</button></div>
</form>
<p class="foot"><a href="${returnTo}">${t.later}</a></p>`
  return renderPage(language, t.title, content)
}

function box(language: Language, { accountId, isDefault, name, workspaces, workbooks }: HeldAccount): Html {
  const t = textsOf(language)
  const lines = workspaces.map((workspace) => {
    const inside = workbooks.filter((workbook) => workbook.workspace === workspace)
    const items = inside.map((workbook) => html`<li>${t.workbook(workbook)}</li>`)
    return html`<li>${t.workspace(workspace)}${items.length > 0 ? html`<ul>${items}</ul>` : null}</li>`
  })
  return html`<label class="box"><input type="checkbox" name="account" value="${toWireId('acc', accountId)}"><span>${isDefault ? t.own : t.developer(name)}<ul>${lines}</ul></span></label>`
}
