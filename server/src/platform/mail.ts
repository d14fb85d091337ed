/** Mail goes out through SMTP when the operator configured it. */
export type Mailer = {
  /** False: there is no way to send mail, and links must be handed over by the person who asked for them. */
  isConfigured: boolean
  send(mail: { to: string; subject: string; text: string }): Promise<void>
}

export async function createMailer(smtp: { url: string; from: string } | null): Promise<Mailer> {
  if (!smtp) {
    return {
      isConfigured: false,
      send: () => Promise.reject(new Error('no SMTP server is configured')),
    }
  }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtp.url)
  return {
    isConfigured: true,
    send: async (mail) => {
      await transport.sendMail({ from: smtp.from, ...mail })
    },
  }
}
