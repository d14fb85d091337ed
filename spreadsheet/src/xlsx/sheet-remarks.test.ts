import { expect, test } from 'vitest'
import { makeXlsx, relationships } from '../../test/make-xlsx.ts'
import { bytesOf } from '../byte-source.ts'
import { openXlsx } from './open-xlsx.ts'

const THREADS = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">
  <threadedComment ref="B2" id="1"><text>Is this right?</text></threadedComment>
  <threadedComment ref="B2" id="2" parentId="1"><text>Yes &amp; checked</text></threadedComment>
</ThreadedComments>`
const COMMENTS = `<comments><commentList><comment ref="B2"><text><t>[Threaded comment] open it in a newer program</t></text></comment>
  <comment ref="A3"><text><t>old</t></text></comment></commentList></comments>`

test('a thread of comments is one text, in place of what older programs are shown', async () => {
  const file = await openXlsx(
    bytesOf(
      makeXlsx({
        rows: '<row r="1"><c r="A1"><v>1</v></c></row>',
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationships([
            ['rId1', 'comments', '../comments1.xml'],
            ['rId2', 'threadedComment', '../threadedComments/threadedComment1.xml'],
          ]),
          'xl/comments1.xml': COMMENTS,
          'xl/threadedComments/threadedComment1.xml': THREADS,
        },
      }),
    ),
  )

  expect((await file.readRemarks?.(0))?.comments).toEqual([
    { row: 1, column: 1, text: 'Is this right?\nYes & checked' },
    { row: 2, column: 0, text: 'old' },
  ])
})
