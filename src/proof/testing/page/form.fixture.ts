import { openBff, ORIGIN } from './bff.fixture.ts'
import { REFERENCE } from './checkout.fixture.ts'

export const PAGE = `/c/${REFERENCE}`
export const FORM = `${PAGE}?pay=pix`
/** Headers of a native form on our own page. */
export const FROM_PAGE = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
}
export const TYPED = { email: 'ana@example.com' }

export function dataOf(html: string) {
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

export function encode(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

/** The page's backend, and a browser that has loaded the form. */
export async function openForm(changes: Parameters<typeof openBff>[0] = {}, path = FORM) {
  const opened = openBff(changes)
  const answer = await opened.get(path)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { form } = dataOf(await answer.text())
  const token: string = form.token
  const send = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    opened.post(FORM, { ...FROM_PAGE, cookie, ...headers }, encode({ token, ...TYPED, ...fields }))
  return { ...opened, cookie, token, send }
}
