import { words } from '../../../words/words.ts'

export const templateWords = words(
  {
    save: 'Save as template',
    title: 'Save this reading as a template',
    text: 'Files with the same labels are read like this one from now on, and become rows of one table. Labels are kept, and no value of this file.',
    name: 'Name, also of the table',
    saved: (name: string) => `Template “${name}” is saved`,
    readBy: (name: string) => `Read by the template “${name}”: its rows go into the tables of that template.`,
    nearly: (name: string) => `Nearly one of the template “${name}”, but:`,
    refuse: 'Read it without the template',
  },
  {
    save: 'テンプレートとして保存',
    title: 'この読み方をテンプレートとして保存',
    text: '同じラベルのファイルは、これからこの読み方で読み、一つの表の行になります。保存するのはラベルだけで、このファイルの値は保存しません。',
    name: '名前（表の名前にもなります）',
    saved: (name: string) => `テンプレート「${name}」を保存しました`,
    readBy: (name: string) => `テンプレート「${name}」で読みました。行はそのテンプレートの表に入ります。`,
    nearly: (name: string) => `テンプレート「${name}」にほぼ合いますが、次の点が違います。`,
    refuse: 'テンプレートを使わずに読む',
  },
)
