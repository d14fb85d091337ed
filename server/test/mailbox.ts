import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A mail server on loopback that keeps what it is given. */
export type Mailbox = {
  url: string
  /** The first mail to that address, waited for; as it came over the wire. */
  mailTo: (address: string) => Promise<string>
  /** All mails to that address so far. */
  mailsTo: (address: string) => string[]
  count: (address: string) => number
  close: () => Promise<void>
}

const PATIENCE_MS = 10_000

export async function openMailbox(): Promise<Mailbox> {
  const mails: { to: string; data: string }[] = []
  const server = createServer((socket) => receive(socket, mails))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo
  const to = (address: string) => mails.filter((mail) => mail.to.includes(address))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailTo: async (address) => {
      const end = performance.now() + PATIENCE_MS
      while (performance.now() < end) {
        const [mail] = to(address)
        if (mail) return mail.data
        await pause(50)
      }
      throw new Error(`no mail for ${address} within ${PATIENCE_MS} ms`)
    },
    mailsTo: (address) => to(address).map(({ data }) => data),
    count: (address) => to(address).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** As little of RFC 5321 as a client needs to hand over a mail. */
function receive(socket: Socket, mails: { to: string; data: string }[]) {
  let pending = ''
  let data: string[] | undefined
  let recipients = ''
  const answer = (line: string) => socket.write(`${line}\r\n`)
  const read = (line: string) => {
    if (data && line !== '.') return void data.push(line.replace(/^\.\./, '.'))
    if (data) {
      mails.push({ to: recipients, data: data.join('\r\n') })
      data = undefined
      recipients = ''
      return void answer('250 kept')
    }
    if (/^RCPT TO:/i.test(line)) recipients += line
    if (/^DATA/i.test(line)) data = []
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
    answer(data ? '354 go on' : '250 fine')
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString()).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) read(line)
  })
  answer('220 mailbox')
}

/** The text of a mail, whichever way it was encoded for the wire. */
export function textOf(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString()
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
