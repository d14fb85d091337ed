/** A caller of the API, as any program outside would be one. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely, and say what they expect there.
export type Body = any

export type Called = { status: number; body: Body; headers: Headers }

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Called>

export function callAs(url: string, credential: string | null): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(credential ? { authorization: `Bearer ${credential}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /\bjson/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
}
